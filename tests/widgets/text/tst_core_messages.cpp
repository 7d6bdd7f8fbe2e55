// SPDX-License-Identifier: Apache-2.0
#include "widgets/text/core_messages.h"

#include "tests/support/test_class.h"

#include <QCoreApplication>
#include <QHash>
#include <QTest>
#include <QTranslator>

using namespace nervure;

namespace {

/// A language in which words are what this table says.
class TableTranslator : public QTranslator {
public:
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        return qstrcmp(context, "core") == 0 ? m_words.value(QString::fromUtf8(source)) : QString();
    }
    [[nodiscard]] bool isEmpty() const override { return false; }

private:
    const QHash<QString, QString> m_words{
        {QStringLiteral("{} has shape {}"), QStringLiteral("shape of {0}: {1}")},
        {QStringLiteral("expected {} dimensions"), QStringLiteral("{0}-dimensional wanted")},
        {QStringLiteral("FOUND, expected EXPECTED"), QStringLiteral("{0} / {1}")},
        {QStringLiteral("input {}"), QStringLiteral("in {0}")},
        {QStringLiteral("attribute {} is unknown"), QStringLiteral("no attribute {0}")},
        {QStringLiteral("expected one of a list: {}"), QStringLiteral("one of <{0}>")},
        {QStringLiteral("given: {} is {} from {}"), QStringLiteral("{0} = {1} of {2}")},
        {QStringLiteral("given: {} is {}"), QStringLiteral("{0} = {1}")},
        {QStringLiteral("given: ; "), QStringLiteral(" | ")},
        {QStringLiteral("the output"), QStringLiteral("out")},
        {QStringLiteral("found {}"), QStringLiteral("this is {0}")},
        {QStringLiteral("a tar archive"), QStringLiteral("a tarball")},
        {QStringLiteral(": unpack it"), QStringLiteral("; open what is in it")},
        {QStringLiteral("cannot open: …"), QStringLiteral("not opened (…)")},
        {QStringLiteral("node"), QStringLiteral("vertex")},
        {QStringLiteral("{} of {} and {}"), QStringLiteral("{0}({1}, {2})")},
        {QStringLiteral("expected {}"), QStringLiteral("{0} wanted")},
        {QStringLiteral("a whole number"), QStringLiteral("WHOLE")},
        {QStringLiteral("a text"), QStringLiteral("TEXT")},
        {QStringLiteral("{} is {}, at column {}"), QStringLiteral("in {0}={1}, {2}")},
        {QStringLiteral("{} is near"), QStringLiteral("mind {0}")},
    };
};

} // namespace

class TstCoreMessages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void messagesAreTranslated_data();
    void messagesAreTranslated();
};

void TstCoreMessages::messagesAreTranslated_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("translated");
    const auto row = [](const char *name, const char *message, const char *translated) {
        QTest::newRow(name) << QString::fromUtf8(message) << QString::fromUtf8(translated);
    };
    row("found and expected", "conv2d 'c': input 0 (data) has shape [1,3], expected 4 dimensions",
        "conv2d 'c': shape of in 0 (data): [1,3] / 4-dimensional wanted");
    row("a word of the language in front", "node 'c': weight has shape [], expected 4 dimensions",
        "vertex 'c': shape of weight: [] / 4-dimensional wanted");
    row("a list", "resize 'r': attribute 'scales' is unknown, expected one of mode, dims",
        "resize 'r': no attribute 'scales' / one of <mode, dims>");
    row("a list and what is near",
        "attribute 'scale' is unknown, expected one of scales; 'scales' is near",
        "no attribute 'scale' / one of <scales> | mind 'scales'");
    row("what was given",
        "prelu 'p': alpha has shape [2]; data is [1,2] from 'a', the output is float32",
        "prelu 'p': shape of alpha: [2] | data = [1,2] of 'a'given: , out = float32");
    row("another kind of file", "found a tar archive: unpack it",
        "this is a tarball; open what is in it");
    row("another program's words", "cannot open: Is it there", "not opened (Is it there)");
    row("kinds of values", "'+' of a whole number and a text, expected a whole number",
        "'+'(WHOLE, TEXT) / WHOLE wanted");
    row("where in an expression",
        "'+' of a text and a text, expected a text; shape is 'a + b', at column 3",
        "'+'(TEXT, TEXT) / TEXT wanted | in shape='a + b', 3");
    row("half of it is not known", "weight has shape [2], expected a miracle",
        "weight has shape [2], expected a miracle");
    row("nothing is known", "a sentence of another kind", "a sentence of another kind");
}

void TstCoreMessages::messagesAreTranslated()
{
    QFETCH(QString, message);
    QFETCH(QString, translated);
    QCOMPARE(coreMessage(message), message);
    TableTranslator table;
    QCoreApplication::installTranslator(&table);
    const QString found = coreMessage(message);
    QCoreApplication::removeTranslator(&table);
    QCOMPARE(found, translated);
}

NERVURE_TEST(TstCoreMessages)
#include "tst_core_messages.moc"
