// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using nervure::tests::PassProbe;

namespace {

/// data (1×4×8×8) and what reads it; passes say why they leave nodes alone.
struct AskedProbe : PassProbe {
    NodeId data;

    AskedProbe()
    {
        addNeeded = true;
        data = variable("data");
        facts.shapes["data"] = {1, 4, 8, 8};
    }

    NodeId conv(const std::string &name, NodeId input, AttrDict attrs = {})
    {
        attrs.set("channels", "4");
        attrs.set("kernel_size", "(1, 1)");
        attrs.set("use_bias", "False");
        return add("conv2d", name, {{input}, {variable(name + "_weight")}}, std::move(attrs));
    }
    NodeId norm(const std::string &name, NodeId input)
    {
        std::vector<Entry> inputs{{input}};
        for (const char *part : {"_gamma", "_beta", "_moving_mean", "_moving_var"}) {
            inputs.push_back({variable(name + part)});
        }
        return add("batch_norm", name, std::move(inputs));
    }
    NodeId unary(const std::string &op, const std::string &name, NodeId input)
    {
        return add(op, name, {{input}});
    }

    /// Why the last pass left the node alone; its reasons, one a line.
    [[nodiscard]] QString reasons(std::string_view pipeline, const std::string &name,
                                  bool isAsked = true) const
    {
        PassEnvironment asked = environment();
        asked.describesSteps = isAsked;
        const PassRun run = runPasses(graph, *parsePipeline(pipeline), asked);
        if (!run.ok || run.steps.size() < 2) {
            return QStringLiteral("the passes failed");
        }
        QStringList lines;
        const auto node = run.steps[run.steps.size() - 2].graph->findByName(name);
        for (const std::string &reason : run.steps.back().kept.reasonsOf(node.value())) {
            lines.append(QString::fromStdString(reason));
        }
        return lines.join(u'\n');
    }
};

} // namespace

/// What passes say of the nodes that they leave as they are.
class TstKeptNodes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFoldSaysWhoElseReads()
    {
        AskedProbe net;
        const NodeId conv = net.conv("conv", net.data);
        const NodeId norm = net.norm("bn", conv);
        net.graph.setHeads({{norm}, {conv}});
        QCOMPARE(net.reasons("FoldBatchNorm", "bn"),
                 QStringLiteral("the result of 'conv' is read 2 times, expected once"));
    }

    void aFoldNamesTheLayout()
    {
        AskedProbe net;
        net.norm("bn", net.conv("conv", net.data, {{"out_layout", "NCHW4c"}}));
        QCOMPARE(net.reasons("FoldBatchNorm", "bn"),
                 QStringLiteral("'out_layout' of 'conv' is 'NCHW4c', expected 'NCHW'"));
    }

    void aFoldNamesWhatItFound()
    {
        AskedProbe net;
        net.norm("bn", net.unary("relu", "act", net.data));
        QCOMPARE(net.reasons("FoldBatchNorm", "bn"),
                 QStringLiteral("its data comes from 'act', expected a conv2d or dense"));
    }

    void whatIsFoldedIsNotLeftAlone()
    {
        AskedProbe net;
        net.norm("bn", net.conv("conv", net.data));
        QCOMPARE(net.reasons("FoldBatchNorm", "bn"), QString());
    }

    void aScaleSaysWhereItStops()
    {
        AskedProbe net;
        net.semantics = Semantics::Fixed;
        net.unary("relu", "last", net.norm("bn", net.unary("relu", "act", net.data)));
        QCOMPARE(
            net.reasons("InferShape,SimplifyInference,FoldScaleAxis", "bn_a_mul_data"),
            QStringLiteral("its scale stops at 'act': a negative scale does not pass through it\n"
                           "its scale stops at 'bn_out': the scale may be 0, by which the added "
                           "vector cannot be divided"));
    }

    void aScaleThatMovedSaysNothing()
    {
        AskedProbe net;
        net.norm("bn", net.conv("conv", net.data));
        QCOMPARE(net.reasons("InferShape,SimplifyInference,FoldScaleAxis", "bn_a_mul_data"),
                 QString());
    }

    void pruningNamesWhatDependsOnTheInput()
    {
        AskedProbe net;
        net.conv("conv", net.data);
        QCOMPARE(net.reasons("InferShape,PrecomputePrune", "conv"),
                 QStringLiteral("it depends on 'data', which parameters alone do not give"));
    }

    void fusionSaysWhyAValueIsStored()
    {
        AskedProbe net;
        const NodeId conv = net.conv("conv", net.data);
        const NodeId twice = net.unary("relu", "twice", conv);
        const NodeId sum = net.add("elemwise_add", "sum", {{twice}, {twice}});
        net.unary("global_avg_pool2d", "pool", sum);
        constexpr const char *pipeline = "InferShape,InferType,GraphFindFusibleGroups";
        QCOMPARE(net.reasons(pipeline, "twice"), QStringLiteral("its value is read 2 times"));
        QCOMPARE(net.reasons(pipeline, "sum"),
                 QStringLiteral("its reader 'pool' starts a kernel of its own"));
        QCOMPARE(net.reasons(pipeline, "pool"),
                 QStringLiteral("its value is a result of the graph"));
        QCOMPARE(net.reasons(pipeline, "conv"), QString()); // computed in the kernel of `twice`
    }

    void ourFusionSaysBehindWhomANodeCannotRun()
    {
        AskedProbe net;
        const NodeId conv = net.conv("conv", net.data);
        const NodeId act = net.unary("relu", "act", conv);
        const NodeId pool = net.unary("global_avg_pool2d", "pool", conv);
        net.graph.setHeads({{act}, {pool}});
        QCOMPARE(net.reasons("InferShape,InferType,FuseOperators", "act"),
                 QStringLiteral("not behind 'conv': others that read its value cannot follow"));
        QCOMPARE(net.reasons("InferShape,InferType,FuseOperators", "pool"),
                 QStringLiteral("it does not compute element by element"));
    }

    void identitiesAndRepetitionsSayWhyTheyStay()
    {
        AskedProbe net;
        const NodeId drop = net.unary("dropout", "drop", net.data);
        net.graph.setHeads({{drop, 0, 0}, {drop, 1, 0}});
        QCOMPARE(net.reasons("InferShape,RemoveIdentity", "drop"),
                 QStringLiteral("one of its outputs beside output 0 is read"));
        QCOMPARE(net.reasons("InferShape,EliminateCommonSubexpressions", "drop"),
                 QStringLiteral("its results are not decided by its inputs alone"));
    }

    void nothingIsWrittenDownUnasked()
    {
        AskedProbe net;
        net.norm("bn", net.unary("relu", "act", net.data));
        QCOMPARE(net.reasons("FoldBatchNorm", "bn", false), QString());
    }
};

NERVURE_TEST(TstKeptNodes)
#include "tst_kept_nodes.moc"
