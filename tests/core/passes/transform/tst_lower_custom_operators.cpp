// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/edits/model_builder.h"
#include "core/ops/custom/custom_operators.h"
#include "core/passes/lowering_pass.h"
#include "core/passes/pass_manager.h"
#include "tests/core/ops/custom/own_operators.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

class TstLowerCustomOperators : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] PassRun run(const Graph &graph, const char *pipeline, Shape data = {2, 3},
                              bool describes = false) const
    {
        InputFacts facts;
        facts.shapes["data"] = std::move(data);
        PassEnvironment environment{
            .passes = m_builtins.passes, .ops = m_builtins.ops, .inputs = facts};
        environment.describesSteps = describes;
        return runPasses(graph, *parsePipeline(pipeline), environment);
    }

    /// "op name(inputs) attributes" of each node, and where it came from.
    static QStringList nodesOf(const PassRun &run)
    {
        QStringList texts;
        const Graph &graph = run.graph;
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            QString text = QString::fromStdString(node.op + ' ' + node.name);
            for (const Entry &input : node.inputs) {
                text += u' ' + QString::fromStdString(graph.node(input.node).name);
            }
            for (const auto &[key, value] : node.attrs) {
                text += QString::fromStdString(' ' + key + '=' + value);
            }
            texts << text;
        }
        return texts;
    }

private Q_SLOTS:
    void initTestCase();
    void nodesBecomeWhatIsDeclared();
    void theFirstLoweringThatFitsIsTaken();
    void provenanceNamesTheNode();
    void othersStay();
    void whatCannotBeMadeIsToldOfTheNode();
    void onlyGraphsThatNeedItAreLowered();
};

void TstLowerCustomOperators::initTestCase()
{
    const Status status = declareOperators({{"own.json", ownOperators}}, m_builtins.ops);
    QVERIFY2(status, errorOf(status).c_str());
}

void TstLowerCustomOperators::nodesBecomeWhatIsDeclared()
{
    ModelBuilder model(m_builtins.ops);
    const Entry fc = model.apply("scaled_dense", {model.variable("data")},
                                 {{"units", "5"}, {"alpha", "0.5"}}, "fc");
    const PassRun lowered =
        run(*model.finish({model.apply("relu", {fc}, {}, "relu")}), "LowerCustomOperators");
    QVERIFY2(lowered.ok, errorOf(lowered).c_str());
    const QStringList nodes = nodesOf(lowered);
    QVERIFY2(nodes.contains(QStringLiteral("dense fc_dense data fc_weight fc_bias units=5")),
             qPrintable(nodes.join(u'\n')));
    QVERIFY(nodes.contains(QStringLiteral("__mul_scalar__ fc fc_dense scalar=0.5")));
    QVERIFY(nodes.contains(QStringLiteral("relu relu fc")));
    QCOMPARE(nodes.size(), 6);
}

void TstLowerCustomOperators::theFirstLoweringThatFitsIsTaken()
{
    ModelBuilder model(m_builtins.ops);
    const Entry fc = model.apply("scaled_dense", {model.variable("data")},
                                 {{"units", "5"}, {"use_bias", "False"}}, "fc");
    const QStringList nodes = nodesOf(run(*model.finish({fc}), "LowerCustomOperators"));
    QVERIFY2(nodes.contains(QStringLiteral("dense fc_dense data fc_weight units=5 use_bias=False")),
             qPrintable(nodes.join(u'\n')));
    QVERIFY(nodes.contains(QStringLiteral("__mul_scalar__ fc fc_dense scalar=1")));
}

void TstLowerCustomOperators::provenanceNamesTheNode()
{
    ModelBuilder model(m_builtins.ops);
    const Graph graph = *model.finish(
        {model.apply("scaled_dense", {model.variable("data")}, {{"units", "5"}}, "fc")});
    const PassRun lowered = run(graph, "LowerCustomOperators");
    QVERIFY2(lowered.ok, errorOf(lowered).c_str());
    const NodeId fc = *graph.findByName("fc");
    const auto &origins = lowered.steps.back().provenance.origins;
    for (const char *name : {"fc", "fc_dense"}) {
        const NodeId made = *lowered.graph.findByName(name);
        const auto origin = std::find_if(origins.begin(), origins.end(),
                                         [made](const auto &item) { return item.node == made; });
        QVERIFY(origin != origins.end());
        QCOMPARE(origin->from, std::vector<NodeId>{fc});
        QCOMPARE(origin->reason, std::string("what scaled_dense computes"));
    }
}

