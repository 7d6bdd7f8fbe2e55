// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_request.h"
#include "tests/support/errors.h"
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

    void valuesWithCommasStandInQuotes()
    {
        const std::string text = "exec{command=\"fold --only \\\"a, b\\\" {c} \\\\\",timeout=5},B";
        const auto passes = parsePipeline(text);
        QVERIFY2(passes.ok(), passes ? "" : passes.error().message.c_str());
        QCOMPARE(passes->size(), std::size_t{2});
        const PassRequest expected{"exec",
                                   {{"command", "fold --only \"a, b\" {c} \\"}, {"timeout", "5"}}};
        QCOMPARE(passes->front(), expected);
        QCOMPARE(pipelineText(*passes), text);
        // Only a quote that begins a value is one.
        QCOMPARE(parsePipeline("A{x=a\"b}")->front().options.front().second, std::string("a\"b"));
    }

    void badGrammarIsRefused_data()
    {
        QTest::addColumn<std::string>("words");
        QTest::newRow("") << std::string("'' is no pass, expected Name or Name{option=value}");
        QTest::newRow("A,,B") << std::string("'' is no pass");
        QTest::newRow("A{") << std::string("the braces in 'A{' do not match");
        QTest::newRow("A}") << std::string("the braces in 'A}' do not match");
        QTest::newRow("A{x}") << std::string("'x' is no option of A, expected option=value");
        QTest::newRow("A{=1}") << std::string("'=1' is no option of A");
        QTest::newRow("A{x=1}y") << std::string("'A{x=1}y' is no pass");
        QTest::newRow("A{{x=1}}") << std::string("the braces in 'A{{x=1}}' do not match");
        QTest::newRow("A{x=\"1}") << std::string("is not closed");
        QTest::newRow("{x=1}") << std::string("'{x=1}' is no pass");
    }

    void badGrammarIsRefused()
    {
        QFETCH(std::string, words);
        NERVURE_VERIFY_ERROR(parsePipeline(QTest::currentDataTag()), "pipeline-syntax", words);
    }
};

NERVURE_TEST(TstPassRequest)
#include "tst_pass_request.moc"
