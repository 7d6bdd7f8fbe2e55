// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/support/file.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

using namespace nervure;

namespace {

constexpr const char *reluGraph = R"({
  "nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "a", "attrs": {"k": "1"}, "inputs": [[0, 0]]}
  ],
  "arg_nodes": [0],
  "heads": [[1, 0, 0]]
})";

QString text(const std::string &value)
{
    return QString::fromStdString(value);
}

bool hasCode(const Diagnostics &diagnostics, std::string_view code)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [code](const Diagnostic &d) { return d.code == code; });
}

/// `pattern` with %1, %2, … replaced.
QString fill(const char *pattern, std::initializer_list<const char *> parts)
{
    QString result = QString::fromUtf8(pattern);
    int number = 0;
    for (const char *part : parts) {
        result.replace(QLatin1Char('%') + QString::number(++number), QString::fromUtf8(part));
    }
    return result;
}

} // namespace

class TstNnvmJson : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    Result<OpenedModel> open(const std::string &json, Semantics semantics = Semantics::Exact)
    {
        return openModelText(json, "test.json", m_builtins.formats, m_builtins.ops, semantics);
    }
    std::string canonical(const Graph &graph)
    {
        Diagnostics diagnostics;
        const FormatContext context{m_builtins.ops, Semantics::Exact, "test.json"};
        return m_builtins.formats.find("nnvm")->write(graph, context, diagnostics).value();
    }

private Q_SLOTS:
    void filesThatNnvmRefusesAreReportedWithTheirPlace();
    void refusesWhatIsNoGraph_data();
    void refusesWhatIsNoGraph();
    void opensFaultyGraphsWithErrors_data();
    void opensFaultyGraphsWithErrors();
    void exactSemanticsOnlyWarnsOfWhatNnvmAccepts_data();
    void exactSemanticsOnlyWarnsOfWhatNnvmAccepts();
    void opensOddFilesWithWarnings_data();
    void opensOddFilesWithWarnings();
    void pointsAtTheAttributeInTheText();
    void pointsAtEachElementInTheText();
    void faultsOfANodeNameIt_data();
    void faultsOfANodeNameIt();
    void faultsInsideSubgraphsNameTheirHolders();
    void laterDictionaryReplacesTheEarlierAndParamFillsIn();
    void theOrderOfFieldsDoesNotMatter();
    void illegalBytesSurvive();
    void nestingBeyondTheLimitIsRefused();
    void longChainsNeedNoStack();
};

void TstNnvmJson::filesThatNnvmRefusesAreReportedWithTheirPlace()
{
    NERVURE_NEED_ORACLES();
    const auto cases =
        nlohmann::json::parse(readFile(tests::oraclesFolder() / "nnvm" / "errors.json").value());
    int refused = 0;
    for (const auto &item : cases) {
        const std::string id = item["id"];
        const auto model = open(item["graph_json"]);
        const bool failsOnLoad = item["outcome"] == "error" && item["failed_in"] == "LoadJSON";
        if (!failsOnLoad) {
            QVERIFY2(model.ok() && !hasErrors(model->diagnostics), id.c_str());
            continue;
        }
        ++refused;
        if (!model.ok()) {
            QVERIFY2(!model.error().message.empty(), id.c_str());
            continue;
        }
        QVERIFY2(!model->diagnostics.empty(), id.c_str());
        for (const Diagnostic &diagnostic : model->diagnostics) {
            QVERIFY2(diagnostic.where.line > 0 && diagnostic.where.column > 0, id.c_str());
        }
    }
    QVERIFY(refused > 30);
}

