// SPDX-License-Identifier: Apache-2.0
#include "app/cli/edit_words.h"

#include "core/builtins.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::cli;

class TstEditWords : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    const OpRegistry &ops = m_builtins.ops;

    static Result<Edit> parseEdit(const EditWord &word, const Graph &graph, const OpRegistry &ops)
    {
        ASSIGN_OR_RETURN(const EditArguments arguments, parseArguments(word, graph));
        return namedEdit(word.kind).make(graph, ops, arguments);
    }

    /// The message when the operator cannot be read, else its parts.
    static std::string operatorOf(const std::string &text, const Graph &graph)
    {
        const auto added = parseOperator(text, graph);
        if (!added) {
            return added.error().message;
        }
        std::string shown = added->name + "|" + added->op + "|";
        for (const auto &[key, value] : added->attrs) {
            shown += key + ":" + value + ";";
        }
        for (const Entry &input : added->inputs) {
            shown += "|" + graph.node(input.node).name + ":" + std::to_string(input.index);
        }
        return shown;
    }

private Q_SLOTS:
    void operatorsHaveNamesAttributesAndInputs();
    void valuesNameTheirOutput();
    void everyWordIsAnEdit_data();
    void everyWordIsAnEdit();
    void aNameEndsAtTheLastDotBeforeTheKey();
    void valuesAndNamesMayHoldEqualsSigns();
    void aNodeCanBeNamedByItsPlace();
    void oneOfTwoOutputsThatShowOneValueGoes();
    void whatNamesNoNodeIsRefused_data();
    void whatNamesNoNodeIsRefused();
};

namespace {

/// Nodes of these names, in this order.
Graph graphOf(const std::vector<std::string> &names)
{
    Graph graph;
    for (const std::string &name : names) {
        Node node;
        node.name = name;
        graph.add(node);
    }
    return graph;
}

} // namespace

void TstEditWords::aNameEndsAtTheLastDotBeforeTheKey()
{
    const Graph graph = graphOf({"block.1", "block"});
    const auto edit = parseEdit({EditKind::Set, "block.1.alpha=0.5"}, graph, ops);
    QVERIFY(edit.ok());
    const auto &set = std::get<SetAttribute>(edit->change);
    QCOMPARE(set.node, graph.nodes()[0]);
    QCOMPARE(set.key, std::string("alpha"));
    QCOMPARE(set.value, std::string("0.5"));
}

void TstEditWords::valuesAndNamesMayHoldEqualsSigns()
{
    const Graph graph = graphOf({"a", "b=c"});
    const auto set = parseEdit({EditKind::Set, "a.k=x=y"}, graph, ops);
    QCOMPARE(std::get<SetAttribute>(set->change).value, std::string("x=y"));
    const auto rename = parseEdit({EditKind::Rename, "b=c=d"}, graph, ops);
    QCOMPARE(std::get<RenameNode>(rename->change).node, graph.nodes()[1]);
    QCOMPARE(std::get<RenameNode>(rename->change).name, std::string("d"));
}

void TstEditWords::aNodeCanBeNamedByItsPlace()
{
    const Graph graph = graphOf({"same", "same"});
    QCOMPARE(findNode("#1", graph).value(), graph.nodes()[1]);
    QCOMPARE(findNode("same", graph).value(), graph.nodes()[0]);
}

void TstEditWords::whatNamesNoNodeIsRefused_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("code");
    QTest::addColumn<std::string>("words");
    const auto row = [](const char *name, EditKind kind, std::string text, std::string code,
                        std::string words) {
        QTest::newRow(name) << int(kind) << text << code << words;
    };
    row("no node", EditKind::Delete, "zz", "no-such-node", "there is no node 'zz'");
    row("place beyond the end", EditKind::Delete, "#2", "no-such-node", "there is no node '#2'");
    row("no key", EditKind::Set, "a=1", "usage", "found 'a', expected NODE.KEY");
    row("empty key", EditKind::Unset, "a.", "usage", "found 'a.', expected NODE.KEY");
    row("no value", EditKind::Set, "a.k", "usage", "found 'a.k', expected NODE.KEY=VALUE");
    row("no such value", EditKind::Output, "a:x", "no-such-node", "there is no node 'a:x'");
    row("no place", EditKind::Move, "a=first", "usage", "expected a place in the order");
    row("no type", EditKind::Type, "a=1,2:float99", "usage",
        "found 'float99', expected an element");
    row("no operator", EditKind::Add, "{units=1}", "usage", "expected [NAME=]OPERATOR");
    row("no new name", EditKind::Rename, "a", "usage", "found 'a', expected NODE=NAME");
}

void TstEditWords::whatNamesNoNodeIsRefused()
{
    QFETCH(int, kind);
    QFETCH(std::string, text);
    QFETCH(std::string, code);
    QFETCH(std::string, words);
    const Graph graph = graphOf({"a", "b"});
    NERVURE_VERIFY_ERROR(parseEdit({EditKind(kind), text}, graph, ops), code, words);
}

