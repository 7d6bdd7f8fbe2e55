// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_preserving.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/edits/delete_edits.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// Odd on purpose: two-number entries, mixed blanks, an unknown field, a repeated key.
const std::string preservedText = "\xEF\xBB\xBF{ \"nodes\": [\r\n"
                                  "  {\"op\":\"null\", \"name\":\"x\",\"inputs\":[]},\r\n"
                                  "  {\"op\":\"relu\",\"name\": \"a\", \"colour\": \"red\",\r\n"
                                  "   \"attrs\": {\"k\":\"1\", \"k\" : \"2\" , \"m\":\"3\"},"
                                  " \"inputs\":[[0,0]]},\r\n"
                                  "  {\"op\":\"tanh\",\"name\":\"b\",\"inputs\":[[1, 0,0]]},\r\n"
                                  "  {\"op\":\"exp\",\"name\":\"c\",\"inputs\":[[2,0]]}\r\n"
                                  " ], \"arg_nodes\": [0],\r\n"
                                  " \"node_row_ptr\": [0,1,2,3,4], \"heads\":[[3,0,0]] }\r\n";

/// As MXNet writes it: an operator that is not known here has outputs that nothing reads, and lists
/// stand in several lines.
const std::string foreign = R"({
  "nodes": [
    {"op": "null", "name": "data", "inputs": []},
    {"op": "null", "name": "bn_gamma", "inputs": []},
    {"op": "ForeignNorm", "name": "bn", "inputs": [[0, 0, 0], [1, 0, 0]]},
    {"op": "Activation", "name": "act", "inputs": [[2, 0, 0]]},
    {"op": "null", "name": "label", "inputs": []},
    {"op": "SoftmaxOutput", "name": "softmax", "control_deps": [2,3],
     "inputs": [
      [3, 0, 0],
      [4, 0, 0]
     ]}
  ],
  "arg_nodes": [
    0,
    1,
    4
  ],
  "node_row_ptr": [
    0,
    1,
    2,
    5,
    6,
    7,
    8
  ],
  "heads": [[5, 0, 0]]
})";
const NodeId bn{2};
const NodeId act{3};
const NodeId softmax{5};

const NodeId x{0};
const NodeId a{1};
const NodeId b{2};
const NodeId c{3};

} // namespace

class TstNnvmPreserving : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    std::string save(const std::vector<Edit> &edits, const std::string &text = preservedText)
    {
        auto model = openModelText(text, "t.json", m_builtins.formats, m_builtins.ops);
        for (const Edit &edit : edits) {
            [[maybe_unused]] const auto inverse = apply(model->graph, edit);
        }
        m_last = model->graph;
        Diagnostics diagnostics;
        return writeNnvmPreserving(model->graph, text, {m_builtins.ops, Semantics::Exact, {}},
                                   diagnostics)
            .value();
    }
    /// The original with one piece replaced.
    static std::string with(const std::string &piece, const std::string &by,
                            std::string text = preservedText)
    {
        return text.replace(text.find(piece), piece.size(), by);
    }
    void compareReread(const std::string &text)
    {
        const auto again = openModelText(text, "t.json", m_builtins.formats, m_builtins.ops);
        QVERIFY(again.ok());
        QCOMPARE(again->graph.nodeCount(), m_last.nodeCount());
        for (std::size_t i = 0; i < m_last.nodeCount(); ++i) {
            const Node &wanted = m_last.node(m_last.nodes()[i]);
            const Node &found = again->graph.node(again->graph.nodes()[i]);
            QCOMPARE(found.name, wanted.name);
            QCOMPARE(found.op, wanted.op);
            QVERIFY(found.attrs == wanted.attrs);
            QCOMPARE(found.inputs.size(), wanted.inputs.size());
        }
    }

    Graph m_last;

private Q_SLOTS:
    void unchangedGraphsKeepTheirBytes();
    void singleTokensAreReplaced();
    void attributesComeAndGo();
    void removedNodesLeaveTheOthersText();
    void newNodesStandWhereTheyBelong();
    void movedNodesTakeTheirTextAlong();
    void deepEditsReadBack();
    void thePointersOfTheFileStay();
    void listsKeepTheirLines();
    void operatorsThatAreUsedMoreHaveMoreOutputs();
    void attributesOfTheGraphKeepTheirText();
    void pointersThatAreNoneStayUntilTheNodesChange();
};

void TstNnvmPreserving::unchangedGraphsKeepTheirBytes()
{
    QCOMPARE(save({}), preservedText);
    QCOMPARE(save({{RenameNode{a, "z"}}, {RenameNode{a, "a"}}}), preservedText);
    NERVURE_NEED_ORACLES();
    for (const auto &item :
         std::filesystem::directory_iterator(tests::oraclesFolder() / "nnvm" / "corpus")) {
        const std::string text = tests::readFile(item.path());
        QVERIFY2(save({}, text) == text, item.path().c_str());
    }
}