void TstNnvmJson::refusesWhatIsNoGraph_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << ""
                           << "test.json: the file is empty, expected a model";
    QTest::newRow("other content")
        << "[1, 2]"
        << "test.json:1:1: the content is of no known format, expected one of";
    QTest::newRow("truncated")
        << "{\"nodes\": [{\"op\": \"null\",\n \"inp"
        << "test.json:2:6: not valid JSON: syntax error while parsing object key";
    QTest::newRow("nodes no array") << R"({"nodes": 3})"
                                    << "test.json:1:11: 'nodes' is an integer, expected an array";
    QTest::newRow("attribute no text")
        << R"({"nodes": [{"op": "a", "attrs": {"k": 0.5}}]})"
        << "test.json:1:39: node 0: attribute 'k' is a number, expected a text";
    QTest::newRow("entry of one number")
        << R"({"nodes": [{"op": "a", "inputs": [[0]]}]})"
        << "test.json:1:35: node 0: input 0 has 1 numbers, expected 2 or 3";
    QTest::newRow("entry of four numbers") << R"({"nodes": [], "heads": [[0, 0, 0, 0]]})"
                                           << "test.json:1:25: head 0 has 4 numbers";
    QTest::newRow("number too large")
        << R"({"nodes": [], "heads": [[99999999999, 0, 0]]})"
        << "test.json:1:26: head 0 is 99999999999, expected a number of at most 32 bits";
    QString members = QStringLiteral("{\"k0\": \"v\"");
    for (int i = 1; i < 5000; ++i) {
        members += QStringLiteral(", \"k%1\": \"v\"").arg(i);
    }
    members += QLatin1Char('}');
    QTest::newRow("fields without end")
        << QStringLiteral(R"({"nodes": [%1]})").arg(members)
        << "test.json:1:12: node 0 has 5000 members, expected at most 4096";
    QTest::newRow("attributes without end")
        << QStringLiteral(R"({"nodes": [{"attr": %1}]})").arg(members)
        << "test.json:1:21: node 0: 'attr' has 5000 members, expected at most 4096";
    QTest::newRow("graph attributes without end")
        << QStringLiteral(R"({"nodes": [], "attrs": %1})").arg(members)
        << "test.json:1:24: the graph's 'attrs' has 5000 members, expected at most 4096";
    QTest::newRow("no nodes") << R"({"arg_nodes": [], "heads": []})"
                              << "test.json:1:1: the graph has no 'nodes', which is required";
}

void TstNnvmJson::refusesWhatIsNoGraph()
{
    QFETCH(QString, json);
    QFETCH(QString, message);
    const auto model = open(json.toStdString());
    QVERIFY(!model.ok());
    const QString found = text(formatDiagnostic(model.error()));
    QVERIFY2(found.startsWith(message), qPrintable(found));
}

void TstNnvmJson::opensFaultyGraphsWithErrors_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("code");
    const char *graph = R"({"nodes": [%1], "arg_nodes": [%2], "heads": [%3]})";
    const char *x = R"({"op": "null", "name": "x", "inputs": []})";
    QTest::newRow("input out of range")
        << fill(graph, {R"({"op": "relu", "name": "a", "inputs": [[7, 0, 0]]})", "", "[0, 0, 0]"})
        << "entry-node";
    QTest::newRow("negative input")
        << fill(graph, {R"({"op": "relu", "name": "a", "inputs": [[-1, 0, 0]]})", "", "[0, 0, 0]"})
        << "entry-node";
    QTest::newRow("head out of range") << fill(graph, {x, "0", "[5, 0, 0]"}) << "entry-node";
    QTest::newRow("control dependency out of range")
        << fill(graph, {R"({"op": "null", "name": "a", "inputs": [], "control_deps": [12]})", "0",
                        "[0, 0, 0]"})
        << "entry-node";
    QTest::newRow("arg node out of range") << fill(graph, {x, "3", "[0, 0, 0]"}) << "arg-node";
    QTest::newRow("no name") << fill(graph, {R"({"op": "null", "inputs": []})", "0", "[0, 0, 0]"})
                             << "field-missing";
    QTest::newRow("no heads") << R"({"nodes": [], "arg_nodes": []})"
                              << "field-missing";
}