void TstEditWords::operatorsHaveNamesAttributesAndInputs()
{
    const Graph graph = graphOf({"a", "b:0", "c"});
    QCOMPARE(operatorOf("relu", graph), std::string("|relu|"));
    QCOMPARE(operatorOf(" fc = dense { units = 10 , x=(2,2)} ( a , c:1, b:0 ) ", graph),
             std::string("fc|dense|units:10;x:(2,2);|a:0|c:1|b:0:0"));
    QCOMPARE(operatorOf("conv2d{\"k\"=[1,2]}", graph), std::string("|conv2d|\"k\":[1,2];"));
    QCOMPARE(operatorOf("dense{units}", graph), std::string("found 'units', expected KEY=VALUE"));
    QVERIFY(operatorOf("dense(zz)", graph).starts_with("there is no node 'zz'"));
    QVERIFY(operatorOf("den se", graph).starts_with("found 'den se', expected [NAME=]OPERATOR"));
}

void TstEditWords::valuesNameTheirOutput()
{
    const Graph graph = graphOf({"a", "a:1"});
    QCOMPARE(parseValue("a", graph)->index, 0U);
    QCOMPARE(parseValue("a:2", graph)->index, 2U);
    QVERIFY(parseValue("a:1", graph)->node == graph.nodes()[1]);
    NERVURE_VERIFY_ERROR(parseValue("a:-1", graph), "no-such-node",
                         "there is no node 'a:-1', did you mean 'a:1'");
    QCOMPARE(parseNodes("a,#1", graph)->size(), std::size_t(2));
    NERVURE_VERIFY_ERROR(parseNodes("a,b", graph), "no-such-node",
                         "there is no node 'b', did you mean 'a'");
}

void TstEditWords::oneOfTwoOutputsThatShowOneValueGoes()
{
    Graph graph = graphOf({"a", "b", "1"});
    graph.setHeads({{NodeId{0}}, {NodeId{1}}, {NodeId{0}}});
    const auto headsAfter = [&](const char *text) {
        const auto edit = parseEdit({EditKind::NoOutput, text}, graph, ops);
        Graph now = graph;
        return edit && apply(now, *edit) ? now.heads() : std::vector<Entry>();
    };
    QVERIFY((headsAfter("2") == std::vector<Entry>{{NodeId{0}}, {NodeId{1}}}));
    QVERIFY((headsAfter("0") == std::vector<Entry>{{NodeId{1}}, {NodeId{0}}}));
    QVERIFY((headsAfter("a") == std::vector<Entry>{{NodeId{1}}}));
    // A node of that name comes first.
    NERVURE_VERIFY_ERROR(parseEdit({EditKind::NoOutput, "1"}, graph, ops), "output",
                         "output 0 of '1' is no output of the graph");
    NERVURE_VERIFY_ERROR(parseEdit({EditKind::NoOutput, "3"}, graph, ops), "no-such-entry",
                         "the graph has no output 3, expected less than 3");
}

void TstEditWords::everyWordIsAnEdit_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("text");
    const auto add = [](EditKind kind, const char *text) {
        QTest::addRow("%d %s", int(kind), text) << int(kind) << QByteArray(text);
    };
    add(EditKind::Set, "fc.units=2");
    add(EditKind::Unset, "fc.units");
    add(EditKind::Rename, "fc=out");
    add(EditKind::Delete, "fc,act");
    add(EditKind::DeleteBridging, "act");
    add(EditKind::DeleteLayer, "fc");
    add(EditKind::Duplicate, "act,fc");
    add(EditKind::Rewire, "act:0=w");
    add(EditKind::RewireOutput, "0=act");
    add(EditKind::Disconnect, "act:0");
    add(EditKind::AddInput, "act=x");
    add(EditKind::Connect, "fc.weight=x");
    add(EditKind::RenameValue, "x=image");
    add(EditKind::RemoveInput, "fc:1");
    add(EditKind::Control, "act=w");
    add(EditKind::Output, "act");
    add(EditKind::NoOutput, "fc");
    add(EditKind::NoOutput, "0");
    add(EditKind::Move, "fc=0");
    add(EditKind::Add, "exp(x)");
    add(EditKind::AddVariable, "y=1,2:int8");
    add(EditKind::AddVariable, "y");
    add(EditKind::Insert, "fc:0=sigmoid");
    add(EditKind::Replace, "act=sigmoid");
    add(EditKind::Type, "x=1,2");
    add(EditKind::Type, "x=:float16");
    add(EditKind::Note, "fc=why = so");
    add(EditKind::GraphNote, "all of it");
}

void TstEditWords::everyWordIsAnEdit()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, text);
    Graph graph = graphOf({"x", "w"});
    Node act;
    act.op = "relu";
    act.name = "act";
    act.inputs = {{NodeId{0}, 0, 0}};
    graph.add(act);
    Node fc;
    fc.op = "dense";
    fc.name = "fc";
    fc.attrs = AttrDict{{"units", "3"}, {"use_bias", "0"}};
    fc.inputs = {{NodeId{2}, 0, 0}, {NodeId{1}, 0, 0}};
    graph.add(fc);
    graph.setHeads({{NodeId{3}, 0, 0}});
    const Graph before = graph;
    const auto edit = parseEdit({EditKind(kind), text.toStdString()}, graph, ops);
    QVERIFY2(edit.ok(), edit.ok() ? "" : edit.error().message.c_str());
    QVERIFY(apply(graph, *edit).ok());
    QVERIFY(!(graph == before));
}

NERVURE_TEST(TstEditWords)
#include "tst_edit_words.moc"
