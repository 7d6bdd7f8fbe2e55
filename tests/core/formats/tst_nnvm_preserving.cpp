// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm_preserving.h"

#include "core/builtins.h"
#include "core/formats/open_model.h"
#include "core/graph/edits/delete_edits.h"
#include "tests/support/oracles.h"

#include <QTest>

using namespace nervure;

namespace {

/// Odd on purpose: two-number entries, mixed blanks, an unknown field, a repeated key.
const std::string original = "\xEF\xBB\xBF{ \"nodes\": [\r\n"
                             "  {\"op\":\"null\", \"name\":\"x\",\"inputs\":[]},\r\n"
                             "  {\"op\":\"relu\",\"name\": \"a\", \"colour\": \"red\",\r\n"
                             "   \"attrs\": {\"k\":\"1\", \"k\" : \"2\" , \"m\":\"3\"},"
                             " \"inputs\":[[0,0]]},\r\n"
                             "  {\"op\":\"tanh\",\"name\":\"b\",\"inputs\":[[1, 0,0]]},\r\n"
                             "  {\"op\":\"exp\",\"name\":\"c\",\"inputs\":[[2,0]]}\r\n"
                             " ], \"arg_nodes\": [0],\r\n"
                             " \"node_row_ptr\": [0,1,2,3,4], \"heads\":[[3,0,0]] }\r\n";

const NodeId x{0};
const NodeId a{1};
const NodeId b{2};
const NodeId c{3};

} // namespace

class TstNnvmPreserving : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    std::string save(const std::vector<Edit> &edits, const std::string &text = original)
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
    static std::string with(const std::string &piece, const std::string &by)
    {
        std::string text = original;
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
};

void TstNnvmPreserving::unchangedGraphsKeepTheirBytes()
{
    QCOMPARE(save({}), original);
    QCOMPARE(save({{RenameNode{a, "z"}}, {RenameNode{a, "a"}}}), original);
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
    auto model = openModelText(original, "t.json", m_builtins.formats, m_builtins.ops);
    const std::string text = save({deleteNodeBridging(model->graph, b)});
    std::string wanted = with("{\"op\":\"tanh\",\"name\":\"b\",\"inputs\":[[1, 0,0]]},\r\n  ", "");
    wanted.replace(wanted.find("[[2,0]]"), 7, "[[1,0]]");
    wanted.replace(wanted.find("[0,1,2,3,4]"), 11, "[0, 1, 2, 3]");
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
    QCOMPARE(save({{MoveNode{a, 3}}, {MoveNode{a, 1}}}), original);
}

void TstNnvmPreserving::deepEditsReadBack()
{
    auto model = openModelText(original, "t.json", m_builtins.formats, m_builtins.ops);
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

QTEST_APPLESS_MAIN(TstNnvmPreserving)
#include "tst_nnvm_preserving.moc"
