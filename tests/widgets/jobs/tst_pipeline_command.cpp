// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/pipeline_command.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// What the history says of passes that were arranged otherwise.
class TstPipelineCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWordsTellWhatWasDone_data();
    void theWordsTellWhatWasDone();

private:
    /// "A,-B{x=1}": a pass with a sign before it is off.
    static Pipeline pipeline(const QString &text)
    {
        Pipeline passes;
        for (const QString &one : text.split(u',', Qt::SkipEmptyParts)) {
            const bool isOn = !one.startsWith(u'-');
            const QString request = isOn ? one : one.mid(1);
            passes.push_back({parsePipeline(request.toStdString()).value().front(), isOn});
        }
        return passes;
    }
};

void TstPipelineCommand::theWordsTellWhatWasDone_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *before, const char *after, const char *words) {
        QTest::newRow(words) << QString::fromLatin1(before) << QString::fromLatin1(after)
                             << QString::fromLatin1(words);
    };
    row("A,B", "A,B,C", "Run C");
    row("", "A", "Run A");
    row("A,B,C", "B,C", "Take out A");
    row("A,B", "A", "Take out B");
    row("A,B,C", "B,C,A", "Move A");
    row("A,B,C", "C,A,B", "Move C");
    row("A,A,B", "A,B,A", "Move B");
    row("A,B", "A,-B", "Switch B off");
    row("A,-B", "A,B", "Switch B on");
    row("A,B,C", "A,-B,-C", "Switch 2 pass(es)");
    row("A,B{x=1}", "A,B{x=2}", "Set options of B");
    row("A,B", "A,C", "Replace B by C");
    row("A,B", "C,D,-E", "Run 2 pass(es)");
    row("A", "A,B,C,D", "Run 4 pass(es)");
}

void TstPipelineCommand::theWordsTellWhatWasDone()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, words);
    QCOMPARE(pipelineWords(pipeline(before), pipeline(after)), words);
}

NERVURE_TEST(TstPipelineCommand)
#include "tst_pipeline_command.moc"