void TstLowerCustomOperators::othersStay()
{
    Graph graph;
    Node data;
    data.name = "data";
    Node pack;
    pack.op = "pack";
    pack.name = "pack";
    pack.inputs = {{graph.add(std::move(data)), 0, 0}};
    const NodeId id = graph.add(std::move(pack));
    graph.setHeads({{id, 0, 0}});
    const PassRun lowered = run(graph, "LowerCustomOperators", {2, 3}, true);
    QVERIFY2(lowered.ok, errorOf(lowered).c_str());
    QCOMPARE(nodesOf(lowered).join(u','), QStringLiteral("null data,pack pack data"));
    const auto reasons = lowered.steps.back().kept.reasonsOf(id);
    QVERIFY(!reasons.empty());
    QCOMPARE(reasons.front(), std::string("its declaration has no lowering"));
}

void TstLowerCustomOperators::whatCannotBeMadeIsToldOfTheNode()
{
    const Builtins builtins = makeBuiltins();
    const char *const file = R"json({"nervure_operators": 1, "operators": [
      {"name": "odd", "inputs": ["data"], "outputs": [{"name": "y", "shape": "data.shape"}],
       "attributes": [{"name": "k", "type": "integer", "default": 1}],
       "lowering": [
         {"when": "k == 1", "nodes": [{"name": "n", "op": "dense", "inputs": ["data"], "attrs": {"units": "{k - 1}"}}], "outputs": ["n"]},
         {"when": "k == 2", "nodes": [{"name": "n", "op": "relu"}], "outputs": ["n"]},
         {"when": "k == 3", "nodes": [{"name": "n", "op": "relu", "inputs": ["data"]}], "outputs": ["n:1"]},
         {"when": "k == 4", "nodes": [{"name": "n", "op": "clip", "inputs": ["data"], "attrs": {"a_min": "0", "a_max": "{data.shape[k]}"}}], "outputs": ["n"]}
       ]}]})json";
    QVERIFY(declareOperators({{"odd.json", file}}, builtins.ops));
    const auto faultFor = [&](const char *k) {
        ModelBuilder model(builtins.ops);
        const Graph graph =
            *model.finish({model.apply("odd", {model.variable("data")}, {{"k", k}}, "node")});
        InputFacts facts;
        facts.shapes["data"] = {2, 3};
        return QString::fromStdString(
            errorOf(runPasses(graph, *parsePipeline("LowerCustomOperators"),
                              {.passes = builtins.passes, .ops = builtins.ops, .inputs = facts})));
    };
    const QString start = QStringLiteral("not-lowered  in 'node': odd 'node': ");
    QCOMPARE(faultFor("1"),
             start
                 + QStringLiteral("its lowering: dense 'n': attribute 'units' is '0', "
                                  "expected at least 1"));
    QCOMPARE(faultFor("2"),
             start + QStringLiteral("node 'n' of the lowering: relu has 0 inputs, expected 1"));
    QCOMPARE(faultFor("3"),
             start + QStringLiteral("output 1 of node 'node_n' of the lowering, which has 1"));
    QCOMPARE(faultFor("4"),
             start
                 + QStringLiteral("node 'n' of the lowering, a_max: item 4 of a list of 2, "
                                  "at column 11 of 'data.shape[k]'"));
    QCOMPARE(faultFor("5"),
             start + QStringLiteral("none of its lowerings has a condition that holds here"));
}

void TstLowerCustomOperators::onlyGraphsThatNeedItAreLowered()
{
    ModelBuilder model(m_builtins.ops);
    const Entry data = model.variable("data");
    const Entry relu = model.apply("relu", {data}, {}, "relu");
    QCOMPARE(loweringPassOf(*model.finish({relu}), m_builtins.ops), std::string_view());
    const Entry clip = model.apply("soft_clip", {relu}, {}, "clip");
    QCOMPARE(loweringPassOf(*model.finish({clip}), m_builtins.ops),
             std::string_view("LowerCustomOperators"));
    Graph other;
    other.setDialect(Dialect::MXNet);
    QCOMPARE(loweringPassOf(other, m_builtins.ops), std::string_view("MXNetToNNVM"));
}

NERVURE_TEST(TstLowerCustomOperators)
#include "tst_lower_custom_operators.moc"
