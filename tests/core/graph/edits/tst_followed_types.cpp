// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/followed_types.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/delete_edits.h"
#include "core/graph/edits/names.h"
#include "core/graph/edits/type_edits.h"
#include "tests/core/graph/edits/edit_fixture.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

using namespace nervure;
using namespace nervure::tests;

/// x → Relu a → Magic m, which nobody knows → Neg n → y; a → Cast z. All values are declared, as exporters do.
class TstFollowedTypes : public QObject, private EditFixture {
    Q_OBJECT

private:
    static NodeId add(Graph &graph, const char *op, const char *name, Entries inputs,
                      const char *declared, AttrDict attrs = {})
    {
        Node node;
        node.dialect = Dialect::Onnx;
        node.op = op;
        node.opset = 17;
        node.name = name;
        node.inputs = std::move(inputs);
        node.attrs = std::move(attrs);
        node.outputPorts = {{{}, name, 0}};
        node.declaredTypes = {ValueType::fromText(declared)};
        return graph.add(std::move(node));
    }

    static Graph model(const char *magic = "mine:Magic")
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        Node x;
        x.dialect = Dialect::Onnx;
        x.name = "x";
        x.attrs = {{"elem_type", "float32"}, {"shape", "[1, 3]"}};
        const NodeId in = graph.add(std::move(x));
        const NodeId a = add(graph, "Relu", "a", {{in}}, "float32[1, 3]");
        const NodeId m = add(graph, magic, "m", {{a}}, "float32[1, 7]");
        const NodeId n = add(graph, "Neg", "n", {{m}}, "float32[1, 7]");
        const NodeId z = add(graph, "Cast", "z", {{a}}, "float16[1, 3]", {{"to", "10"}});
        graph.setHeads({{n}, {z}});
        return graph;
    }

    /// The graph after the edit and what it makes of declared types.
    Graph followed(const Graph &graph, const Result<Edit> &edit, Diagnostics *notes = nullptr) const
    {
        Diagnostics ignored;
        return applied(
            graph,
            edit ? withFollowedTypes(graph, *edit, builtins.ops, notes ? *notes : ignored) : edit);
    }

    static std::string declared(const Graph &graph, const char *name)
    {
        return declaredTypeOf(graph, {id(graph, name)}).text();
    }

