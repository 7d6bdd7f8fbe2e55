// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_request.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstPassRequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pipelinesAreRead()
    {
        const auto passes = parsePipeline("InferShape, PlanMemory{match_range=8, planner=arena}");
        QVERIFY(passes.ok());
        QCOMPARE(passes->size(), std::size_t{2});
        QCOMPARE((*passes)[1],
                 (PassRequest{"PlanMemory", {{"match_range", "8"}, {"planner", "arena"}}}));
        QCOMPARE(pipelineText(*passes),
                 std::string("InferShape,PlanMemory{match_range=8,planner=arena}"));
    }

    void emptyBracesAreNoOptions() { QVERIFY(parsePipeline("A{}")->front().options.empty()); }

    void badGrammarIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text :
             {"", "A,,B", "A{", "A}", "A{x}", "A{=1}", "A{x=1}y", "A{{x=1}}", "{x=1}"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }

    void badGrammarIsRefused()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!parsePipeline(text.toStdString()).ok());
    }
};

NERVURE_TEST(TstPassRequest)
#include "tst_pass_request.moc"
