// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"
#include "tests/core/passes/oracle_values.h"
#include "tests/core/passes/raising_probe.h"
#include "tests/support/errors.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

using Json = nlohmann::json;

class TstNnvmToLightnet : public QObject {
    Q_OBJECT

private:
    Raising m_raising;

private Q_SLOTS:
    void everyRefusalIsTold();
    void namesAreLegalAndDifferent();
    void variablesAreCreatedAndFilesHoldWhatTheOptionSays();
    void resultsAreTensorsThatNothingReads();
    void resultsArePrintedIfWanted();
    void everyNodeSaysWhereItCameFrom();
    void whatIsOnlyThereForItsShapeIsLeftOut();
    void unknownShapesAndLightNetGraphsAreRefused();
    void valuesOfNnvmsOperatorsAreRefused();
    void valuesMadeInChainsAreTakenOnce();
    void equalConstantsAreMadeOnce();
    void sampleNetworksAreRaised_data();
    void sampleNetworksAreRaised();
    void loweredDocumentsComputeTheSameWhenRaised();
    void corpusGraphsComputeTheSame();
};

void TstNnvmToLightnet::everyRefusalIsTold()
{
    OneOperator one("floor", {}, {{2, 3}});
    Node log;
    log.op = "log";
    log.name = "m";
    log.inputs = {{one.graph.heads()[0]}};
    Node relu;
    relu.op = "relu";
    relu.name = "o";
    relu.inputs = {{one.graph.add(log), 0, 0}};
    one.graph.setHeads({{one.graph.add(relu), 0, 0}});
    const PassRun run = m_raising.raised(one.graph, one.facts);
    std::vector<std::string> nodes;
    for (const Diagnostic &diagnostic : run.diagnostics) {
        nodes.push_back(diagnostic.where.node);
    }
    QCOMPARE(nodes, (std::vector<std::string>{"n", "m", ""}));
}

void TstNnvmToLightnet::namesAreLegalAndDifferent()
{
    Graph graph;
    InputFacts facts;
    std::vector<Entry> heads;
    for (const char *name : {"a b", "a:b", "3", "", "a_b"}) {
        Node variable;
        variable.name = std::string("v") + name;
        facts.shapes[variable.name] = {2};
        Node relu;
        relu.op = "relu";
        relu.name = name;
        relu.inputs = {{graph.add(std::move(variable)), 0, 0}};
        heads.push_back({graph.add(std::move(relu)), 0, 0});
    }
    graph.setHeads(heads);
    const PassRun run = m_raising.raised(graph, facts);
    QVERIFY(run.ok);
    QCOMPARE(*run.analyses.find(keys::outputTensors),
             (std::vector<std::string>{"a_b", "a_b_1", "_3", "_", "a_b_2"}));
    QCOMPARE(m_raising.checkDocument(run.graph), std::string());
}

void TstNnvmToLightnet::variablesAreCreatedAndFilesHoldWhatTheOptionSays()
{
    const OneOperator one("dense", {{"units", "2"}}, {{1, 3}, {2, 3}, {2}});
    const auto fromFile = [&](const std::string &option) {
        const PassRun run =
            m_raising.run(one.graph, "InferShape,InferType,NNVMToLightNet" + option, one.facts);
        std::string text;
        for (const NodeId id : run.graph.nodes()) {
            const Node &node = run.graph.node(id);
            text += node.op == "create"
                        ? node.outputPorts[0].tensor + "=" + *node.attrs.find("dims")
                              + *node.attrs.find("from_file") + " "
                        : std::string();
        }
        return text;
    };
    QCOMPARE(fromFile(""), std::string("v0=[1,3]false v1=[2,3]true v2=[2]true "));
    QCOMPARE(fromFile("{from_file=all}"), std::string("v0=[1,3]true v1=[2,3]true v2=[2]true "));
    QCOMPARE(fromFile("{from_file=none}"), std::string("v0=[1,3]false v1=[2,3]false v2=[2]false "));
}

