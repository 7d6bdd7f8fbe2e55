// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/edit_json.h"

#include "core/graph/edits/difference_edit.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <memory>

using namespace nervure;

class TstEditJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindIsReadBack_data();
    void everyKindIsReadBack();
    void strangeBytesSurvive();
    void whatIsNoEditIsRefused_data();
    void whatIsNoEditIsRefused();
    void differencesLeadFromOneGraphToTheOther();
};

namespace {

const NodeId x{0};
const NodeId a{1};

Node fullNode()
{
    Node node;
    node.op = "relu";
    node.name = "n";
    node.dialect = Dialect::LightNet;
    node.attrs = AttrDict{{"k", "v"}, {"b", "[1]"}};
    node.inputs = {{x, 1, 2}, Entry{}};
    node.inputPorts = {{"src", "", 1}, {"bias", "lost", 0}};
    node.outputPorts = {{"dst", "t", 0}};
    node.controlDeps = {a};
    node.opset = 17;
    node.declaredTypes = {ValueType::fromText("float32[n, 3]")};
    node.sourceIndex = 4;
    node.notes = {std::string("a note")};
    Graph inner;
    inner.add(Node());
    inner.setHeads({{NodeId{0}, 0, 0}});
    inner.setAttrs({{"a", "int", "1"}});
    node.subgraphs = {std::make_shared<const Graph>(inner)};
    return node;
}

std::vector<Edit> samples()
{
    return {{SetAttribute{a, "k", "v", {}}},
            {SetAttribute{a, "k", "v", 3}},
            {RemoveAttribute{a, "k"}},
            {RenameNode{a, "new"}},
            {AddNode{Node(), {}, {}}},
            {AddNode{fullNode(), NodeId{9}, 2}},
            {RemoveNode{a}},
            {SetInputs{a, {{x, 1, 2}, Entry{}}, {{"r", "t", 1}}, {x}}},
            {SetOutputPorts{a, {{"r", "t", 0}, {"s", "u", 1}}}},
            {SetDeclaredTypes{a, {{}, ValueType::fromText("float32[n, ?, 3]")}}},
            {SetHeads{{{a, 0, 0}, {x, 1, 1}}}},
            {MoveNode{a, 0}},
            {SetNote{a, "text"}},
            {SetNote{NodeId(), ""}},
            {SetGraphAttrs{{{"n", "list_int", "[1]"}}}},
            {CompositeEdit{}},
            {CompositeEdit{{{RenameNode{a, "["}}, {CompositeEdit{{{RemoveNode{x}}}}}}}}};
}

} // namespace

void TstEditJson::everyKindIsReadBack_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(samples().size()); ++i) {
        QTest::addRow("%s", editJson(samples()[std::size_t(i)]).substr(0, 40).c_str()) << i;
    }
}

void TstEditJson::everyKindIsReadBack()
{
    QFETCH(int, index);
    const Edit edit = samples()[std::size_t(index)];
    const std::string json = editJson(edit);
    QVERIFY(json.find('\n') == std::string::npos);
    const auto again = readEditText(json);
    QVERIFY2(again.ok(), json.c_str());
    QCOMPARE(editJson(*again), json);
    QCOMPARE(again->change.index(), edit.change.index());
    if (const auto *add = std::get_if<AddNode>(&edit.change)) {
        const Node &read = std::get<AddNode>(again->change).node;
        QCOMPARE(read.subgraphs.size(), add->node.subgraphs.size());
        QVERIFY(read.subgraphs.empty() || *read.subgraphs[0] == *add->node.subgraphs[0]);
        Node plain = read;
        plain.subgraphs = add->node.subgraphs; // compared by what they hold above
        QVERIFY(plain == add->node);
    }
}

void TstEditJson::strangeBytesSurvive()
{
    const std::string bytes("\x01\xff\"\\\n\0end", 9);
    const auto again = readEditText(editJson({SetAttribute{a, bytes, bytes, {}}}));
    QVERIFY(again.ok());
    QCOMPARE(std::get<SetAttribute>(again->change).value, bytes);
    QCOMPARE(std::get<SetAttribute>(again->change).key, bytes);
}

void TstEditJson::whatIsNoEditIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text :
         {"", "[]", "{}", "{\"boil\": [1]}", "{\"set\": [1, \"k\"]}", "{\"set\": 1}",
          "{\"remove\": [-1]}", "{\"remove\": [99999999999]}", "{\"heads\": [[1, 2]]}",
          "{\"add\": {\"op\": \"x\"}}", "{\"all\": [{}]}", "{\"remove\": []}"}) {
        QTest::addRow("%s", text) << QByteArray(text);
    }
}

void TstEditJson::whatIsNoEditIsRefused()
{
    QFETCH(QByteArray, text);
    NERVURE_VERIFY_ERROR(
        readEditText(text.toStdString()), text.isEmpty() ? "json-syntax" : "edit-format",
        text.isEmpty() ? ":1:1: not valid JSON" : "found something that is no edit");
}

void TstEditJson::differencesLeadFromOneGraphToTheOther()
{
    Graph from;
    for (const char *name : {"x", "a", "b", "c"}) {
        Node node;
        node.name = name;
        node.attrs = AttrDict{{"one", "1"}, {"two", "2"}};
        from.add(node);
    }
    Graph to = from;
    to.edit(a).attrs = AttrDict{{"two", "2"}, {"new", "3"}, {"one", "9"}};
    to.edit(x).name = "y";
    to.edit(x).notes = {std::string("note")};
    to.edit(NodeId{2}).inputs = {{x, 0, 0}};
    to.remove(NodeId{3});
    to.insert(NodeId{7}, fullNode(), 0);
    to.setHeads({{a, 0, 0}});
    to.setNote("whole");
    to.setAttrs({{"n", "int", "1"}});
    for (const auto &[start, end] : {std::pair(from, to), std::pair(to, from)}) {
        Graph graph = start;
        QVERIFY(apply(graph, differenceEdit(start, end)).ok());
        QVERIFY(graph == end);
    }
    const Edit none = differenceEdit(from, from);
    QVERIFY(std::get<CompositeEdit>(none.change).edits.empty());
}

NERVURE_TEST(TstEditJson)
#include "tst_edit_json.moc"
