// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// A graph whose attribute json is this text.
void setJson(PassProbe &probe, const std::string &text)
{
    probe.graph.setAttrs({{"json", "str", nlohmann::json(text).dump()}});
}

/// The graph without its attributes as text.
std::string savedGraph(Graph graph, const Builtins &builtins)
{
    graph.setAttrs({});
    Diagnostics ignored;
    return builtins.formats.find("nnvm")
        ->write(graph, {builtins.ops, Semantics::Exact, {}}, ignored)
        .value();
}

const std::string reluText = R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "r", "inputs": [[0, 0, 0]]}], "arg_nodes": [0], "heads": [[1, 0, 0]],
    "attrs": {"shape": ["list_shape", [[2], [2]]]}})";

} // namespace

class TstLoadJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTextBecomesTheGraph()
    {
        PassProbe probe;
        probe.variable("other");
        setJson(probe, reluText);
        const PassRun run = probe.run("LoadJSON,InferType");
        QVERIFY(run.ok);
        QCOMPARE(run.graph.nodeCount(), std::size_t{2});
        QVERIFY(run.graph.findByName("r").has_value());
        QCOMPARE(PassProbe::valueOf(run, keys::shape), (Shapes{{2}, {2}}));
        QVERIFY(!run.analyses.contains("json"));
        const auto &origins = run.steps[0].provenance.origins;
        QCOMPARE(origins.size(), std::size_t{2});
        QVERIFY(origins[0].from.empty());
    }

    void whatWasSavedIsLoadedAgain()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        const NodeId r = probe.add("relu", "r", {{x}});
        probe.facts.shapes["x"] = {2, 3};
        const PassRun run = probe.run("InferShape,SaveJSON,LoadJSON");
        QVERIFY(run.ok);
        QCOMPARE(PassProbe::valueOf(run, keys::shape), (Shapes{{2, 3}, {2, 3}}));
        QCOMPARE(savedGraph(run.graph, probe.builtins), savedGraph(probe.graph, probe.builtins));
        const auto &origins = run.steps[2].provenance.origins;
        QCOMPARE(origins.size(), std::size_t{2});
        QCOMPARE(origins[1].from, (std::vector<NodeId>{r}));
    }

    void faultsStopThePass_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("code");
        QTest::addColumn<std::string>("words");
        const auto row = [](const char *name, std::string text, std::string code,
                            std::string words) { QTest::newRow(name) << text << code << words; };
        row("empty", "", "json-syntax", "json:1:1: not valid JSON");
        row("no JSON", "{\"nodes\": [", "json-syntax", "json:1:12: not valid JSON");
        row("no heads", R"({"nodes": [], "arg_nodes": []})", "field-missing",
            "json:1:1: the graph has no 'heads'");
        row("attribute", R"({"nodes": [{"op": "null", "name": "x",
            "inputs": []}, {"op": "dense", "name": "d", "attrs": {"units": "many"},
            "inputs": [[0, 0, 0], [0, 0, 0], [0, 0, 0]]}], "arg_nodes": [0],
            "heads": [[1, 0, 0]]})",
            "attr-invalid", "json:2:76 in 'd'.units");
        row("cycle", R"({"nodes": [{"op": "relu", "name": "a",
            "inputs": [[1, 0, 0]]}, {"op": "relu", "name": "b", "inputs": [[0, 0, 0]]}],
            "arg_nodes": [], "heads": [[1, 0, 0]]})",
            "graph-cycle", "in 'a': relu 'a' depends on its own output");
    }

    void faultsStopThePass()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, code);
        QFETCH(std::string, words);
        PassProbe probe;
        probe.variable("x");
        setJson(probe, text);
        const PassRun run = probe.run("LoadJSON");
        NERVURE_VERIFY_ERROR(run, code, words);
        QVERIFY(hasErrors(run.diagnostics));
    }

    void theTextMustBeThere()
    {
        PassProbe probe;
        probe.variable("x");
        QCOMPARE(probe.run("LoadJSON").diagnostics.front().code, std::string("pass-needs"));
    }
};

NERVURE_TEST(TstLoadJson)
#include "tst_load_json.moc"