void TstNnvmJson::opensFaultyGraphsWithErrors()
{
    QFETCH(QString, json);
    QFETCH(QString, code);
    const auto model = open(json.toStdString());
    QVERIFY(model.ok());
    QVERIFY(hasErrors(model->diagnostics));
    QVERIFY(hasCode(model->diagnostics, code.toStdString()));
    QVERIFY(!canonical(model->graph).empty());
}

void TstNnvmJson::exactSemanticsOnlyWarnsOfWhatNnvmAccepts_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("code");
    const char *graph = R"({"nodes": [%1], "arg_nodes": [], "heads": [[0, %2, 0]]}%3)";
    QTest::newRow("cycle") << fill(graph, {R"({"op": "relu", "name": "a", "inputs": [[1, 0, 0]]},)"
                                           R"({"op": "relu", "name": "b", "inputs": [[0, 0, 0]]})",
                                           "0", ""})
                           << "cycle";
    QTest::newRow("self") << fill(
        graph, {R"({"op": "relu", "name": "a", "inputs": [[0, 0, 0]]})", "0", ""})
                          << "cycle";
    QTest::newRow("output index") << fill(graph,
                                          {R"({"op": "null", "name": "x", "inputs": []})", "2", ""})
                                  << "entry-index";
    QTest::newRow("text after") << fill(
        graph, {R"({"op": "null", "name": "x", "inputs": []})", "0", " {}"})
                                << "text-after";
}

void TstNnvmJson::exactSemanticsOnlyWarnsOfWhatNnvmAccepts()
{
    QFETCH(QString, json);
    QFETCH(QString, code);
    const auto exact = open(json.toStdString());
    QVERIFY(exact.ok());
    QVERIFY(hasCode(exact->diagnostics, code.toStdString()));
    QVERIFY(!hasErrors(exact->diagnostics));
    const auto fixed = open(json.toStdString(), Semantics::Fixed);
    QVERIFY(fixed.ok());
    QVERIFY(hasErrors(fixed->diagnostics));
    QVERIFY(!canonical(exact->graph).empty());
}

void TstNnvmJson::opensOddFilesWithWarnings_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("code");
    const char *graph = R"({"nodes": [%1], "arg_nodes": [], "heads": []%2})";
    const char *x = R"({"op": "null", "name": "x", "inputs": []})";
    QTest::newRow("graph field") << fill(graph, {x, R"(, "version": 3)"}) << "field-unknown";
    QTest::newRow("node field") << fill(
        graph, {R"({"op": "null", "name": "x", "inputs": [], "colour": "red"})", ""})
                                << "field-unknown";
    QTest::newRow("tag") << fill(graph, {x, R"(, "attrs": {"k": ["list_float", [1.5]]})"})
                         << "tag-unknown";
    QTest::newRow("names") << fill(
        graph,
        {R"({"op": "null", "name": "x", "inputs": []}, {"op": "null", "name": "x", "inputs": []})",
         ""}) << "name-duplicate";
    QTest::newRow("escape") << fill(graph, {R"({"op": "null", "name": "a\/b", "inputs": []})", ""})
                            << "json-escape";
    QTest::newRow("operator") << fill(graph,
                                      {R"({"op": "no_such_op", "name": "n", "inputs": []})", ""})
                              << "op-unknown";
}

void TstNnvmJson::opensOddFilesWithWarnings()
{
    QFETCH(QString, json);
    QFETCH(QString, code);
    const auto model = open(json.toStdString(), Semantics::Fixed);
    QVERIFY(model.ok());
    QVERIFY(!hasErrors(model->diagnostics));
    QCOMPARE(int(model->diagnostics.size()), 1);
    QCOMPARE(text(model->diagnostics.front().code), code);
}

