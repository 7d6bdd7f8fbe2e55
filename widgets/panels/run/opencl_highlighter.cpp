// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/opencl_highlighter.h"

#include "widgets/style/colors.h"
#include "widgets/style/theme.h"

namespace nervure {

namespace {

QTextCharFormat inColor(const QColor &color)
{
    QTextCharFormat format;
    format.setForeground(color);
    return format;
}

} // namespace

OpenclHighlighter::OpenclHighlighter(QTextDocument *document, const QPalette &palette)
    : QSyntaxHighlighter(document),
      m_comment(inColor(palette.color(QPalette::PlaceholderText)))
{
    const bool isDark = paletteFor(palette).isDark;
    QTextCharFormat words = inColor(toQColor(categoryColor(OpCategory::Convolution, isDark)));
    words.setFontWeight(QFont::DemiBold);
    m_rules = {
        {QRegularExpression(QStringLiteral(
             "\\b(__)?(kernel|global|local|constant|private|restrict|const|inline|static|if|else|for|"
             "while|do|return|break|continue|switch|case|default|struct|typedef|void|bool|unsigned|"
             "(u?char|u?short|u?int|u?long|float|double|half)(2|3|4|8|16)?|size_t)\\b")),
         words},
        {QRegularExpression(QStringLiteral("\\b[0-9][0-9a-fA-FxX.]*[fFuUlL]*\\b")),
         inColor(toQColor(categoryColor(OpCategory::Layout, isDark)))},
        {QRegularExpression(QStringLiteral("^\\s*#.*$")),
         inColor(toQColor(categoryColor(OpCategory::Elementwise, isDark)))},
        {QRegularExpression(QStringLiteral("//.*$")), m_comment},
    };
}

void OpenclHighlighter::highlightBlock(const QString &text)
{
    for (const Rule &rule : m_rules) {
        QRegularExpressionMatchIterator matches = rule.pattern.globalMatch(text);
        while (matches.hasNext()) {
            const QRegularExpressionMatch match = matches.next();
            setFormat(static_cast<int>(match.capturedStart()),
                      static_cast<int>(match.capturedLength()), rule.format);
        }
    }
    // Comments go over lines: 1 is the state within one.
    qsizetype start = previousBlockState() == 1 ? 0 : text.indexOf(QStringLiteral("/*"));
    setCurrentBlockState(0);
    while (start >= 0) {
        const qsizetype end = text.indexOf(QStringLiteral("*/"), start);
        const qsizetype length = end < 0 ? text.size() - start : end - start + 2;
        setCurrentBlockState(end < 0 ? 1 : 0);
        setFormat(static_cast<int>(start), static_cast<int>(length), m_comment);
        start = end < 0 ? -1 : text.indexOf(QStringLiteral("/*"), start + length);
    }
}

} // namespace nervure
