// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/passes/live/live_inference.h"
#include "core/passes/pass_manager.h"
#include "tests/support/environment.h"
#include "tests/support/graph_families.h"
#include "tests/support/random_edits.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;

/// Random edits of both dialects: everything can be taken back and done again, inference that goes
/// along equals that of the passes, and what is saved reads as what was saved.
class TstEditSequencesSoak : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    LiveInference m_live{m_builtins.ops, m_builtins.passes};
    std::size_t m_stepwise = 0;
    std::size_t m_sound = 0;
    std::size_t m_compared = 0;

    [[nodiscard]] Graph startOf(std::string_view name) const;
    [[nodiscard]] std::string printed(const Graph &graph, const FormatSpec &format) const;
    void playSequence(const Graph &start, std::uint32_t seed, std::size_t edits);
    void compareInference(const Graph &graph);
    void compareSaved(const Graph &graph, const Graph &start);

private Q_SLOTS:
    void sequencesCanBeTakenBack_data();
    void sequencesCanBeTakenBack();
};

namespace {

/// All edits of a run, of both dialects together.
constexpr std::size_t allEdits = 10000;
constexpr std::size_t editsOfOne = 25;

const std::string lightNetText = R"({"ops": [
    {"name": "in", "optype": "create", "tensors_in": [],
     "tensors_out": [{"arg_name": "dst", "name": "t_in"}],
     "params": [{"arg_name": "dtype", "value": "TL_FLOAT"}, {"arg_name": "dims", "value": [2, 3]},
                {"arg_name": "data", "value": [0]}, {"arg_name": "ran", "value": [0, 0]},
                {"arg_name": "from_file", "value": false}]},
    {"name": "relu", "optype": "relu", "tensors_in": [{"arg_name": "src", "name": "t_in"}],
     "tensors_out": [{"arg_name": "dst", "name": "t_relu"}], "params": []},
    {"name": "sig", "optype": "sigmoid", "tensors_in": [{"arg_name": "src", "name": "t_relu"}],
     "tensors_out": [{"arg_name": "dst", "name": "t_sig"}], "params": []},
    {"name": "sum", "optype": "elew", "tensors_in": [{"arg_name": "src1", "name": "t_relu"},
     {"arg_name": "src2", "name": "t_sig"}], "tensors_out": [{"arg_name": "dst", "name": "t_sum"}],
     "params": [{"arg_name": "elew_op", "value": "TL_SUM"}]},
    {"name": "out", "optype": "softmax", "tensors_in": [{"arg_name": "src", "name": "t_sum"}],
     "tensors_out": [{"arg_name": "dst", "name": "t_out"}],
     "params": [{"arg_name": "axis", "value": 1}]}]})";

std::vector<std::string> messagesOf(const Diagnostics &diagnostics)
{
    std::vector<std::string> messages;
    for (const Diagnostic &diagnostic : diagnostics) {
        messages.push_back(std::string(severityName(diagnostic.severity)) + " "
                           + diagnostic.message);
    }
    return messages;
}

/// References to nodes that are not there are written as some number that names none: which one does
/// not matter.
Graph withoutLooseEnds(Graph graph)
{
    const std::vector<NodeId> ids(graph.nodes().begin(), graph.nodes().end());
    const auto cut = [&graph](Entry &entry) {
        entry = graph.contains(entry.node) ? entry : Entry{};
    };
    for (const NodeId id : ids) {
        Node &node = graph.edit(id);
        std::for_each(node.inputs.begin(), node.inputs.end(), cut);
    }
    std::vector<Entry> heads = graph.heads();
    std::for_each(heads.begin(), heads.end(), cut);
    graph.setHeads(std::move(heads));
    return graph;
}

} // namespace

Graph TstEditSequencesSoak::startOf(std::string_view name) const
{
    if (name == "lightnet") {
        return openModelText(lightNetText, "t.json", m_builtins.formats, m_builtins.ops)->graph;
    }
    if (name == "fitting") {
        return tests::fittingNetwork(m_builtins.ops, 16).value();
    }
    return tests::findGraphFamily(name)->make(m_builtins.ops, 12).value();
}

std::string TstEditSequencesSoak::printed(const Graph &graph, const FormatSpec &format) const
{
    Diagnostics ignored;
    const auto text = format.write(graph, {m_builtins.ops, defaultSemantics(format), {}}, ignored);
    return text ? *text : text.error().message;
}