void TstNnvmJson::pointsAtTheAttributeInTheText()
{
    OpRegistry ops;
    OpSpec relu;
    relu.name = "relu";
    relu.attrs.makeDefault = [] { return std::make_shared<int>(); };
    ops.add(relu);
    const auto model = openModelText(reluGraph, "f.json", m_builtins.formats, ops);
    QVERIFY(model.ok());
    QCOMPARE(int(model->diagnostics.size()), 1);
    QCOMPARE(text(formatDiagnostic(model->diagnostics.front())),
             QStringLiteral("f.json:4:48: relu 'a': attribute 'k' is unknown, "
                            "the operator has none"));
}

void TstNnvmJson::pointsAtEachElementInTheText()
{
    const auto model = open(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
  {"op": "relu", "name": "r", "inputs": [
    [7, 0, 0],
    [8, 0, 0]], "control_deps": [0,
    9]}],
  "arg_nodes": [0], "heads": [
    [5, 0, 0], [1, 0, 0],
    [6, 0, 0]]})");
    QVERIFY(model.ok());
    std::vector<std::pair<int, int>> places;
    for (const Diagnostic &finding : model->diagnostics) {
        if (finding.code == "entry-node") {
            places.emplace_back(finding.where.line, finding.where.column);
        }
    }
    QCOMPARE(places, (std::vector<std::pair<int, int>>{{3, 5}, {4, 5}, {5, 5}, {7, 5}, {8, 5}}));
}

void TstNnvmJson::faultsOfANodeNameIt_data()
{
    QTest::addColumn<QString>("node");
    QTest::addColumn<QString>("name");
    const auto row = [](const char *what, const char *node, const char *name = "a") {
        QTest::newRow(what) << QString::fromUtf8(node) << QString::fromUtf8(name);
    };
    row("no inputs", R"({"op": "relu", "name": "a"})");
    row("no operator", R"({"name": "a", "inputs": [[0, 0]]})");
    row("name is last", R"({"op": "relu", "inputs": [[0]], "name": "a"})");
    row("entry too long", R"({"op": "relu", "name": "a", "inputs": [[0, 0, 0, 0]]})");
    row("entry of text", R"({"op": "relu", "name": "a", "inputs": [["x", 0, 0]]})");
    row("attribute is a number", R"({"op": "relu", "name": "a", "attrs": {"k": 1}, "inputs": []})");
    row("control dependency", R"({"op": "relu", "name": "a", "inputs": [], "control_deps": [[]]})");
    row("unknown field", R"({"op": "relu", "name": "a", "inputs": [[0, 0]], "more": 1})");
    row("in a subgraph", R"({"op": "relu", "name": "a", "inputs": [], "subgraphs": [
        {"nodes": [{"op": "relu", "name": "b", "inputs": 1}], "arg_nodes": [], "heads": []}]})",
        "b");
    row("subgraph itself", R"({"op": "relu", "name": "a", "inputs": [], "subgraphs": [1]})");
    row("no name", R"({"op": "relu", "inputs": 1})", "");
    row("name is no text", R"({"op": "relu", "name": 1, "inputs": []})", "");
}

void TstNnvmJson::faultsOfANodeNameIt()
{
    QFETCH(QString, node);
    QFETCH(QString, name);
    const auto opened = open(R"({"nodes": [{"op": "null", "name": "x", "inputs": []}, )"
                             + node.toStdString() + R"(], "arg_nodes": [0], "heads": [[1, 0]]})");
    const Diagnostic found = opened ? opened->diagnostics.at(0) : opened.error();
    QCOMPARE(text(found.where.node), name);
    QVERIFY(found.where.line > 0);
    QCOMPARE(found.where.owners.empty(), name != QStringLiteral("b"));
}