void TstNnvmPreserving::singleTokensAreReplaced()
{
    QCOMPARE(save({{RenameNode{b, "new\n"}}}), with("\"name\":\"b\"", "\"name\":\"new\\n\""));
    QCOMPARE(save({{SetAttribute{a, "k", "9", {}}}}), with("\"k\" : \"2\"", "\"k\" : \"9\""));
    QCOMPARE(save({{SetInputs{b, {{x}}, {}, {}}}}), with("[[1, 0,0]]", "[[0, 0,0]]"));
    QCOMPARE(save({{SetHeads{{{b, 0, 0}}}}}), with("[[3,0,0]]", "[[2,0,0]]"));
}

void TstNnvmPreserving::attributesComeAndGo()
{
    QCOMPARE(save({{RemoveAttribute{a, "m"}}}), with(" , \"m\":\"3\"", ""));
    QCOMPARE(save({{RemoveAttribute{a, "k"}}}), with("\"k\":\"1\", \"k\" : \"2\" , ", ""));
    QCOMPARE(save({{SetAttribute{a, "n", "4", {}}}}),
             with("\"m\":\"3\"", "\"m\":\"3\", \"n\": \"4\""));
    QCOMPARE(save({{SetAttribute{b, "n", "4", {}}}}),
             with("\"name\":\"b\"", "\"name\":\"b\",\"attrs\": {\"n\": \"4\"}"));
}

void TstNnvmPreserving::removedNodesLeaveTheOthersText()
{
    auto model = openModelText(preservedText, "t.json", m_builtins.formats, m_builtins.ops);
    const std::string text = save({deleteNodeBridging(model->graph, b)});
    std::string wanted = with("{\"op\":\"tanh\",\"name\":\"b\",\"inputs\":[[1, 0,0]]},\r\n  ", "");
    wanted.replace(wanted.find("[[2,0]]"), 7, "[[1,0]]");
    wanted.replace(wanted.find("[0,1,2,3,4]"), 11, "[0,1,2,3]");
    wanted.replace(wanted.find("[[3,0,0]]"), 9, "[[2,0,0]]");
    QCOMPARE(text, wanted);
    compareReread(text);
}

void TstNnvmPreserving::newNodesStandWhereTheyBelong()
{
    Node node;
    node.op = "exp";
    node.name = "e";
    node.inputs = {{a}};
    const std::string text = save({{AddNode{node, {}, 2}}, {SetInputs{b, {{NodeId{4}}}, {}, {}}}});
    compareReread(text);
    QVERIFY(text.find("{\"op\":\"exp\",\"name\":\"c\",\"inputs\":[[3,0]]}") != std::string::npos);
    QVERIFY(text.find("{\"op\":\"tanh\",\"name\":\"b\",\"inputs\":[[2, 0,0]]}")
            != std::string::npos);
    QVERIFY(text.find("\"heads\":[[4,0,0]]") != std::string::npos);
}

void TstNnvmPreserving::movedNodesTakeTheirTextAlong()
{
    const std::string text = save({{MoveNode{a, 3}}, {RenameNode{a, "moved"}}});
    compareReread(text);
    QVERIFY2(text.find("{\"op\":\"relu\",\"name\": \"moved\", \"colour\": \"red\",\r\n")
                 != std::string::npos,
             text.c_str());
    QVERIFY(text.find("{\"op\":\"tanh\",\"name\":\"b\",\"inputs\":[[3, 0,0]]}")
            != std::string::npos);
    QCOMPARE(save({{MoveNode{a, 3}}, {MoveNode{a, 1}}}), preservedText);
}

void TstNnvmPreserving::deepEditsReadBack()
{
    auto model = openModelText(preservedText, "t.json", m_builtins.formats, m_builtins.ops);
    compareReread(save({deleteNode(model->graph, c)}));
    compareReread(save({deleteNode(model->graph, x)}));
    compareReread(save({{RemoveNode{x}}, {RemoveNode{a}}, {RemoveNode{b}}, {RemoveNode{c}}}));
    Node node;
    node.name = "only";
    compareReread(save({{RemoveNode{x}},
                        {RemoveNode{a}},
                        {RemoveNode{b}},
                        {RemoveNode{c}},
                        {AddNode{node, {}, {}}}}));
}

void TstNnvmPreserving::thePointersOfTheFileStay()
{
    // Nothing of this is about the index.
    QCOMPARE(save({{RenameNode{act, "a"}}}, foreign), with("\"act\"", "\"a\"", foreign));
    // A node that goes takes its number along, and those behind it follow.
    auto model = openModelText(foreign, "t.json", m_builtins.formats, m_builtins.ops);
    const std::string text = save({deleteNodeBridging(model->graph, act)}, foreign);
    compareReread(text);
    QVERIFY2(text.find("[\n    0,\n    1,\n    2,\n    5,\n    6,\n    7\n  ]")
                 != std::string::npos,
             text.c_str());
    QVERIFY2(text.find("\"arg_nodes\": [\n    0,\n    1,\n    3\n  ]") != std::string::npos,
             text.c_str());
    // Variables that the file's list leaves out stay left out.
    const std::string listed = with("\n    1,\n    4\n", "\n    4\n", foreign);
    QCOMPARE(save({{RenameNode{act, "a"}}}, listed), with("\"act\"", "\"a\"", listed));
}

