// SPDX-License-Identifier: Apache-2.0
#include "widgets/text/core_messages.h"

#include "widgets/text/core_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <optional>

namespace nervure {

namespace {

using MaybeText = std::optional<QString>;

/// Nothing where there is no translation.
MaybeText lookedUp(const QString &text)
{
    const QString found = coreWords(text.toStdString());
    return found == text ? MaybeText() : MaybeText(found);
}

/// "input 0 (data)" names a place by a word of the language.
QString placeWords(const QString &place)
{
    static const QRegularExpression form(QStringLiteral(R"(^([a-z]+) (-?\d+)(?: \(([^)]*)\))?$)"));
    const QRegularExpressionMatch match = form.match(place);
    if (!match.hasMatch()) {
        return place;
    }
    const MaybeText number = lookedUp(match.captured(1) + QStringLiteral(" {}"));
    if (!number) {
        return place;
    }
    QString text = *number;
    text.replace(QStringLiteral("{0}"), match.captured(2));
    const QString name = match.captured(3);
    return name.isEmpty() ? text : text + QStringLiteral(" (%1)").arg(name);
}

/// The message with {} for names, numbers, shapes and types, and these.
struct Pattern {
    QString text;
    QStringList values;
};

const QRegularExpression &valueForm()
{
    static const QRegularExpression form(QStringLiteral(
        R"('[^']*'|“[^”]*”|\[[^\]]*\])"
        R"(|\b(?:input|output|node|dimension|subgraph) -?\d+(?: \(\w*\))?)"
        R"(|\b(?:float|int|uint|bfloat)\d+\b|-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b(?: \(\w[\w, ]*\))?)"
        R"(|^(?!found\b|it\b|there\b|nothing\b|graph\b|inputs\b)[A-Za-z_][\w.]*)"
        R"((?= (?:is|has|holds) ))"));
    return form;
}

constexpr QLatin1String kindForm(
    "\\ba (?:whole number|number|condition|text|list of numbers|list)\\b"
    "|\\ban (?:integer|array|object)\\b|\\btrue or false\\b|\\bnull\\b");

/// "shape is a whole number": kinds of values are words of the language, wherever they stand.
const QRegularExpression &valueOrKindForm()
{
    static const QRegularExpression form(valueForm().pattern() + u'|' + kindForm);
    return form;
}

QString valueWords(const QString &value)
{
    static const QRegularExpression kind(QRegularExpression::anchoredPattern(kindForm));
    return kind.match(value).hasMatch() ? coreWords(value.toStdString()) : placeWords(value);
}

Pattern patternOf(const QString &message, const QRegularExpression &values)
{
    Pattern pattern;
    qsizetype end = 0;
    auto matches = values.globalMatch(message);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        pattern.text += message.mid(end, match.capturedStart() - end) + QStringLiteral("{}");
        pattern.values.append(valueWords(match.captured()));
        end = match.capturedEnd();
    }
    pattern.text += message.mid(end);
    return pattern;
}

MaybeText filled(const Pattern &pattern)
{
    MaybeText text = lookedUp(pattern.text);
    for (qsizetype i = 0; text && i < pattern.values.size(); ++i) {
        text->replace(QStringLiteral("{%1}").arg(i), pattern.values.at(i));
    }
    return text;
}

MaybeText translatedPart(const QString &part)
{
    const MaybeText text = filled(patternOf(part, valueForm()));
    return text ? text : filled(patternOf(part, valueOrKindForm()));
}

/// A list of words stays as it is; what stands behind a semicolon is no part of it.
MaybeText translatedExpectation(const QString &part)
{
    const QString oneOf = QStringLiteral("expected one of ");
    if (MaybeText text = translatedPart(part);
        text || !part.startsWith(oneOf) || part.contains(QStringLiteral("; "))) {
        return text;
    }
    MaybeText text = lookedUp(QStringLiteral("expected one of a list: {}"));
    return text ? text->replace(QStringLiteral("{0}"), part.mid(oneOf.size())) : text;
}

/// "found a tar archive: unpack it": what it is, and what to do with it.
MaybeText translatedDiscovery(const QString &sentence)
{
    const QString start = QStringLiteral("found ");
    const qsizetype end =
        sentence.indexOf(QRegularExpression(QStringLiteral(", which|, made|, not|: ")));
    if (!sentence.startsWith(start) || end < 0) {
        return {};
    }
    const MaybeText what = lookedUp(sentence.mid(start.size(), end - start.size()));
    const MaybeText advice = lookedUp(sentence.mid(end));
    const MaybeText found = lookedUp(QStringLiteral("found {}"));
    return what && advice && found ? QString(*found).replace(QStringLiteral("{0}"), *what) + *advice
                                   : MaybeText();
}

/// "cannot open: …": what follows are names, or another program's words.
MaybeText translatedHead(const QString &sentence)
{
    const qsizetype colon = sentence.indexOf(QStringLiteral(": "));
    const Pattern head = patternOf(sentence.left(colon), valueForm());
    if (colon < 0 || !head.values.isEmpty()) {
        return {};
    }
    MaybeText text = lookedUp(head.text + QStringLiteral(": …"));
    return text ? text->replace(u'…', sentence.mid(colon + 2)) : text;
}

MaybeText translatedSentence(const QString &sentence)
{
    for (const auto &translated : {translatedPart, translatedDiscovery, translatedHead}) {
        if (MaybeText whole = translated(sentence)) {
            return whole;
        }
    }
    const qsizetype comma = sentence.indexOf(QStringLiteral(", expected "));
    if (comma < 0) {
        return translatedExpectation(sentence);
    }
    const MaybeText found = translatedPart(sentence.left(comma));
    const MaybeText expected = translatedExpectation(sentence.mid(comma + 2));
    const MaybeText both = lookedUp(QStringLiteral("FOUND, expected EXPECTED"));
    if (!found || !expected || !both) {
        return {};
    }
    return QString(*both)
        .replace(QStringLiteral("{0}"), *found)
        .replace(QStringLiteral("{1}"), *expected);
}

/// "data is [2,3] from 'x', weight is [4,5] from 'w'": what an operator was given.
MaybeText translatedGiven(const QString &given)
{
    static const QRegularExpression form(QStringLiteral(
        R"((?:^|, )(the output|input \d+|\w+) is (\[[^\]]*\]|[\w]+)(?: from ('[^']*'))?(?=, |$))"));
    QStringList parts;
    qsizetype end = 0;
    auto matches = form.globalMatch(given);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        const bool hasSource = !match.captured(3).isEmpty();
        const MaybeText text = lookedUp(hasSource ? QStringLiteral("given: {} is {} from {}")
                                                  : QStringLiteral("given: {} is {}"));
        if (!text || match.capturedStart() != end) {
            return {};
        }
        const QString name = match.captured(1) == QStringLiteral("the output")
                                 ? coreWords("the output")
                                 : placeWords(match.captured(1));
        parts.append(QString(*text)
                         .replace(QStringLiteral("{0}"), name)
                         .replace(QStringLiteral("{1}"), match.captured(2))
                         .replace(QStringLiteral("{2}"), match.captured(3)));
        end = match.capturedEnd();
    }
    return parts.isEmpty() || end != given.size() ? MaybeText()
                                                  : parts.join(coreWords("given: , "));
}

} // namespace

QString coreMessage(const QString &message)
{
    // "conv2d 'conv1': " says where, in the model's own words.
    static const QRegularExpression place(QStringLiteral(R"(^([\w.]+) ('[^']*': ))"));
    const QRegularExpressionMatch where = place.match(message);
    const QString body = message.mid(where.capturedLength());
    const QString start =
        where.hasMatch() ? coreWords(where.captured(1).toStdString()) + u' ' + where.captured(2)
                         : QString();
    if (const MaybeText whole = translatedSentence(body)) {
        return start + *whole;
    }
    const qsizetype semicolon = body.indexOf(QStringLiteral("; "));
    if (semicolon < 0) {
        return message;
    }
    const MaybeText sentence = translatedSentence(body.left(semicolon));
    const QString rest = body.mid(semicolon + 2);
    MaybeText given = translatedGiven(rest);
    if (!given) {
        given = translatedPart(rest);
    }
    return sentence && given ? start + *sentence + coreWords("given: ; ") + *given : message;
}

} // namespace nervure
