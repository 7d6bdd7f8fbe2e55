// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/analysis/memory_plan.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/kernel_calls.h"
#include "core/passes/live/live_inference.h"
#include "core/passes/pass_manager.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace nervure;

/// What the models hold and cost, through every pass: parameters, activations and planned memory.
class TstInherit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto folder = tests::sourceFolder() / "resources/samples";
        for (const auto &file : std::filesystem::directory_iterator(folder)) {
            m_samples.push_back(file.path());
        }
        std::sort(m_samples.begin(), m_samples.end());
        QVERIFY(m_samples.size() > 5);
    }

    void everyPassKeepsTheCounts_data() { addSamples(); }
    void everyPassKeepsTheCounts()
    {
        QFETCH(QString, file);
        const OpenedModel model = opened(file);
        const GraphTotals before = totalsBefore(model);
        int count = 0;
        for (const PassSpec &pass : m_builtins.passes.all()) {
            if (pass.name == "Compile") {
                continue;
            }
            const PassRun run = runOn(model, {{pass.name, optionsFor(pass.name)}});
            if (!run.ok) {
                continue; // it is for other graphs, or wants more than it has here
            }
            ++count;
            const QByteArray where = "after " + QByteArray::fromStdString(pass.name);
            if (std::any_of(run.steps.begin(), run.steps.end(),
                            [](const PassResult &step) { return step.changed; })) {
                check(model, run.steps.back(), before, where);
            } else {
                checkSame(run.steps.back().totals, before, where);
            }
        }
        QVERIFY(count > 10);
    }

    void compilationKeepsTheCounts_data() { addSamples(); }
    void compilationKeepsTheCounts()
    {
        QFETCH(QString, file);
        const OpenedModel model = opened(file);
        const GraphTotals before = totalsBefore(model);
        for (const char *target : {"", "opencl"}) {
            for (const char *level : {"0", "1", "2", "3"}) {
                const PassRun run =
                    runOn(model, {{"Compile", {{"opt_level", level}, {"target", target}}}});
                QVERIFY2(run.ok,
                         run.diagnostics.empty() ? "" : run.diagnostics.back().message.c_str());
                bool isChanged = false;
                for (const PassResult &step : run.steps) {
                    const QByteArray where = QByteArray("level ") + level + " for '" + target
                                             + "', " + step.name.c_str();
                    isChanged = isChanged || step.changed;
                    if (isChanged) {
                        check(model, step, before, where);
                    } else {
                        checkSame(step.totals, before, where);
                    }
                }
            }
        }
    }

    /// Made after a pass that folds scales, new parameters still are parameters.
    void whatIsComputedBeforehandIsAParameter()
    {
        const OpenedModel model = opened(QStringLiteral("resnet18.json"));
        const PassRun run =
            runOn(model, {{"Compile", {{"opt_level", "3"}, {"GraphCompile", "off"}}}});
        QVERIFY(run.ok);
        const auto after = [&run](const std::string &pass) {
            return *std::find_if(run.steps.begin(), run.steps.end(),
                                 [&pass](const PassResult &step) { return step.name == pass; });
        };
        const GraphTotals folded = after("FoldScaleAxis").totals;
        const GraphTotals pruned = after("PrecomputePrune").totals;
        // The norm of the data does not scale: its gamma is of no use.
        QCOMPARE(folded.parameters.value_or(-1), totalsBefore(model).parameters.value_or(-2) - 3);
        // Of gamma, beta, mean and variance of each of the norms one shift is left, and no
        // convolution computes with a weight that is not there before the run.
        QVERIFY(*pruned.parameters < *folded.parameters);
        QVERIFY(*pruned.parameters > *folded.parameters * 99 / 100);
        for (const IndexedNode &node : run.index->nodes()) {
            QVERIFY(node.node->op != "conv2d"
                    || run.index->node(node.inputs[1].nodeId).isVariable());
        }
    }

    /// A weight that an operator makes out of nothing is a constant as others are.
    void constantsThatAreComputedBeforehandAreParameters()
    {
        tests::PassProbe probe;
        probe.facts.shapes["x"] = {2, 3};
        const NodeId x = probe.variable("x");
        const NodeId weight =
            probe.add("full", "weight", {}, {{"shape", "(2, 3)"}, {"fill_value", "0.5"}});
        probe.add("elemwise_add", "sum", {{x}, {weight}});
        PassEnvironment environment = probe.environment();
        environment.describesSteps = true;
        environment.addNeeded = true;

        const PassRun run = runPasses(probe.graph, *parsePipeline("PrecomputePrune"), environment);

        QVERIFY(run.ok);
        QCOMPARE(run.graph.node(run.graph.nodes().back()).op, std::string("elemwise_add"));
        QCOMPARE(run.steps.back().totals.parameters.value_or(-1), std::int64_t{6});
    }

    void lightNetsInputIsNoParameter()
    {
        const OpenedModel model = opened(QStringLiteral("lightnet_convnet.json"));
        const auto parameters = findParameters(model.graph, m_builtins.ops);
        std::set<std::string> inputs;
        for (const NodeId id : model.graph.nodes()) {
            const Node &node = model.graph.node(id);
            if (holdsValues(node, m_builtins.ops) && parameters.count(id) == 0) {
                inputs.insert(node.outputPorts.front().tensor);
            }
        }
        QCOMPARE(inputs, std::set<std::string>{"picture"});
        QCOMPARE(parameters.size(), std::size_t{6});
    }

