// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/core/passes/corpus_documents.h"
#include "tests/core/passes/reference_run.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace nervure;
using namespace nervure::tests;

class TstLightnetToNnvm : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    [[nodiscard]] PassRun lowered(const Graph &graph) const;
    [[nodiscard]] std::optional<std::string> compareRuns(const Graph &graph,
                                                         const std::string &json) const;

private Q_SLOTS:
    void everyLoweredDocumentComputesTheSame();
    void createdTensorsBecomeVariablesWithAGraphForTheirValues();
    void whatHasNoCounterpartStaysAndIsTold();
    void nnvmGraphsAreRefused();
};

namespace {

/// Entries of a document that nothing but printing reads, by tensor.
std::vector<std::string> resultsOf(const Graph &graph)
{
    std::set<std::pair<NodeId, std::uint32_t>> read;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        for (const Entry &entry : node.inputs) {
            if (!node.outputPorts.empty()) {
                read.insert({entry.node, entry.index});
            }
        }
    }
    std::vector<std::string> names;
    for (const NodeId id : graph.nodes()) {
        const auto &ports = graph.node(id).outputPorts;
        for (std::uint32_t i = 0; i < ports.size(); ++i) {
            if (read.count({id, i}) == 0) {
                names.push_back(ports[i].tensor);
            }
        }
    }
    return names;
}

std::size_t countOf(const Graph &graph, Dialect dialect)
{
    const auto nodes = graph.nodes();
    return static_cast<std::size_t>(std::count_if(nodes.begin(), nodes.end(), [&](NodeId id) {
        return graph.node(id).dialect == dialect && !graph.node(id).isVariable();
    }));
}

} // namespace

PassRun TstLightnetToNnvm::lowered(const Graph &graph) const
{
    return runPasses(
        graph, *parsePipeline("InferShape,InferType,LightNetToNNVM,InferShape,InferType"),
        {.passes = m_builtins.passes, .ops = m_builtins.ops, .semantics = Semantics::Fixed});
}

/// The first difference between the lowered graph's results and the document's; nothing where the
/// document does not run.
std::optional<std::string> TstLightnetToNnvm::compareRuns(const Graph &graph,
                                                          const std::string &json) const
{
    const LightNetRun direct = runLightNet(json, m_builtins);
    if (!direct.error.empty()) {
        return std::nullopt;
    }
    const PassRun run = lowered(graph);
    if (!run.ok) {
        return run.diagnostics.empty() ? "the pass failed" : run.diagnostics.back().message;
    }
    // Variables are called like the tensors that they are.
    const auto results = referenceResults(run, direct.tensors);
    if (!results) {
        return results.error().message;
    }
    const auto names = resultsOf(graph);
    if (results->size() != names.size()) {
        return std::to_string(results->size()) + " results, expected "
               + std::to_string(names.size());
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double difference =
            relativeDifference((*results)[i].view(), direct.tensors.at(names[i]).view());
        if (!(difference < 1e-5)) {
            return names[i] + " differs by " + std::to_string(difference);
        }
    }
    return std::string();
}

void TstLightnetToNnvm::everyLoweredDocumentComputesTheSame()
{
    NERVURE_NEED_ORACLES();
    int wholly = 0;
    int partly = 0;
    int refused = 0;
    int compared = 0;
    for (const CorpusDocument &document : lightNetCorpus(m_builtins)) {
        const auto &graph = document.graph;
        const PassRun run = graph ? lowered(*graph) : PassRun{};
        if (!graph || !run.ok) {
            ++refused;
            continue;
        }
        const bool isWhole = countOf(run.graph, Dialect::LightNet) == 0;
        ++(isWhole ? wholly : partly);
        const auto difference =
            document.isComparable() ? compareRuns(*graph, document.json) : std::nullopt;
        if (difference) {
            QVERIFY2(difference->empty(), (document.name + ": " + *difference).c_str());
            ++compared;
        }
    }
    qInfo("%d wholly lowered, %d partly, %d not at all; %d compared", wholly, partly, refused,
          compared);
    QVERIFY(wholly >= 214); // may not fall
    QVERIFY(compared >= 357);
}

void TstLightnetToNnvm::createdTensorsBecomeVariablesWithAGraphForTheirValues()
{
    const std::string json = oneOp("lrelu", {{"src", "[2]", "[-4,4]"}}, {{"negslope", "0.5"}});
    const auto graph = openedGraph(json, m_builtins, Semantics::Fixed);
    QVERIFY(graph.has_value());
    const PassRun run = lowered(*graph);
    QVERIFY(run.ok);
    QCOMPARE(run.graph.dialect(), Dialect::Nnvm);
    QCOMPARE(run.graph.node(run.graph.nodes()[0]).name, std::string("src"));
    QVERIFY(run.graph.node(run.graph.nodes()[0]).isVariable());
    QCOMPARE(run.graph.node(run.graph.nodes()[1]).op, std::string("leaky_relu"));
    QCOMPARE(run.graph.heads().size(), std::size_t{1});
}

void TstLightnetToNnvm::whatHasNoCounterpartStaysAndIsTold()
{
    const std::string json = oneOp("sort1d", {{"src_key", "[2]", "[2,1]"}},
                                   {{"dir", "\"TL_SORT_DIR_ASCENDING\""}}, {"dst_key"});
    const auto graph = openedGraph(json, m_builtins, Semantics::Fixed);
    QVERIFY(graph.has_value());
    const PassRun run = lowered(*graph);
    QVERIFY(run.ok);
    QCOMPARE(countOf(run.graph, Dialect::LightNet), std::size_t{1});
    const auto told = std::find_if(run.diagnostics.begin(), run.diagnostics.end(),
                                   [](const Diagnostic &d) { return d.code == "not-lowered"; });
    QVERIFY(told != run.diagnostics.end());
    QVERIFY(told->message.find("sort1d 'op' has no counterpart") != std::string::npos);
    QCOMPARE(compareRuns(*graph, json).value_or("it does not run"), std::string());
}

void TstLightnetToNnvm::nnvmGraphsAreRefused()
{
    Graph graph;
    Node variable;
    variable.name = "x";
    graph.setHeads({{graph.add(std::move(variable))}});
    NERVURE_VERIFY_ERROR(lowered(graph), "dialect",
                         "pass LightNetToNNVM lowers LightNet graphs, found an NNVM one");
}

NERVURE_TEST(TstLightnetToNnvm)
#include "tst_lightnet_to_nnvm.moc"