void TstNnvmJson::faultsInsideSubgraphsNameTheirHolders()
{
    // The holder's name may come after what it holds.
    const auto opened = open(R"({"nodes": [{"op": "_foreach", "inputs": [], "subgraphs": [
        {"nodes": [{"op": "nobody_knows", "name": "inner", "inputs": []}], "arg_nodes": [],
         "heads": [[7, 0, 0]]}], "name": "outer"},
        {"op": "nobody_knows", "name": "after", "inputs": [], "control_deps": []}],
        "arg_nodes": [], "heads": [[1, 0, 0]]})");
    std::map<std::string, std::vector<std::string>> owners;
    for (const Diagnostic &finding : opened->diagnostics) {
        owners[finding.where.node] = finding.where.owners;
    }
    const std::vector<std::string> none;
    QVERIFY(owners.at("inner") == std::vector<std::string>{"outer"});
    QVERIFY(owners.at("") == std::vector<std::string>{"outer"}); // the inner head
    QVERIFY(owners.at("outer") == none && owners.at("after") == none);
}

void TstNnvmJson::laterDictionaryReplacesTheEarlierAndParamFillsIn()
{
    const auto model = open(R"({"nodes": [{"op": "null", "name": "x", "inputs": [],
        "param": {"a": "p", "d": "p"}, "attrs": {"a": "1", "b": "1"},
        "attr": {"a": "2", "c": "2", "a": "3"}}], "arg_nodes": [0], "heads": []})");
    QVERIFY(model.ok());
    const AttrDict &attrs = model->graph.node(NodeId{0}).attrs;
    QVERIFY(attrs == (AttrDict{{"a", "3"}, {"c", "2"}, {"d", "p"}}));
}

void TstNnvmJson::theOrderOfFieldsDoesNotMatter()
{
    const std::string heads = R"("heads":[[0,0,0]])";
    const std::string attrs = R"("attrs":{"a":["int",1]})";
    const std::string nodes = R"("nodes":[{"inputs":[],"name":"x","op":"null"}])";
    const std::string inputs = R"("arg_nodes":[0])";
    const auto model = open("{" + heads + "," + attrs + "," + nodes + "," + inputs + "}");
    QVERIFY(model.ok() && model->diagnostics.empty());
    QCOMPARE(
        text(canonical(model->graph)),
        text(canonical(open("{" + nodes + "," + inputs + "," + heads + "," + attrs + "}")->graph)));
    QCOMPARE(model->graph.attrs().size(), std::size_t{1});
}

void TstNnvmJson::illegalBytesSurvive()
{
    const std::string name = "a\x01\xff\xc3z\xc3\xa9";
    const auto model = open(R"({"nodes": [{"op": "null", "name": ")" + name
                            + R"(", "inputs": []}], "arg_nodes": [0], "heads": [[0, 0, 0]]})");
    QVERIFY(model.ok());
    QVERIFY(hasCode(model->diagnostics, "json-bytes"));
    QCOMPARE(QByteArray::fromStdString(model->graph.node(NodeId{0}).name),
             QByteArray::fromStdString(name));
    QVERIFY(canonical(model->graph).find("\"" + name + "\"") != std::string::npos);
}

void TstNnvmJson::nestingBeyondTheLimitIsRefused()
{
    const std::string deep(600, '[');
    const auto model = open(R"({"nodes": [], "x": )" + deep + std::string(600, ']') + "}");
    QVERIFY(!model.ok());
    QCOMPARE(text(model.error().code), QStringLiteral("json-depth"));
}

void TstNnvmJson::longChainsNeedNoStack()
{
    std::string json = R"({"nodes": [{"op": "null", "name": "x", "inputs": []})";
    const int count = 20000;
    for (int i = 1; i <= count; ++i) {
        json += R"(, {"op": "relu", "name": "n)" + std::to_string(i) + R"(", "inputs": [[)"
                + std::to_string(i - 1) + ", 0, 0]]}";
    }
    json += R"(], "arg_nodes": [0], "heads": [[)" + std::to_string(count) + ", 0, 0]]}";
    const auto model = open(json);
    QVERIFY(model.ok());
    QCOMPARE(int(model->graph.nodeCount()), count + 1);
    const auto again = open(canonical(model->graph));
    QVERIFY(again.ok() && again->graph == model->graph);
}

NERVURE_TEST(TstNnvmJson)
#include "tst_nnvm_json.moc"