private:
    void addSamples()
    {
        QTest::addColumn<QString>("file");
        for (const auto &path : m_samples) {
            QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.filename().string());
        }
    }

    [[nodiscard]] OpenedModel opened(const QString &file) const
    {
        auto model = openModel(tests::sourceFolder() / "resources/samples" / file.toStdString(),
                               m_builtins.formats, m_builtins.ops);
        if (!model) {
            qFatal("%s", model.error().message.c_str());
        }
        return std::move(model).value();
    }

    /// What passes want that do nothing without it.
    static std::vector<std::pair<std::string, std::string>> optionsFor(const std::string &pass)
    {
        return pass == "AlterOpLayout"
                   ? std::vector<std::pair<std::string, std::string>>{{"device", "opencl"}}
                   : std::vector<std::pair<std::string, std::string>>{};
    }

    [[nodiscard]] PassRun runOn(const OpenedModel &model,
                                const std::vector<PassRequest> &passes) const
    {
        PassEnvironment environment{m_builtins.passes, m_builtins.ops};
        environment.semantics = model.semantics;
        environment.addNeeded = true;
        environment.describesSteps = true;
        return runPasses(model.graph, passes, environment);
    }

    [[nodiscard]] GraphTotals totalsBefore(const OpenedModel &model) const
    {
        const PassRun run = runOn(model, livePasses(model.graph));
        return run.steps.back().totals;
    }

    /// The names of what is fed into the model in a run.
    [[nodiscard]] std::set<std::string> inputNames(const OpenedModel &model) const
    {
        std::set<std::string> names;
        for (const NodeId id : model.graph.nodes()) {
            const Node &node = model.graph.node(id);
            const std::string &name =
                node.outputPorts.empty() ? node.name : node.outputPorts.front().tensor;
            for (const char *input : {"data", "picture", "tensor1"}) {
                if (name == input) {
                    names.insert(name);
                }
            }
        }
        return names;
    }

    /// Elements of everything that is there before a run and is not fed into it: counted by names.
    [[nodiscard]] std::int64_t parametersByName(const OpenedModel &model,
                                                const PassResult &step) const
    {
        const Shapes &shapes = *step.analyses.find(keys::shape, step.index);
        const std::set<std::string> inputs = inputNames(model);
        std::int64_t sum = 0;
        for (std::uint32_t id = 0; id < step.index->nodeCount(); ++id) {
            const Node &node = *step.index->node(id).node;
            const std::string &name =
                node.outputPorts.empty() ? node.name : node.outputPorts.front().tensor;
            if (holdsValues(node, m_builtins.ops) && inputs.count(name) == 0) {
                sum += elementCount(shapes[step.index->entryId(id, 0)]).value_or(0);
            }
        }
        return sum;
    }

    /// The bytes of all that operators compute, and the plan added up by hand.
    [[nodiscard]] static std::pair<std::int64_t, std::int64_t> memoryOf(const PassResult &step)
    {
        const Shapes &shapes = *step.analyses.find(keys::shape, step.index);
        const DTypes &types = *step.analyses.find(keys::dtype, step.index);
        const auto &storage = *step.analyses.find(keys::storageId, step.index);
        std::int64_t all = 0;
        std::map<std::int64_t, std::int64_t> blocks;
        for (std::uint32_t id = 0; id < step.index->nodeCount(); ++id) {
            const IndexedNode &node = step.index->node(id);
            if (node.isVariable() || (node.spec && node.spec->isStatic)) {
                continue;
            }
            for (std::uint32_t i = 0; i < node.outputCount; ++i) {
                const std::uint32_t entry = step.index->entryId(id, i);
                const std::int64_t bytes = byteCount(shapes[entry], types[entry]).value_or(0);
                all += bytes;
                if (storage[entry] >= 0) {
                    blocks[storage[entry]] = std::max(blocks[storage[entry]], bytes);
                }
            }
        }
        std::int64_t planned = 0;
        for (const auto &[id, bytes] : blocks) {
            planned += bytes;
        }
        return {all, planned};
    }

    static void checkSame(const GraphTotals &now, const GraphTotals &before,
                          const QByteArray &where)
    {
        QVERIFY2(before.parameters && now.parameters == before.parameters, where);
        QVERIFY2(before.parameterBytes && now.parameterBytes == before.parameterBytes, where);
        QVERIFY2(before.macs && now.macs == before.macs, where);
        QVERIFY2(before.activationBytes && now.activationBytes == before.activationBytes, where);
        QVERIFY2(before.plannedBytes, where);
    }

    void check(const OpenedModel &model, const PassResult &step, const GraphTotals &before,
               const QByteArray &where) const
    {
        const GraphTotals &now = step.totals;
        QVERIFY2(now.parameters && now.macs && now.activationBytes && now.plannedBytes, where);
        const auto [activations, planned] = memoryOf(step);
        const bool computesBeforehand = step.analyses.contains(keys::precomputeOutputNames.name)
                                        || *now.parameters != *before.parameters;
        const QByteArray found = where + ": " + QByteArray::number(qlonglong(*now.parameters))
                                 + " parameters of "
                                 + QByteArray::number(qlonglong(*before.parameters)) + ", "
                                 + QByteArray::number(qlonglong(*now.macs)) + " MACs of "
                                 + QByteArray::number(qlonglong(*before.macs)) + ", planned "
                                 + QByteArray::number(qlonglong(*now.plannedBytes)) + " of "
                                 + QByteArray::number(qlonglong(planned)) + ", activations "
                                 + QByteArray::number(qlonglong(*now.activationBytes));
        // LightNet wants biases where NNVM has none: constants that were no parameters.
        const bool isRaised = step.graph->dialect() != model.graph.dialect();
        QVERIFY2(isRaised || *now.parameters == parametersByName(model, step), found);
        QVERIFY2(*now.parameters <= *before.parameters, found);
        QVERIFY2(!computesBeforehand || *now.parameters * 100 >= *before.parameters * 99, found);
        // A gradient adds products to those of the model.
        QVERIFY2(where.endsWith("Gradient") ? *now.macs > *before.macs : *now.macs == *before.macs,
                 found);
        QVERIFY2(*now.activationBytes == activations, found);
        if (step.graph->dialect() != Dialect::LightNet) {
            QVERIFY2(*now.plannedBytes == planned, found);
            QVERIFY2(planned <= activations, found);
        }
        const auto view = memoryPlanView(*step.index, step.analyses);
        QVERIFY2(view && view->plannedBytes == *now.plannedBytes, found);
        QVERIFY2(*now.plannedBytes > 0, found);
    }

    const Builtins m_builtins = makeBuiltins();
    std::vector<std::filesystem::path> m_samples;
};

NERVURE_TEST(TstInherit)
#include "tst_inherit.moc"