void TstNnvmToLightnet::resultsAreTensorsThatNothingReads()
{
    OneOperator one("relu", {}, {{2, 3}});
    const Entry relu = one.graph.heads()[0];
    Node other;
    other.op = "sigmoid";
    other.name = "s";
    other.inputs = {{relu}};
    const Entry sigmoid{one.graph.add(other), 0, 0};
    one.graph.setHeads({relu, sigmoid, sigmoid});
    const PassRun run = m_raising.raised(one.graph, one.facts);
    QVERIFY(run.ok);
    QCOMPARE(*run.analyses.find(keys::outputTensors),
             (std::vector<std::string>{"n_output", "s", "s_output"}));
    QCOMPARE(m_raising.compare(one.graph, one.facts, m_raising.seeded(one.graph, one.facts)),
             std::string());
}

void TstNnvmToLightnet::resultsArePrintedIfWanted()
{
    const OneOperator one("ones_like", {}, {{2}});
    const PassRun run =
        m_raising.run(one.graph, "InferShape,InferType,NNVMToLightNet{print=1}", one.facts);
    QVERIFY(run.ok);
    QCOMPARE(m_raising.checkDocument(run.graph), std::string());
    const LightNetRun ran = runLightNet(m_raising.textOf(run.graph), m_raising.builtins());
    QCOMPARE(ran.error, std::string());
    QCOMPARE(ran.printed, std::string("n\n[1.000 1.000]\n"));
}

void TstNnvmToLightnet::everyNodeSaysWhereItCameFrom()
{
    const OneOperator one("prelu", {}, {{1, 2, 2, 2}, {2}});
    const PassRun run = m_raising.raised(one.graph, one.facts);
    QVERIFY(run.ok);
    const auto &origins = run.steps.back().provenance.origins;
    QCOMPARE(origins.size(), run.graph.nodeCount());
    for (const auto &origin : origins) {
        QVERIFY(run.graph.contains(origin.node) && one.graph.contains(origin.from.at(0)));
        QVERIFY(!origin.reason.empty());
    }
    QCOMPARE(one.graph.node(origins.back().from[0]).name, std::string("n"));
    QCOMPARE(run.graph.node(origins.back().node).name, std::string("n"));
}

void TstNnvmToLightnet::whatIsOnlyThereForItsShapeIsLeftOut()
{
    const OneOperator one("reshape_like", {}, {{2, 6}, {3, 4}});
    const PassRun run = m_raising.raised(one.graph, one.facts);
    QVERIFY(run.ok);
    QCOMPARE(run.graph.nodeCount(), std::size_t{2});
}

void TstNnvmToLightnet::unknownShapesAndLightNetGraphsAreRefused()
{
    const OneOperator one("relu", {}, {{2, 3}});
    const PassRun unknown = m_raising.raised(one.graph, {});
    QVERIFY(!unknown.ok);
    QVERIFY(firstError(unknown.diagnostics)
                .find("the shape of 'v0' is unknown, expected one, as "
                      "LightNet's documents hold it (--shape v0=…)")
            != std::string::npos);
    const PassRun raised = m_raising.raised(one.graph, one.facts);
    NERVURE_VERIFY_ERROR(m_raising.raised(raised.graph), "pass-dialect",
                         "pass NNVMToLightNet rewrites NNVM graphs, found a LightNet graph");
}

/// PrecomputePrune sets NNVM's operators aside, which would be lost without a word.
void TstNnvmToLightnet::valuesOfNnvmsOperatorsAreRefused()
{
    OneOperator one("exp", {}, {{2, 3}});
    Node bias;
    bias.op = "dense";
    bias.name = "d";
    bias.attrs = {{"units", "2"}, {"use_bias", "False"}};
    Node variable;
    variable.name = "x";
    one.facts.shapes["x"] = {1, 3};
    bias.inputs = {{one.graph.add(variable), 0, 0}, one.graph.heads()[0]};
    one.graph.setHeads({{one.graph.add(bias), 0, 0}});
    one.facts.parameters = {{"v0"}};
    const PassRun run = m_raising.run(one.graph,
                                      "InferShape,InferType,PrecomputePrune,InferShape,InferType,"
                                      "NNVMToLightNet",
                                      one.facts);
    QVERIFY(!run.ok);
    QVERIFY2(firstError(run.diagnostics).find("variable 'v0' is needed") != std::string::npos,
             firstError(run.diagnostics).c_str());
}

