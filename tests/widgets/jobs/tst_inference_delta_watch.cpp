// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "tests/support/test_class.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/inference_delta_watch.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/models/inference_delta_model.h"

#include <QSignalSpy>
#include <QTest>

using namespace nervure;

namespace {

/// data 1×3×8×8 → conv0 → relu0 → flatten0 → fc0.
Graph net()
{
    Graph graph;
    const auto add = [&graph](const char *name, const char *op, AttrDict attrs,
                              std::initializer_list<NodeId> inputs) {
        Node node;
        node.name = name;
        node.op = op;
        node.attrs = std::move(attrs);
        for (const NodeId input : inputs) {
            node.inputs.push_back(Entry{input});
        }
        return graph.add(std::move(node));
    };
    const NodeId data = add("data", "null", {{"shape", "(1, 3, 8, 8)"}}, {});
    const NodeId weight = add("conv0_weight", "null", {}, {});
    const NodeId conv =
        add("conv0", "conv2d",
            {{"channels", "8"}, {"kernel_size", "(1, 1)"}, {"use_bias", "False"}}, {data, weight});
    const NodeId relu = add("relu0", "relu", {}, {conv});
    const NodeId flat = add("flatten0", "flatten", {}, {relu});
    const NodeId fcWeight = add("fc0_weight", "null", {}, {});
    const NodeId dense =
        add("fc0", "dense", {{"units", "10"}, {"use_bias", "False"}}, {flat, fcWeight});
    graph.setHeads({Entry{dense}});
    return graph;
}

struct Desk {
    Desk()
    {
        document.setContent({net(), {}, "nnvm", {}, {}});
        passes.runUsual();
    }
    [[nodiscard]] NodeId node(const char *name) const
    {
        return document.graph().findByName(name).value_or(NodeId{});
    }
    bool isInferred() const { return document.analyses().contains(keys::shape.name); }

    Builtins builtins = makeBuiltins();
    GraphDocument document{builtins};
    JobRunner jobs;
    WorkerProcess worker;
    PassRunner passes{document, jobs, worker};
    InferenceDeltaWatch watch{document, passes};
};

} // namespace