private Q_SLOTS:
    void anInputsBatch()
    {
        const Graph graph = model("Exp");
        Diagnostics notes;
        const Graph named = followed(
            graph, setInputSizes(graph, id(graph, "x"), *dimensionsTyped("N,3"), {}), &notes);
        QCOMPARE(declared(named, "a"), std::string("float32[N, 3]"));
        QCOMPARE(declared(named, "m"), std::string("float32[N, 3]"));
        QCOMPARE(declared(named, "z"), std::string("float16[N, 3]"));
        QVERIFY(notes.empty());
    }

    /// What nobody can infer any more keeps type and rank, where it is an output.
    void behindAnOperatorThatNobodyKnows()
    {
        const Graph graph = model();
        Diagnostics notes;
        const Graph wide =
            followed(graph, setInputType(graph, id(graph, "x"), Shape{4, 3}, {}), &notes);
        QCOMPARE(declared(wide, "a"), std::string("float32[4, 3]"));
        QCOMPARE(declared(wide, "m"), std::string("?"));
        QCOMPARE(declared(wide, "n"), std::string("float32[?, ?]"));
        QCOMPARE(declared(wide, "z"), std::string("float16[4, 3]"));
        QVERIFY(hasFinding(notes, "declared-type",
                           "Neg 'n': the size of output 'n', declared as float32[1, 7], is no "
                           "longer known; it is declared as float32[?, ?] now"));
        QVERIFY(notes.front().severity == Severity::Note);
    }

    void anAttribute()
    {
        const Graph graph = model();
        const NodeId z = id(graph, "z");
        const Graph cast = followed(graph, setAttribute(graph, {&z, 1}, "to", "1"));
        QCOMPARE(declared(cast, "z"), std::string("float32[1, 3]"));
        QCOMPARE(declared(cast, "m"), std::string("float32[1, 7]"));
        // The operator computes something else, but its values are of the types that they were of.
        const NodeId n = id(graph, "n");
        const Graph other = followed(graph, setAttribute(graph, {&n, 1}, "note", "1"));
        QCOMPARE(declared(other, "n"), std::string("float32[1, 7]"));
    }

    void whatComputesTheSameIsDeclaredTheSame()
    {
        const Graph graph = model();
        const Edit rename{RenameNode{id(graph, "m"), "magic"}};
        Graph now = graph;
        QVERIFY(apply(now, rename).ok());
        QVERIFY(followTypes(graph, now, builtins.ops).edit.edits.empty());
    }

    void whatTheEditDeclaresStays()
    {
        const Graph graph = model();
        const Graph changed = followed(
            graph, declareType(graph, {id(graph, "m")}, ValueType::fromText("float32[5]")));
        QCOMPARE(declared(changed, "m"), std::string("float32[5]"));
        QCOMPARE(declared(changed, "n"), std::string("float32[5]"));
    }

    void aDeletedNode()
    {
        const Graph graph = model();
        const NodeId m = id(graph, "m");
        const Graph bridged =
            followed(graph, deleteNodes(graph, std::vector<NodeId>{m}, Readers::Bridge));
        QCOMPARE(declared(bridged, "n"), std::string("float32[1, 3]"));
        const Graph open = followed(graph, deleteNodes(graph, std::vector<NodeId>{m}));
        QCOMPARE(declared(open, "n"), std::string("float32[?, ?]"));
    }

    /// Each keeps what the file that it came from declares, but for what cannot be here.
    void newNodes()
    {
        const Graph graph = model();
        CompositeEdit both;
        Node known = graph.node(id(graph, "a"));
        known.name = "new";
        known.outputPorts = {{{}, "new", 0}};
        known.declaredTypes = {ValueType::fromText("float32[9, 9]")};
        both.edits.push_back({AddNode{known, graph.nextId(), {}}});
        Node unknown = known;
        unknown.op = "mine:Other";
        unknown.name = "other";
        both.edits.push_back({AddNode{unknown, NodeId{graph.nextId().value + 1}, {}}});
        const Graph more = followed(graph, Edit{both});
        QCOMPARE(declared(more, "new"), std::string("float32[1, 3]"));
        QCOMPARE(declared(more, "other"), std::string("float32[9, 9]"));
    }

    static NodeId outerValue(Graph &body, const char *name)
    {
        Node outer;
        outer.dialect = Dialect::Onnx;
        outer.name = name;
        outer.attrs = {{"outer", "true"}};
        return body.add(std::move(outer));
    }

    static NodeId input(Graph &graph, const char *name, AttrDict attrs)
    {
        Node node;
        node.dialect = Dialect::Onnx;
        node.name = name;
        node.attrs = std::move(attrs);
        return graph.add(std::move(node));
    }

    /// x → inner → result, result → lost, which nobody can tell; k → kept, likewise.
    static Graph branchBody()
    {
        Graph body;
        body.setDialect(Dialect::Onnx);
        const NodeId read = outerValue(body, "x");
        const NodeId inner = add(body, "Neg", "inner", {{read}}, "float32[1, 3]");
        const NodeId result = add(body, "Exp", "result", {{inner}}, "float32[1, 3]");
        const NodeId lost = add(body, "mine:Magic", "lost", {{result}}, "float32[1, 9]");
        const NodeId kept =
            add(body, "mine:Magic", "kept", {{outerValue(body, "k")}}, "float32[5, 5]");
        const NodeId behind = add(body, "Neg", "behind", {{kept}}, "float32[5, 5]");
        body.setHeads({{result}, {lost}, {behind}});
        return body;
    }

    /// Sizes inside a body follow as those around it do.
    void bodies()
    {
        Graph graph = model();
        const NodeId x = id(graph, "x");
        const NodeId k = input(graph, "k", {{"elem_type", "float32"}, {"shape", "[5, 5]"}});
        const NodeId condition = input(graph, "flag", {{"elem_type", "bool"}, {"shape", "[]"}});
        Node branch = graph.node(id(graph, "z"));
        branch.inputs = {{condition}};
        branch.op = "If";
        branch.name = "if";
        branch.attrs = {{"else_branch", "graph e"}, {"then_branch", "graph t"}};
        branch.outputPorts = {{{}, "if", 0}, {{}, "if1", 1}, {{}, "if2", 2}};
        branch.declaredTypes = {ValueType::fromText("float32[1, 3]"),
                                ValueType::fromText("float32[1, 9]"),
                                ValueType::fromText("float32[5, 5]")};
        branch.controlDeps = {x, k};
        branch.subgraphs = {std::make_shared<const Graph>(branchBody()),
                            std::make_shared<const Graph>(branchBody())};
        const NodeId made = graph.add(std::move(branch));
        graph.setHeads({{made, 0}, {made, 1}, {made, 2}});
        const Graph wide = followed(graph, setInputType(graph, x, Shape{4, 3}, {}));
        const Node &changed = wide.node(id(wide, "if"));
        QCOMPARE(changed.declaredTypes[0].text(), std::string("float32[4, 3]"));
        QCOMPARE(changed.declaredTypes[1].text(), std::string("float32[?, ?]"));
        QCOMPARE(changed.declaredTypes[2].text(), std::string("float32[5, 5]"));
        for (const auto &inside : changed.subgraphs) {
            QCOMPARE(declared(*inside, "inner"), std::string("float32[4, 3]"));
            QCOMPARE(declared(*inside, "result"), std::string("float32[4, 3]"));
            QCOMPARE(declared(*inside, "lost"), std::string("float32[?, ?]"));
            QCOMPARE(declared(*inside, "kept"), std::string("float32[5, 5]"));
            QCOMPARE(declared(*inside, "behind"), std::string("float32[5, 5]"));
        }
    }

    /// The declared types of a body's own inputs follow, too.
    void inputsOfBodies()
    {
        Graph body;
        body.setDialect(Dialect::Onnx);
        input(body, "step", {{"elem_type", "int64"}, {"shape", "[]"}});
        const NodeId go = input(body, "go", {{"elem_type", "bool"}, {"shape", "[]"}});
        const NodeId state = input(body, "state", {{"elem_type", "float32"}, {"shape", "[1, 3]"}});
        const NodeId kept = add(body, "Identity", "still", {{go}}, "bool[]");
        const NodeId next = add(body, "Neg", "next", {{state}}, "float32[1, 3]");
        body.setHeads({{kept}, {next}});
        Graph graph = model();
        const NodeId x = id(graph, "x");
        const NodeId count = input(graph, "count", {{"elem_type", "int64"}, {"shape", "[]"}});
        const NodeId flag = input(graph, "flag", {{"elem_type", "bool"}, {"shape", "[]"}});
        const NodeId loop = add(graph, "Loop", "loop", {{count}, {flag}, {x}}, "float32[1, 3]",
                                {{"body", "graph b"}});
        graph.edit(loop).subgraphs = {std::make_shared<const Graph>(body)};
        graph.setHeads({{loop}});
        const Graph wide = followed(graph, setInputType(graph, x, Shape{4, 3}, {}));
        const Graph &inside = *wide.node(id(wide, "loop")).subgraphs[0];
        QCOMPARE(declared(inside, "state"), std::string("float32[4, 3]"));
        QCOMPARE(declared(inside, "next"), std::string("float32[4, 3]"));
        QCOMPARE(declared(inside, "still"), std::string("bool[]"));
        QCOMPARE(declared(inside, "step"), std::string("int64[]"));
    }

    void otherDialects()
    {
        const Graph graph = nnvm();
        const NodeId conv = id(graph, "conv");
        const Graph changed = followed(graph, setAttribute(graph, {&conv, 1}, "channels", "4"));
        QCOMPARE(*changed.node(conv).attrs.find("channels"), std::string("4"));
    }
};

NERVURE_TEST(TstFollowedTypes)
#include "tst_followed_types.moc"
