// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/query_completion.h"

#include <QLineEdit>
#include <QStringListModel>

class QCompleter;

namespace nervure {

/// A line for queries: offers what the word at the cursor may become, and marks where the query is
/// wrong.
class QueryEdit : public QLineEdit {
    Q_OBJECT

public:
    explicit QueryEdit(QWidget *parent = nullptr);

    /// What the open model adds to the words on offer.
    void setVocabulary(QueryVocabulary vocabulary) { m_vocabulary = std::move(vocabulary); }
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
    QueryCompletion m_offered;
    QStringListModel *m_words;
    QCompleter *m_completer;
};

} // namespace nervure