/// What is said to have followed from an edit.
class TstInferenceDeltaWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingFollowsFromOpening()
    {
        Desk desk;
        QTRY_VERIFY(desk.isInferred());
        QVERIFY(desk.watch.latest().isEmpty());
        QVERIFY(inferenceDeltaText(desk.watch.latest()).isEmpty());
    }

    void allThatTheEditReachesIsListed()
    {
        Desk desk;
        QTRY_VERIFY(desk.isInferred());
        QVERIFY(performEdit(desk.document, EditKind::Set,
                            {.nodes = {desk.node("conv0")}, .key = "channels", .text = "16"})
                    .ok());
        QTRY_VERIFY(!desk.watch.latest().isEmpty());
        const InferenceDelta &found = desk.watch.latest();
        // The weights of both, and the values of conv0, relu0 and flatten0.
        QCOMPARE(found.values.size(), std::size_t{5});
        bool isConvThere = false;
        for (const ValueChange &change : found.values) {
            if (change.value.node == desk.node("conv0")) {
                isConvThere = true;
                QCOMPARE(change.before, (Shape{1, 8, 8, 8}));
                QCOMPARE(change.after, (Shape{1, 16, 8, 8}));
            }
            QVERIFY(change.value.node != desk.node("fc0"));
        }
        QVERIFY(isConvThere);
        // conv0 and relu0 share 8·64 floats more, flatten0 has as many; weights are not planned.
        QVERIFY(found.isPlanned);
        QCOMPARE(found.bytes.value_or(0), std::int64_t{4 * 2 * 512});
        QVERIFY(inferenceDeltaText(found).startsWith(u'5'));
    }

    void undoTakesItBack()
    {
        Desk desk;
        QTRY_VERIFY(desk.isInferred());
        QVERIFY(performEdit(desk.document, EditKind::Set,
                            {.nodes = {desk.node("conv0")}, .key = "channels", .text = "16"})
                    .ok());
        QTRY_VERIFY(!desk.watch.latest().isEmpty());
        const std::int64_t bytes = desk.watch.latest().bytes.value();
        desk.document.undoStack().undo();
        QTRY_COMPARE(desk.watch.latest().bytes.value_or(0), -bytes);
        QCOMPARE(desk.watch.latest().values.size(), std::size_t{5});
    }

    void anEditWithoutConsequencesHasNone()
    {
        Desk desk;
        QTRY_VERIFY(desk.isInferred());
        QVERIFY(performEdit(desk.document, EditKind::Set,
                            {.nodes = {desk.node("conv0")}, .key = "channels", .text = "16"})
                    .ok());
        QTRY_VERIFY(!desk.watch.latest().isEmpty());
        QVERIFY(performEdit(desk.document, EditKind::Rename,
                            {.nodes = {desk.node("relu0")}, .text = "act"})
                    .ok());
        QTRY_VERIFY(desk.watch.latest().isEmpty());
    }

    void theyAreOfThePassesThatAreShown()
    {
        Desk desk;
        QTRY_VERIFY(desk.isInferred());
        QSignalSpy finished(&desk.passes, &PassRunner::finished);
        desk.passes.run(
            {{"InferShape", {}}, {"InferType", {}}, {"PlanMemory", {{"planner", "arena"}}}});
        QVERIFY(finished.wait());
        QVERIFY(desk.watch.latest().isEmpty()); // other passes are no edit
        const auto planned = [&desk] {
            return *desk.document.analyses().find(keys::storageAllocatedBytes);
        };
        const std::int64_t before = planned();
        QVERIFY(performEdit(desk.document, EditKind::Set,
                            {.nodes = {desk.node("conv0")}, .key = "channels", .text = "16"})
                    .ok());
        QTRY_VERIFY(!desk.watch.latest().isEmpty());
        QCOMPARE(desk.watch.latest().values.size(), std::size_t{5});
        QVERIFY(desk.watch.latest().isPlanned);
        QCOMPARE(desk.watch.latest().bytes, planned() - before);
        QVERIFY(desk.document.stage().totals.has_value());
    }

    void theyAreOfTheGraphThatPassesMade()
    {
        Desk desk;
        QTRY_VERIFY(desk.isInferred());
        QSignalSpy finished(&desk.passes, &PassRunner::finished);
        desk.passes.run({{"Compile", {}}});
        QVERIFY(finished.wait());
        QVERIFY(desk.document.stage().isOfPass());
        const SetAttribute wider{desk.node("fc0"), "units", "20", {}};
        QVERIFY(desk.document.apply({wider}, QString()).ok());
        QVERIFY(finished.wait());
        QVERIFY(!desk.watch.latest().isEmpty());
        for (const ValueChange &change : desk.watch.latest().values) {
            QVERIFY(desk.document.stage().graph->contains(change.value.node));
        }
    }

    void aFailureIsNoConsequence()
    {
        Desk desk;
        QTRY_VERIFY(desk.isInferred());
        QSignalSpy finished(&desk.passes, &PassRunner::finished);
        desk.passes.run({{"InferShape", {}}});
        QVERIFY(finished.wait());
        QVERIFY(
            performEdit(desk.document, EditKind::Set,
                        {.nodes = {desk.node("conv0")}, .key = "kernel_size", .text = "(99, 99)"})
                .ok());
        QVERIFY(finished.wait());
        QVERIFY(desk.watch.latest().isEmpty());
        desk.document.undoStack().undo();
        QVERIFY(finished.wait());
        QVERIFY(desk.watch.latest().isEmpty()); // all is as it was known last
    }

    void theModelListsThemInWords()
    {
        Desk desk;
        QTRY_VERIFY(desk.isInferred());
        QVERIFY(performEdit(desk.document, EditKind::Set,
                            {.nodes = {desk.node("fc0")}, .key = "units", .text = "20"})
                    .ok());
        QTRY_VERIFY(!desk.watch.latest().isEmpty());
        InferenceDeltaModel model;
        model.setInferenceDelta(desk.watch.latest(), desk.document.graph());
        QCOMPARE(model.rowCount(), 2);
        const QString after = model.index(1, InferenceDeltaModel::After).data().toString();
        QCOMPARE(after, QString::fromUtf8("1×20"));
    }
};

NERVURE_TEST(TstInferenceDeltaWatch)
#include "tst_inference_delta_watch.moc"
