// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPalette>
#include <QRegularExpression>
#include <QSyntaxHighlighter>

#include <vector>

namespace nervure {

/// Colors OpenCL C: words of the language, numbers, what the preprocessor reads, comments.
class OpenclHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

public:
    OpenclHighlighter(QTextDocument *document, const QPalette &palette);

protected:
    void highlightBlock(const QString &text) override;

private:
    struct Rule {
        QRegularExpression pattern;
        QTextCharFormat format;
    };

    std::vector<Rule> m_rules;
    QTextCharFormat m_comment;
};

} // namespace nervure