/// Each reads the one before four times: there are more ways through the chain than time.
void TstNnvmToLightnet::valuesMadeInChainsAreTakenOnce()
{
    const std::vector<std::string> outputs{"dst_scale", "dst_shift", "dst_power"};
    const std::vector<std::string> roles{"src_mean", "src_var", "src_scale", "src_offset"};
    Json ops = Json::array();
    ops.push_back(Json::parse(oneOp("zeros", {{"src", "[2]", "[1,1]"}}, {})).at("ops").at(0));
    std::string earlier = ops[0]["tensors_out"][0]["name"];
    for (int i = 0; i < 30; ++i) {
        Json op{{"name", "b" + std::to_string(i)},
                {"optype", "bn2scale_wts_cpu"},
                {"params", Json::array({{{"arg_name", "epsilon"}, {"value", 1}}})}};
        for (const std::string &role : roles) {
            op["tensors_in"].push_back({{"arg_name", role}, {"name", earlier}});
        }
        for (const std::string &role : outputs) {
            op["tensors_out"].push_back({{"arg_name", role}, {"name", role + std::to_string(i)}});
        }
        earlier = outputs[2] + std::to_string(i);
        ops.push_back(op);
    }
    const auto graph = m_raising.opened(Json{{"ops", ops}}.dump(), Semantics::Fixed);
    QVERIFY(graph.has_value());
    const PassRun run = m_raising.run(
        *graph, "InferShape,InferType,LightNetToNNVM,InferShape,InferType,NNVMToLightNet");
    QVERIFY2(run.ok, firstError(run.diagnostics).c_str());
    QCOMPARE(run.graph.nodeCount(), std::size_t{31});
    for (const auto &origin : run.steps.back().provenance.origins) {
        QVERIFY(origin.from.front().isValid());
    }
}

void TstNnvmToLightnet::equalConstantsAreMadeOnce()
{
    OneOperator one("__add_scalar__", {{"scalar", "2"}}, {{2, 3}});
    for (const char *op : {"__mul_scalar__", "__sub_scalar__", "full_like"}) {
        Node node;
        node.op = op;
        node.name = op;
        node.attrs = {{node.op == "full_like" ? "fill_value" : "scalar", "2"}};
        node.inputs = {{one.graph.heads().back()}};
        const Entry made{one.graph.add(std::move(node)), 0, 0};
        one.graph.setHeads({one.graph.heads().back(), made});
    }
    const PassRun run = m_raising.raised(one.graph, one.facts);
    QVERIFY2(run.ok, firstError(run.diagnostics).c_str());
    const auto nodes = run.graph.nodes();
    QCOMPARE(std::count_if(nodes.begin(), nodes.end(),
                           [&](NodeId id) { return run.graph.node(id).op == "create"; }),
             std::ptrdiff_t{3}); // the variable, the number, the result of full_like
    const auto &origins = run.steps.back().provenance.origins;
    const auto shared = std::find_if(origins.begin(), origins.end(), [&](const auto &origin) {
        return run.graph.node(origin.node).name == "n_create";
    });
    QVERIFY(shared != origins.end());
    std::vector<std::string> readers;
    for (const NodeId id : shared->from) {
        readers.push_back(one.graph.node(id).name);
    }
    QCOMPARE(readers, (std::vector<std::string>{"n", "__mul_scalar__", "__sub_scalar__"}));
    QCOMPARE(m_raising.compare(one.graph, one.facts, m_raising.seeded(one.graph, one.facts)),
             std::string());
}

void TstNnvmToLightnet::sampleNetworksAreRaised_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<int>("size"); // of the picture that it is run with; 0: not run
    QTest::newRow("mlp") << std::string("mlp") << 224;
    QTest::newRow("mobilenet") << std::string("mobilenet") << 32;
    QTest::newRow("resnet18") << std::string("resnet18") << 32;
    QTest::newRow("resnet50") << std::string("resnet50") << 0;
    QTest::newRow("resnet18_v1") << std::string("resnet18_v1") << 32;
    QTest::newRow("resnet50_v1") << std::string("resnet50_v1") << 0;
    QTest::newRow("squeezenet1.1") << std::string("squeezenet1.1") << 64;
    QTest::newRow("vgg16") << std::string("vgg16") << 0;
}

