// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/printed_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure::conformance;

namespace {

const std::string printedText =
    "Graph(%x, %w) {\n"
    "  %x, shape=[2,3], group_root=0\n"
    "  %w, shape=[3], group_root=1\n"
    "  %2 = conv2d(%x, %w, padding='(1, 1)', channels='3'), "
    "shape=[[2,3], [3]], group_root=9\n"
    "  %3 = relu(%2.0), control_deps=[%2, %x], shape=[2,3], group_root=77\n"
    "  ret %3\n"
    "}\n"
    "graph_attr_keys = [shape, dtype]\n";

} // namespace

class TstPrintedGraph : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sortsAttributesAndKeysAlone()
    {
        const std::string sorted = sortedGraphText(printedText);
        QVERIFY(sorted.find("conv2d(%x, %w, channels='3', padding='(1, 1)'), shape=[[2,3], [3]]")
                != std::string::npos);
        QVERIFY(sorted.find("graph_attr_keys = [dtype, shape]\n") != std::string::npos);
        QVERIFY(sorted.find("Graph(%x, %w) {\n  %x, shape=[2,3], group_root=0\n")
                != std::string::npos);
        QCOMPARE(sortedGraphText(sorted), sorted);
    }

    void otherOrderIsTheSame()
    {
        const std::string one = "  %1 = f(%x, a='1, b=2', b='%3')\n";
        const std::string two = "  %1 = f(%x, b='%3', a='1, b=2')\n";
        QCOMPARE(sortedGraphText(one), sortedGraphText(two));
        QVERIFY(sortedGraphText("  %1 = f(%x, %y)\n") != sortedGraphText("  %1 = f(%y, %x)\n"));
    }

    void findsWhatIsJoined()
    {
        const std::vector<std::string> expected{"shape", "group_root"};
        QCOMPARE(joinedAttributes(printedText), expected);
        QVERIFY(joinedAttributes("Graph(%x) {\n  %1 = f(%x, a='b'), control_deps=[%x]\n}").empty());
        const std::vector<std::string> keys{"shape", "dtype"};
        QCOMPARE(graphAttrKeys(printedText), keys);
        QVERIFY(graphAttrKeys("}\n").empty());
    }

    void masksWhatIsNotSafe()
    {
        const std::string masked =
            maskedGraphText(printedText, "group_root", [](const std::string &title) {
                return title == "%3" || title == "%w";
            });
        QVERIFY(masked.find("%w, shape=[3], group_root=?\n") != std::string::npos);
        QVERIFY(masked.find("shape=[2,3], group_root=?\n") != std::string::npos);
        QVERIFY(masked.find("group_root=9\n") != std::string::npos);
        QVERIFY(masked.find("%x, shape=[2,3], group_root=0\n") != std::string::npos);
    }
};

NERVURE_TEST(TstPrintedGraph)
#include "tst_printed_graph.moc"
