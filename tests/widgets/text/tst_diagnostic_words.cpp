// SPDX-License-Identifier: Apache-2.0
#include "widgets/text/diagnostic_words.h"

#include "core/support/diagnostic.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstDiagnosticWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void optionsOfTheCommandLineAreLeftOut_data()
    {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("words");
        QTest::newRow("at the end") << "the shape of 'x' is unknown (--shape x=…)"
                                    << "the shape of 'x' is unknown";
        QTest::newRow("in the middle")
            << "values are lost (--params or --input gives them): 'a', 'b'"
            << "values are lost: 'a', 'b'";
        QTest::newRow("other parentheses") << "conv 'a' (2 inputs)"
                                           << "conv 'a' (2 inputs)";
        QTest::newRow("a name like one") << "'--shape' (it is a name)"
                                         << "'--shape' (it is a name)";
    }
    void optionsOfTheCommandLineAreLeftOut()
    {
        QFETCH(QString, message);
        QFETCH(QString, words);
        Diagnostic diagnostic = makeWarningAt("x", "code", message.toStdString());
        QCOMPARE(diagnosticMessage(diagnostic), words);
        diagnostic.where.file = "m.json";
        diagnostic.where.line = 3;
        diagnostic.where.column = 7;
        QCOMPARE(diagnosticLine(diagnostic), QStringLiteral("m.json:3:7: ") + words);
    }
};

NERVURE_TEST(TstDiagnosticWords)
#include "tst_diagnostic_words.moc"
