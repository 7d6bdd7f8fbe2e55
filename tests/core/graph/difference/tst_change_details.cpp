// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/change_details.h"
#include "tests/core/graph/difference/small_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// x, w → conv → relu.
SmallGraph chain()
{
    SmallGraph small;
    const NodeId x = small.add("null", "x");
    const NodeId w = small.add("null", "w");
    const NodeId conv = small.add("conv2d", "conv", {x, w}, {{"strides", "(1, 1)"}});
    small.add("relu", "relu", {conv});
    return small;
}

ChangeDetails detailsAt(const Graph &before, const Graph &after, NodeId node,
                        const Provenance *provenance = nullptr)
{
    return NodeComparison(before, after, provenance).details(node, node);
}

} // namespace

class TstChangeDetails : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachThingHasItsKind()
    {
        const SmallGraph small = chain();
        const NodeId conv = small.named("conv");
        Graph after = small.graph;
        Node &node = after.edit(conv);
        node.name = "conv_1";
        node.op = "conv2d_transpose";
        node.attrs = {{"strides", "(2, 2)"}, {"groups", "4"}};
        std::swap(node.inputs[0], node.inputs[1]);
        node.controlDeps.push_back(small.named("x"));
        const ChangeDetails expected{{DetailKind::Name, "", "conv", "conv_1"},
                                     {DetailKind::Operator, "", "conv2d", "conv2d_transpose"},
                                     {DetailKind::Attribute, "groups", "", "4"},
                                     {DetailKind::Attribute, "strides", "(1, 1)", "(2, 2)"},
                                     {DetailKind::Input, "0", "x", "w"},
                                     {DetailKind::Input, "1", "w", "x"},
                                     {DetailKind::ControlDependency, "0", "", "x"}};
        QCOMPARE(detailsAt(small.graph, after, conv), expected);
    }

    void thePlaceInTheFileIsNothing()
    {
        const SmallGraph small = chain();
        Graph after = small.graph;
        after.edit(small.named("conv")).sourceIndex = 7;
        QVERIFY(detailsAt(small.graph, after, small.named("conv")).empty());
    }

    void inputsThatComeAndGoAreTold()
    {
        const SmallGraph small = chain();
        const NodeId conv = small.named("conv");
        Graph after = small.graph;
        after.edit(conv).inputs.push_back({small.named("w"), 1, 0});
        const ChangeDetails more{{DetailKind::Input, "2", "", "w[1]"}};
        QCOMPARE(detailsAt(small.graph, after, conv), more);
        const ChangeDetails less{{DetailKind::Input, "2", "w[1]", ""}};
        QCOMPARE(detailsAt(after, small.graph, conv), less);
    }

    void theSpellingCountsForEditsAndNotForFiles()
    {
        const SmallGraph small = chain();
        const NodeId conv = small.named("conv");
        Graph after = small.graph;
        after.edit(conv).attrs.set("strides", "[1,1]");
        QCOMPARE(detailsAt(small.graph, after, conv).size(), std::size_t{1});
        Provenance files;
        files.isMatched = true;
        QVERIFY(detailsAt(small.graph, after, conv, &files).empty());
        after.edit(conv).attrs.set("strides", "[1,2]");
        QCOMPARE(detailsAt(small.graph, after, conv, &files).size(), std::size_t{1});
    }

    void blanksCountInsideOfWords()
    {
        QCOMPARE(canonicalValue("[ 1,  (2, 3) ]"), std::string("(1,(2,3))"));
        QCOMPARE(canonicalValue("a  b"), std::string("a  b"));
        QCOMPARE(canonicalValue("  "), std::string());
    }

    void anotherOutputOfTheSameNodeIsAnotherInput()
    {
        const SmallGraph small = chain();
        const NodeId relu = small.named("relu");
        Graph after = small.graph;
        after.edit(relu).inputs[0].index = 1;
        const ChangeDetails expected{{DetailKind::Input, "0", "conv", "conv[1]"}};
        QCOMPARE(detailsAt(small.graph, after, relu), expected);
    }

    void inputsThatAreNotThereAreNoFault()
    {
        SmallGraph small;
        const NodeId node = small.add("relu", "r", {NodeId{77}});
        QVERIFY(detailsAt(small.graph, small.graph, node).empty());
        Graph after = small.graph;
        after.edit(node).inputs[0].node = node;
        const ChangeDetails expected{{DetailKind::Input, "0", "node 77", "r"}};
        QCOMPARE(detailsAt(small.graph, after, node), expected);
    }
};

NERVURE_TEST(TstChangeDetails)
#include "tst_change_details.moc"
