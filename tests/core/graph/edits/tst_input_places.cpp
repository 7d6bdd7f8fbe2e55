// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/input_places.h"

#include "core/formats/onnx/value_names.h"
#include "core/graph/edits/rename_value.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/core/graph/edits/edit_fixture.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

using namespace nervure;
using namespace nervure::tests;

/// Where an operator reads values and could read more, by its own words.
class TstInputPlaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void inputsThatAreLeftOutAreFree();
    void aFreeInputIsFilled();
    void aVariadicOperatorTakesOneMore();
    void aConnectedInputIsReplacedOnlyByItsName();
    void anEdgeMovesToAFreeInput();
    void missingInputsOfNnvmAreFree();
    void anythingGoesIntoUnknownOperators();

private:
    /// x → Clip (max alone) → c → Concat with x; low and high are initializers.
    [[nodiscard]] Graph opened() const
    {
        return m_fixture.opened(
            modelOf(bytesField(graph::name, "g") + valueField(graph::input, "x", {"2"})
                    + initializerField("low", 1) + initializerField("high", 1)
                    + nodeField("Clip", {"x", "", "high"}, {"c"}, "clip")
                    + nodeField("Concat", {"c", "x"}, {"y"}, "join", intAttribute("axis", 0))
                    + valueField(graph::output, "y", {"4"})));
    }
    [[nodiscard]] std::vector<std::string> places(const Graph &graph, const char *node) const
    {
        std::vector<std::string> names;
        for (const InputPlace &place : inputPlaces(graph, m_fixture.builtins.ops,
                                                   graph.findByName(node).value_or(NodeId{}))) {
            names.push_back(place.name + (place.isMore ? "…" : place.at ? "" : "?"));
        }
        return names;
    }
    [[nodiscard]] static std::vector<std::string> read(const Graph &graph, const char *node)
    {
        return onnx::ValueNames(graph).inputs(graph.node(*graph.findByName(node)));
    }
    using Names = std::vector<std::string>;

    EditFixture m_fixture;
};

void TstInputPlaces::inputsThatAreLeftOutAreFree()
{
    const Graph graph = opened();
    QCOMPARE(places(graph, "clip"), (Names{"input", "min?", "max"}));
    QVERIFY(places(graph, "x").empty());
    QVERIFY(inputPlaces(graph, m_fixture.builtins.ops, NodeId{99}).empty());
}

void TstInputPlaces::aFreeInputIsFilled()
{
    Graph graph = opened();
    const Graph before = graph;
    const OpRegistry &ops = m_fixture.builtins.ops;
    const NodeId clip = *graph.findByName("clip");
    const auto edit = connectInput(graph, ops, clip, "min", *findValue(graph, "low"));
    QVERIFY(edit.ok());
    const auto undo = apply(graph, *edit);
    QCOMPARE(read(graph, "clip"), (Names{"x", "low", "high"}));
    QCOMPARE(places(graph, "clip"), (Names{"input", "min", "max"}));
    QVERIFY(apply(graph, *undo).ok() && graph == before);
    NERVURE_VERIFY_ERROR(connectInput(graph, ops, clip, "low", *findValue(graph, "low")),
                         "no-such-input", "one of input, min, max");
    NERVURE_VERIFY_ERROR(connectInput(graph, ops, clip, "min", *findValue(graph, "y")), "cycle",
                         "");
}

void TstInputPlaces::aVariadicOperatorTakesOneMore()
{
    Graph graph = opened();
    QCOMPARE(places(graph, "join"), (Names{"inputs 1", "inputs 2", "inputs…"}));
    const NodeId join = *graph.findByName("join");
    QVERIFY(apply(graph, *connectInput(graph, m_fixture.builtins.ops, join, "inputs",
                                       *findValue(graph, "high")))
                .ok());
    QCOMPARE(read(graph, "join"), (Names{"c", "x", "high"}));
}

void TstInputPlaces::aConnectedInputIsReplacedOnlyByItsName()
{
    Graph graph = opened();
    const NodeId clip = *graph.findByName("clip");
    QVERIFY(apply(graph, *connectInput(graph, m_fixture.builtins.ops, clip, "input",
                                       *findValue(graph, "low")))
                .ok());
    QCOMPARE(read(graph, "clip"), (Names{"low", "", "high"}));
}

void TstInputPlaces::anEdgeMovesToAFreeInput()
{
    Graph graph = opened();
    const NodeId clip = *graph.findByName("clip");
    const auto edit =
        moveEdgeTo(graph, m_fixture.builtins.ops, {clip, 1}, clip, "min"); // max's value
    QVERIFY(edit.ok());
    QVERIFY(apply(graph, *edit).ok());
    const Names now = read(graph, "clip");
    QCOMPARE(now[0], std::string("x"));
    QCOMPARE(now[1], std::string("high"));
    QVERIFY(now.size() == 2 || !findValue(graph, now[2]));
    NERVURE_VERIFY_ERROR(moveEdgeTo(graph, m_fixture.builtins.ops, {clip, 7}, clip, "min"),
                         "no-such-input", "");
}

void TstInputPlaces::missingInputsOfNnvmAreFree()
{
    Graph graph = m_fixture.nnvm();
    const NodeId conv = *graph.findByName("conv");
    graph.edit(conv).inputs = {graph.node(conv).inputs[0], graph.node(conv).inputs[1]};
    QCOMPARE(places(graph, "conv"), (Names{"data", "weight", "bias?"}));
    QVERIFY(apply(graph, *connectInput(graph, m_fixture.builtins.ops, conv, "bias",
                                       {*graph.findByName("conv_bias")}))
                .ok());
    QCOMPARE(graph.node(conv).inputs.size(), std::size_t(3));
}

void TstInputPlaces::anythingGoesIntoUnknownOperators()
{
    Graph graph = m_fixture.nnvm();
    Node mine;
    mine.op = "mine";
    mine.name = "mine";
    mine.inputs = {Entry{*graph.findByName("x")}};
    graph.add(mine);
    QCOMPARE(places(graph, "mine"), (Names{"input 0", "input 1…"}));
}

NERVURE_TEST(TstInputPlaces)
#include "tst_input_places.moc"