void TstEditSequencesSoak::compareInference(const Graph &graph)
{
    const Semantics semantics =
        graph.dialect() == Dialect::LightNet ? Semantics::Fixed : Semantics::Exact;
    InputFacts facts;
    facts.shapes["data"] = {1, 64, 8, 8};
    facts.shapes["x"] = {2, 3};
    const LiveResult &live = m_live.update({graph, facts, semantics});
    const PassRequest passes[] = {{"InferShape"}, {"InferType"}, {"PlanMemory"}};
    PassEnvironment environment{m_builtins.passes, m_builtins.ops, facts, semantics};
    environment.addNeeded = false;
    environment.keepsGoing = true;
    const PassRun run = runPasses(graph, passes, environment);
    ++m_compared;
    m_stepwise += live.steps ? 1 : 0;
    m_sound += live.ok ? 1 : 0;
    QCOMPARE(live.revision, graph.revision());
    QCOMPARE(live.ok, run.ok);
    QVERIFY(live.analyses.agreesOn(keys::shape.name, run.analyses));
    QVERIFY(live.analyses.agreesOn(keys::dtype.name, run.analyses));
    QVERIFY(live.analyses.agreesOn(keys::shapeUnknown.name, run.analyses));
    QVERIFY(live.analyses.agreesOn(keys::dtypeUnknown.name, run.analyses));
    QVERIFY(live.analyses.agreesOn(keys::storageId.name, run.analyses));
    QVERIFY(live.analyses.agreesOn(keys::storageAllocatedBytes.name, run.analyses));
    QCOMPARE(messagesOf(live.diagnostics), messagesOf(run.diagnostics));
}

/// The file that the graph was read from, with its changes: reads as the graph does.
void TstEditSequencesSoak::compareSaved(const Graph &graph, const Graph &start)
{
    const bool isLightNet = graph.dialect() == Dialect::LightNet;
    const FormatSpec &format = *m_builtins.formats.find(isLightNet ? "lightnet" : "nnvm");
    const FormatContext context{m_builtins.ops, defaultSemantics(format), {}};
    Diagnostics ignored;
    const std::string original = format.write(start, context, ignored).value();
    const auto saved = format.writePreserving(graph, original, context, ignored);
    QVERIFY(saved.ok());
    const auto again = format.read(*saved, context);
    QVERIFY2(again.ok(), again.ok() ? "" : again.error().message.c_str());
    QCOMPARE(again->graph.nodeCount(), graph.nodeCount());
    const auto second = format.writePreserving(again->graph, *saved, context, ignored);
    QVERIFY(second.ok() && *second == *saved);
    QCOMPARE(printed(withoutLooseEnds(again->graph), format),
             printed(withoutLooseEnds(graph), format));
}

void TstEditSequencesSoak::playSequence(const Graph &start, std::uint32_t seed, std::size_t edits)
{
    tests::RandomEdits random(m_builtins.ops, seed);
    Graph graph = start;
    std::vector<Edit> undo;
    std::vector<Graph> states{graph};
    for (std::size_t i = 0; i < edits; ++i) {
        const auto edit = random.next(graph);
        if (!edit) {
            QVERIFY(!edit.error().message.empty());
            continue;
        }
        auto inverse = apply(graph, *edit);
        QVERIFY2(inverse.ok(), inverse.ok() ? "" : inverse.error().message.c_str());
        undo.push_back(std::move(*inverse));
        states.push_back(graph);
        compareInference(graph);
        if (QTest::currentTestFailed()) {
            return;
        }
    }
    compareSaved(graph, start);
    const FormatSpec &format =
        *m_builtins.formats.find(graph.dialect() == Dialect::LightNet ? "lightnet" : "nnvm");
    std::vector<Edit> redo;
    for (std::size_t i = undo.size(); i-- > 0;) {
        auto inverse = apply(graph, undo[i]);
        QVERIFY(inverse.ok());
        redo.push_back(std::move(*inverse));
        QVERIFY(graph == states[i]);
        QCOMPARE(printed(graph, format), printed(states[i], format));
    }
    for (std::size_t i = 0; i < redo.size(); ++i) {
        QVERIFY(apply(graph, redo[redo.size() - 1 - i]).ok());
        QVERIFY(graph == states[i + 1]);
    }
}

void TstEditSequencesSoak::sequencesCanBeTakenBack_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"resnet", "lstm", "fitting", "lightnet"}) {
        QTest::newRow(name) << QByteArray(name);
    }
}

void TstEditSequencesSoak::sequencesCanBeTakenBack()
{
    QFETCH(QByteArray, name);
    constexpr std::size_t rows = 4;
    const std::size_t sequences =
        std::max<std::size_t>(2, tests::soakCount(allEdits) / (rows * editsOfOne));
    const std::uint32_t first = qEnvironmentVariableIntValue("NERVURE_SEED");
    const Graph start = startOf(name.toStdString());
    m_stepwise = 0;
    m_sound = 0;
    m_compared = 0;
    for (std::uint32_t i = 0; i < sequences; ++i) {
        playSequence(start, first + i, editsOfOne);
        if (QTest::currentTestFailed()) {
            qWarning("failed with NERVURE_SEED=%u", first + i);
            return;
        }
    }
    qInfo("seeds from %u: %zu edits, %zu of them sound, %zu inferred step by step", first,
          m_compared, m_sound, m_stepwise);
}

NERVURE_TEST(TstEditSequencesSoak)
#include "tst_edit_sequences_soak.moc"