void TstNnvmPreserving::listsKeepTheirLines()
{
    Node variable;
    variable.name = "new";
    const NodeId added{6};
    const std::string text =
        save({{AddNode{variable, {}, 2}},
              {SetInputs{softmax, {{act}, {added}, {NodeId{4}}}, {}, {bn, act}}}},
             foreign);
    compareReread(text);
    QVERIFY2(text.find("\"arg_nodes\": [\n    0,\n    1,\n    2,\n    5\n  ]") != std::string::npos,
             text.c_str());
    QVERIFY2(text.find("[\n    0,\n    1,\n    2,\n    3,\n    6,\n    7,\n    8,\n    9\n  ]")
                 != std::string::npos,
             text.c_str());
    QVERIFY2(text.find("[\n      [4, 0, 0],\n      [2, 0, 0],\n      [5, 0, 0]\n     ]")
                 != std::string::npos,
             text.c_str());
    QVERIFY2(text.find("\"control_deps\": [3,4]") != std::string::npos, text.c_str());
}

void TstNnvmPreserving::operatorsThatAreUsedMoreHaveMoreOutputs()
{
    const auto pointersOf = [this](const std::vector<Edit> &edits, const std::string &file) {
        const std::string text = save(edits, file);
        const std::size_t at = text.find("\"node_row_ptr\": [") + 17;
        std::string rows = text.substr(at, text.find(']', at) - at);
        std::erase_if(rows, [](char c) { return c == ' ' || c == '\n'; });
        return rows;
    };
    QCOMPARE(pointersOf({{SetInputs{act, {{bn, 2}}, {}, {}}}}, foreign),
             std::string("0,1,2,5,6,7,8"));
    QCOMPARE(pointersOf({{SetInputs{act, {{bn, 4}}, {}, {}}}}, foreign),
             std::string("0,1,2,7,8,9,10"));
    // Of an operator that is known here its attributes tell.
    const std::string split = R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
        {"op": "split", "name": "s", "attrs": {"indices_or_sections": "2"}, "inputs": [[0, 0, 0]]}],
        "arg_nodes": [0], "node_row_ptr": [0, 1, 3], "heads": [[1, 0, 0]]})";
    QCOMPARE(pointersOf({{SetAttribute{NodeId{1}, "indices_or_sections", "4", {}}}}, split),
             std::string("0,1,5"));
}

void TstNnvmPreserving::attributesOfTheGraphKeepTheirText()
{
    const std::string text =
        with("\"heads\": [[5, 0, 0]]",
             "\"heads\": [[5, 0, 0]],\n  \"attrs\": {\"mxnet_version\": [ \"int\",10901 ],"
             " \"a\": [\"str\", \"x\"], \"b\":[\"int\", 1]}",
             foreign);
    const GraphAttr version{"mxnet_version", "int", "10901"};
    QCOMPARE(save({{SetGraphAttrs{{version, {"a", "str", "\"y\""}, {"c", "int", "3"}}}}}, text),
             with("\"a\": [\"str\", \"x\"], \"b\":[\"int\", 1]",
                  "\"a\": [\"str\", \"y\"], \"c\": [\"int\", 3]", text));
    QCOMPARE(save({{SetGraphAttrs{{version}}}}, text),
             with(", \"a\": [\"str\", \"x\"], \"b\":[\"int\", 1]", "", text));
}

void TstNnvmPreserving::pointersThatAreNoneStayUntilTheNodesChange()
{
    for (const char *pointers : {"[0]", "[0, 1, 2, 3, 4, 5, 4]", "[1, 2, 3, 4, 5, 6, 7]", "[]"}) {
        const std::size_t begin = foreign.find("[\n    0,\n    1,\n    2,");
        const std::string rows = foreign.substr(begin, foreign.find(']', begin) + 1 - begin);
        const std::string text = with(rows, pointers, foreign);
        QCOMPARE(save({{RenameNode{act, "a"}}}, text), with("\"act\"", "\"a\"", text));
        auto model = openModelText(text, "t.json", m_builtins.formats, m_builtins.ops);
        const std::string edited = save({deleteNodeBridging(model->graph, act)}, text);
        QVERIFY2(edited.find("\"node_row_ptr\": [0, 1, 2, 3, 4, 5]") != std::string::npos,
                 edited.c_str());
    }
}

NERVURE_TEST(TstNnvmPreserving)
#include "tst_nnvm_preserving.moc"
