// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/query_completion.h"

#include <QLineEdit>
#include <QStringListModel>

#include <cstdint>

class QCompleter;

namespace nervure {

class GraphDocument;

/// A line for queries: offers what the word at the cursor may become, and marks where the query is
/// wrong.
class QueryEdit : public QLineEdit {
    Q_OBJECT

public:
    explicit QueryEdit(QWidget *parent = nullptr);

    /// Offers the words of the open model, too, as it is now.
    void learnWords(const GraphDocument &document);
    /// Underlines the text from that byte on; a negative number: nothing.
    void setFault(int byte);
    [[nodiscard]] QCompleter *words() const { return m_completer; }

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void offer();
    void take(const QString &word);

    QueryVocabulary m_vocabulary;
    std::uint64_t m_learnt = 0; ///< revision whose words are on offer
    QueryCompletion m_offered;
    QStringListModel *m_words;
    QCompleter *m_completer;
};

} // namespace nervure
