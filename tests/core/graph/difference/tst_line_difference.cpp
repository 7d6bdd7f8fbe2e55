// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/line_difference.h"

#include "tests/core/graph/difference/small_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLineDifference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNodeIsALineThatNamesWhatItReads()
    {
        SmallGraph small;
        const NodeId data = small.add("null", "data");
        const NodeId conv = small.add("conv2d", "conv", {data}, {{"channels", "8"}});
        const std::vector<NodeLine> lines = graphLines({small.graph});
        QCOMPARE(lines.size(), std::size_t{3});
        QCOMPARE(lines[0].text, std::string("data"));
        QCOMPARE(lines[1].text, std::string("conv = conv2d(data, channels=8)"));
        QCOMPARE(lines[1].node, conv);
        QCOMPARE(lines[2].text, std::string("return conv"));
    }

    void whatIsAlikeIsLeftOutButForThreeLinesAround()
    {
        std::vector<NodeLine> before;
        for (int i = 0; i < 20; ++i) {
            before.push_back({"line " + std::to_string(i)});
        }
        std::vector<NodeLine> after = before;
        after[10].text = "another line";
        std::string text;
        for (const ComparedLine &line : compareLines(before, after)) {
            constexpr std::string_view signs = " -+.";
            text += signs[static_cast<std::size_t>(line.kind)];
            text += line.kind == ComparedLine::Kind::Gap ? std::to_string(line.skipped) : "";
        }
        QCOMPARE(text, std::string(".7   -+   .6"));
    }

    void equalTextsDifferInNothing()
    {
        const std::vector<NodeLine> lines{{"a"}, {"b"}};
        QVERIFY(compareLines(lines, lines).empty());
    }
};

NERVURE_TEST(TstLineDifference)
#include "tst_line_difference.moc"
