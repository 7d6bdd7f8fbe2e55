// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/passes/pass_manager.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/node_search.h"
#include "widgets/models/attribute_model.h"
#include "widgets/models/diagnostic_model.h"
#include "widgets/models/find_model.h"
#include "widgets/models/graph_summary.h"
#include "widgets/models/input_model.h"
#include "widgets/models/operator_model.h"
#include "widgets/models/outline_model.h"
#include "widgets/models/pass_list_model.h"
#include "widgets/models/profile_model.h"
#include "widgets/models/storage_model.h"
#include "widgets/models/value_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace nervure;

/// Every model on a real network: Qt's own checks, and what they do not see.
class TstModels : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();
    GraphDocument m_document{m_builtins};

    /// Qt's checks, then one row and one column too many: the tester is silent on those.
    static void probe(QAbstractItemModel &model, int leastRows)
    {
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(model.rowCount() >= leastRows);
        QVERIFY(!model.index(model.rowCount(), 0).isValid());
        QVERIFY(!model.index(0, model.columnCount()).isValid());
        QVERIFY(!model.index(-1, 0).isValid());
        QVERIFY(!model.headerData(model.columnCount(), Qt::Horizontal).isValid());
        for (int column = 0; column < model.columnCount(); ++column) {
            // A column of buttons may be too narrow for a title.
            QVERIFY(
                !model.headerData(column, Qt::Horizontal).toString().isEmpty()
                || !model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        }
    }
    [[nodiscard]] NodeId named(const char *name) const
    {
        return m_document.graph().findByName(name).value_or(NodeId{});
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto path = tests::sourceFolder() / "resources/samples/resnet18.json";
        auto model = openModel(path, m_builtins.formats, m_builtins.ops);
        QVERIFY(model.ok());
        m_document.setContent(
            {std::move(model->graph), std::move(model->text), model->format->name, {}, {}});
        const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}, {"PlanMemory"}};
        PassRun run = runPasses(m_document.graph(), passes, {m_builtins.passes, m_builtins.ops});
        QVERIFY(run.ok);
        PassStep step;
        step.name = QStringLiteral("PlanMemory");
        step.index = run.index;
        step.analyses = std::move(run.analyses);
        m_document.setPassOutcome({m_document.revision(), {std::move(step)}});
    }

    void outline()
    {
        OutlineModel model;
        probe(model, 0);
        model.setGraph(m_document.graph());
        probe(model, 1);
        for (const NodeId id : m_document.graph().nodes()) {
            QCOMPARE(model.find(id).data(NodeRole).toUInt(), id.value);
        }
        QVERIFY(!model.find({123456}).isValid());
    }

    void manySiblingsAreListedInRanges()
    {
        Graph graph;
        for (int i = 0; i < 1500; ++i) {
            Node node;
            node.name = "in" + std::to_string(i);
            graph.add(std::move(node));
        }
        OutlineModel model;
        model.setGraph(graph);
        probe(model, 39);
        QCOMPARE(model.rowCount(), 39);
        const QModelIndex first = model.index(0, 0, {});
        QCOMPARE(first.data().toString(), QStringLiteral("in0 … 38"));
        QCOMPARE(first.siblingAtColumn(OutlineModel::Count).data().toString(),
                 QStringLiteral("39"));
        QCOMPARE(model.rowCount(first), 39);
        QVERIFY(!NodeId{first.data(NodeRole).toUInt()}.isValid());
        for (const NodeId id : graph.nodes()) {
            QCOMPARE(model.find(id).data(NodeRole).toUInt(), id.value);
        }
    }

    void operators()
    {
        OperatorModel model;
        model.setGraph(m_document.graph());
        probe(model, 5);
        int nodes = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            nodes += model.rowCount(model.index(row, 0, {}));
        }
        QCOMPARE(nodes, int(m_document.graph().nodeCount()));
    }

    void attributes()
    {
        AttributeModel model;
        for (const NodeId id : m_document.graph().nodes()) {
            model.setNode(m_document.graph().node(id), m_builtins.ops);
            for (const AttributeRow &row : model.rows()) {
                QVERIFY2(row.error.isEmpty(), row.name.c_str());
            }
        }
        model.setNode(m_document.graph().node(named("conv0")), m_builtins.ops);
        probe(model, 5);
        QVERIFY(model.flags(model.index(0, AttributeModel::Value)) & Qt::ItemIsEditable);
        QVERIFY(!(model.flags(model.index(0, AttributeModel::Type)) & Qt::ItemIsEditable));
    }

    void values()
    {
        ValueModel model;
        model.setInputs(m_document, named("conv0"));
        probe(model, 2);
        QCOMPARE(model.row(1).role, QStringLiteral("weight"));
        QCOMPARE(model.row(1).shape, QStringLiteral("64×3×7×7"));
        model.setOutputs(m_document, named("conv0"));
        probe(model, 1);
        QVERIFY(model.row(0).node.isValid());
    }

    void inputs()
    {
        InputModel model;
        model.setDocument(m_document);
        probe(model, 1);
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(!model.isMissingShapes());
        QVERIFY(model.row(0).shape == (Shape{1, 3, 224, 224}));
    }

    /// Where the dialect has names for dimensions, they are taken as well.
    void namedInputs()
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        Node x;
        x.dialect = Dialect::Onnx;
        x.name = "x";
        x.attrs = {{"elem_type", "float32"}, {"shape", "[1, 2]"}};
        graph.setHeads({{graph.add(std::move(x))}});
        GraphDocument document(m_builtins);
        document.setContent({graph, {}, "onnx", {}, {}});
        InputModel model;
        model.setDocument(document);
        const QModelIndex cell = model.index(0, InputModel::ShapeColumn);
        QVERIFY(!model.setData(cell, QStringLiteral("2z,3"), Qt::EditRole));
        connect(&model, &InputModel::sizesGiven, &document,
                [&document](const QString &input, const Dimensions &sizes) {
                    giveSizes(document, input, sizes);
                });
        QVERIFY(model.setData(cell, QStringLiteral("batch,3"), Qt::EditRole));
        QCOMPARE(dimensionsText(document.inputFacts().sizes.at("x")), std::string("[batch, 3]"));
        model.setDocument(document);
        QCOMPARE(cell.data().toString(), QStringLiteral("batch×3"));
        giveShape(document, QStringLiteral("x"), {});
        QVERIFY(document.inputFacts().sizes.empty());
    }

    void find()
    {
        const auto query = Query::parse("op:conv2d & shape~\"*,64,112,112\"");
        QVERIFY(query);
        JobRunner jobs;
        const Selection selection;
        std::optional<FoundNodes> found;
        startSearch({m_document, selection, jobs}, QStringLiteral("find"), {*query}, this,
                    [&found](FoundNodes answer) { found = std::move(answer); });
        QTRY_VERIFY(found.has_value());
        FindModel model;
        model.setFound(*query, *found);
        probe(model, 1);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("conv2d"));
    }

    void storages()
    {
        const auto plan = memoryPlanView(*m_document.analyzedIndex(), m_document.analyses());
        QVERIFY(plan.has_value());
        QCOMPARE(plan->plannedBytes, *m_document.analyses().find(keys::storageAllocatedBytes));
        QVERIFY(plan->naiveBytes > plan->plannedBytes);
        StorageModel model;
        model.setPlan(*plan);
        probe(model, 2);
        // No two values of a storage live at the same time, but for in-place pairs.
        for (const StorageBlock &block : plan->blocks) {
            for (std::size_t i = 1; i < block.tenants.size(); ++i) {
                QVERIFY(block.tenants[i].firstStep >= block.tenants[i - 1].lastStep);
            }
        }
    }

    void profile()
    {
        ProfileReport profile;
        std::vector<LayerProfile> &layers = profile.data.layers;
        layers.resize(3);
        layers[0].node.name = "conv0";
        layers[0].ms.median = 3;
        layers[0].flops = 3'000'000'000;
        layers[1].ms.median = 1;
        layers[2].node.name = "loop";
        layers[2].inner.resize(1);
        layers[2].inner[0].node.name = "step";
        layers[2].inner[0].calls = 35;
        ProfileModel model;
        model.setProfile(profile, *m_document.ownNodes());
        probe(model, 4);
        QCOMPARE(model.index(3, ProfileModel::Name).data().toString(),
                 QStringLiteral("loop/step ×35"));
        QCOMPARE(model.row(0).node, named("conv0"));
        QCOMPARE(model.row(0).share, 0.75);
        QCOMPARE(model.index(0, ProfileModel::Flops).data(SortRole).toDouble(), 1000.0);
        QVERIFY(!model.row(1).node.isValid());
        QVERIFY(model.index(2, ProfileModel::Flops).data().toString().isEmpty());
    }

    void passesAndDiagnostics()
    {
        PassListModel passes(m_builtins.passes);
        probe(passes, 3);
        const PassSpec *fold = m_builtins.passes.find("FoldBatchNorm");
        QVERIFY(passes.misfit(*fold).isEmpty());
        QSignalSpy changed(&passes, &PassListModel::dataChanged);
        passes.setDialect(Dialect::Onnx);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(passes.misfit(*fold), QStringLiteral("FoldBatchNorm knows no operators of ONNX: "
                                                      "run ONNXToNNVM first"));
        QVERIFY(passes.misfit(*m_builtins.passes.find("InferShape")).isEmpty());
        for (int row = 0; row < passes.rowCount(); ++row) {
            QCOMPARE(passes.index(row, PassListModel::Name).data(MutedRole).toBool(),
                     !passes.row(row)->fits(Dialect::Onnx));
        }
        passes.setDialect(Dialect::LightNet);
        QCOMPARE(passes.misfit(*fold),
                 QStringLiteral("FoldBatchNorm knows no operators of LightNet"));
        DiagnosticModel model;
        model.setDocument(m_document);
        probe(model, 0);
    }

    void summary()
    {
        const GraphSummary sum = summarize(m_document);
        QCOMPARE(sum.inputCount, std::int64_t{1});
        QCOMPARE(sum.outputCount, std::int64_t{1});
        // ResNet-18 has 11.69 million parameters and takes 1.8 G multiply-accumulates.
        const GraphTotals &totals = sum.totals;
        QVERIFY(totals.parameters && *totals.parameters / 10000 == 1169);
        QVERIFY(totals.macs && *totals.macs / 100000000 == 18);
        QCOMPARE(*totals.parameterBytes, *totals.parameters * 4);
    }
};

NERVURE_TEST(TstModels)
#include "tst_models.moc"