void TstNnvmToLightnet::sampleNetworksAreRaised()
{
    QFETCH(std::string, name);
    QFETCH(int, size);
    const auto file = sourceFolder() / "resources/samples" / (name + ".json");
    const auto graph = m_raising.opened(nervure::readFile(file).value(), Semantics::Exact);
    QVERIFY(graph.has_value());
    const PassRun run = m_raising.raised(*graph);
    QVERIFY2(run.ok, firstError(run.diagnostics).c_str());
    QCOMPARE(m_raising.checkDocument(run.graph), std::string());
    if (size > 0) {
        InputFacts facts;
        facts.shapes["data"] = {1, 3, size, size};
        QCOMPARE(m_raising.compare(*graph, facts, m_raising.seeded(*graph, facts)), std::string());
    }
}

void TstNnvmToLightnet::loweredDocumentsComputeTheSameWhenRaised()
{
    NERVURE_NEED_ORACLES();
    int wholly = 0;
    int raised = 0;
    int compared = 0;
    for (const CorpusDocument &document : lightNetCorpus(m_raising.builtins())) {
        const auto &graph = document.graph;
        const PassRun lowered =
            graph ? m_raising.run(*graph, "InferShape,InferType,LightNetToNNVM") : PassRun{};
        const auto nodes = lowered.graph.nodes();
        if (!graph || !lowered.ok || std::any_of(nodes.begin(), nodes.end(), [&](NodeId id) {
                return lowered.graph.node(id).dialect == Dialect::LightNet;
            })) {
            continue;
        }
        ++wholly;
        const std::string &name = document.name;
        const PassRun run = m_raising.run(
            *graph, "InferShape,InferType,LightNetToNNVM,InferShape,InferType,NNVMToLightNet");
        if (!run.ok) {
            qInfo("%s: %s", name.c_str(), firstError(run.diagnostics).c_str());
            continue;
        }
        ++raised;
        const std::string fault = m_raising.checkDocument(run.graph);
        QVERIFY2(fault.empty(), (name + ": " + fault).c_str());
        const auto difference =
            document.isComparable() ? m_raising.runsAlike(*graph, document.json) : std::nullopt;
        if (difference) {
            QVERIFY2(difference->empty(), (name + ": " + *difference).c_str());
            ++compared;
        }
    }
    qInfo("%d wholly lowered, %d of them raised again, %d compared", wholly, raised, compared);
    QVERIFY(raised >= 214); // may not fall
    QVERIFY(compared >= 212);
}

void TstNnvmToLightnet::corpusGraphsComputeTheSame()
{
    NERVURE_NEED_ORACLES();
    int raised = 0;
    int refused = 0;
    int compared = 0;
    const auto folder = oraclesFolder() / "nnvm";
    for (const auto &item : std::filesystem::directory_iterator(folder / "corpus")) {
        const std::string name = item.path().stem().string();
        const auto graph =
            m_raising.opened(nervure::readFile(item.path()).value(), Semantics::Exact);
        const OracleValues recorded = oracleValues(folder, name);
        if (!graph || !recorded.isThere) {
            continue;
        }
        const InputFacts &facts = recorded.facts;
        const PassRun run = m_raising.raised(*graph, facts);
        if (!run.ok) {
            ++refused;
            continue;
        }
        ++raised;
        const std::string fault = m_raising.checkDocument(run.graph);
        QVERIFY2(fault.empty(), (name + ": " + fault).c_str());
        if (recorded.hasValues) {
            const std::string difference = m_raising.compare(*graph, facts, recorded.values);
            QVERIFY2(difference.empty(), (name + ": " + difference).c_str());
            ++compared;
        }
    }
    qInfo("%d raised, %d refused, %d compared", raised, refused, compared);
    QVERIFY(raised >= 157); // may not fall
    QVERIFY(compared >= 134);
}

NERVURE_TEST(TstNnvmToLightnet)
#include "tst_nnvm_to_lightnet.moc"
