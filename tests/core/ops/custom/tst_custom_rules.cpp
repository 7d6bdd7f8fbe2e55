// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/analysis/graph_totals.h"
#include "core/graph/check/graph_check.h"
#include "core/graph/edits/model_builder.h"
#include "core/graph/op/fitting_operators.h"
#include "core/ops/custom/custom_operators.h"
#include "core/passes/pass_manager.h"
#include "tests/core/ops/custom/own_operators.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

class TstCustomRules : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    InputFacts m_facts;

    [[nodiscard]] PassRun run(const Graph &graph, std::string_view pipeline) const
    {
        return runPasses(graph, *parsePipeline(pipeline),
                         {.passes = m_builtins.passes, .ops = m_builtins.ops, .inputs = m_facts});
    }

    /// What inference says of the output `index` of the node, and of its inputs: "data [2,3], …".
    [[nodiscard]] QString shapesOf(const Graph &graph, const std::string &node) const
    {
        const PassRun inferred = run(graph, "InferShape,InferType");
        if (!inferred.ok || !inferred.index) {
            return QString::fromStdString(errorOf(inferred));
        }
        const Shapes &shapes = *inferred.analyses.find(keys::shape, inferred.index);
        const DTypes &types = *inferred.analyses.find(keys::dtype, inferred.index);
        const auto id = inferred.index->find(*graph.findByName(node));
        QStringList texts;
        const auto add = [&](std::uint32_t entry) {
            texts << QString::fromStdString(shapeText(shapes[entry]))
                         + QString::fromUtf8(dtypeName(types[entry]).data());
        };
        for (const IndexedEntry &input : inferred.index->node(*id).inputs) {
            add(inferred.index->entryId(input));
        }
        add(inferred.index->entryId(*id, 0));
        for (const Diagnostic &found : inferred.diagnostics) {
            texts << QString::fromStdString(found.message);
        }
        return texts.join(u' ');
    }

    [[nodiscard]] Graph denseGraph(AttrDict attrs) const
    {
        ModelBuilder model(m_builtins.ops);
        return *model.finish(
            {model.apply("scaled_dense", {model.variable("data")}, std::move(attrs), "fc")});
    }

    [[nodiscard]] Graph packGraph(int parts, AttrDict attrs) const
    {
        Graph graph;
        Node pack;
        pack.op = "pack";
        pack.name = "pack";
        pack.attrs = std::move(attrs);
        for (int i = 0; i < parts; ++i) {
            Node variable;
            variable.name = 'x' + std::to_string(i);
            pack.inputs.push_back({graph.add(std::move(variable)), 0, 0});
        }
        graph.setHeads({{graph.add(std::move(pack)), 0, 0}});
        return graph;
    }

    [[nodiscard]] QString firstFault(const Graph &graph) const
    {
        const auto found = checkGraph(graph, m_builtins.ops, Semantics::Fixed);
        return found.empty() ? QString() : QString::fromStdString(found.front().diagnostic.message);
    }

private Q_SLOTS:
    void initTestCase();
    void init();
    void parametersFollowFromDataAndAttributes();
    void unknownDimensionsStayUnknown();
    void inputsDependOnAttributes();
    void conditionsSayWhatIsExpected();
    void outputsTellTheirInputs();
    void variadicInputsAddUp();
    void typesFollowTheirRules();
    void attributesAreCheckedAsOthers();
    void macsAreCounted();
    void memoryIsTakenInPlace();
    void palettesOfferThem();
};

void TstCustomRules::initTestCase()
{
    const Status status = declareOperators({{"own.json", ownOperators}}, m_builtins.ops);
    QVERIFY2(status, errorOf(status).c_str());
}

void TstCustomRules::init()
{
    m_facts = {};
}

void TstCustomRules::parametersFollowFromDataAndAttributes()
{
    m_facts.shapes["data"] = {2, 3};
    QCOMPARE(shapesOf(denseGraph({{"units", "5"}}), "fc"),
             QStringLiteral("[2,3]float32 [5,3]float32 [5]float32 [2,5]float32"));
}

void TstCustomRules::unknownDimensionsStayUnknown()
{
    m_facts.shapes["data"] = {unknownSize, 3};
    QVERIFY(shapesOf(denseGraph({{"units", "5"}}), "fc")
                .startsWith(QStringLiteral("[?,3]float32 [5,3]float32 [5]float32 [?,5]float32")));
    m_facts.shapes.clear();
    const QString none = shapesOf(denseGraph({{"units", "5"}}), "fc");
    QVERIFY2(none.startsWith(QStringLiteral("?float32 [5,?]float32 [5]float32 ?float32")),
             qPrintable(none));
}

void TstCustomRules::inputsDependOnAttributes()
{
    m_facts.shapes["data"] = {2, 3};
    Graph graph = denseGraph({{"units", "5"}, {"use_bias", "False"}});
    QCOMPARE(shapesOf(graph, "fc"), QStringLiteral("[2,3]float32 [5,3]float32 [2,5]float32"));
    graph.edit(*graph.findByName("fc")).attrs = {{"units", "5"}};
    QCOMPARE(firstFault(graph),
             QStringLiteral("scaled_dense 'fc': has 2 inputs, expected 3 (data, weight, bias)"));
}

void TstCustomRules::conditionsSayWhatIsExpected()
{
    m_facts.shapes["data"] = {2, 3, 4};
    const QString found = shapesOf(denseGraph({{"units", "5"}}), "fc");
    QVERIFY2(found.contains(QStringLiteral("data has 3 dimensions, expected 2 with 5 units")),
             qPrintable(found));
}

void TstCustomRules::outputsTellTheirInputs()
{
    ModelBuilder model(m_builtins.ops);
    const Entry clip = model.apply("soft_clip", {model.variable("data")}, {}, "clip");
    const Entry other = model.variable("other", {{"shape", "(2, 7)"}});
    const Graph graph = *model.finish({model.apply("elemwise_add", {clip, other}, {}, "sum")});
    QCOMPARE(shapesOf(graph, "clip"), QStringLiteral("[2,7]float32 [2,7]float32"));
}

void TstCustomRules::variadicInputsAddUp()
{
    m_facts.shapes = {{"x0", {2, 3, 4}}, {"x1", {2, 5, 4}}, {"x2", {2, 1, 4}}};
    QCOMPARE(shapesOf(packGraph(3, {}), "pack"),
             QStringLiteral("[2,3,4]float32 [2,5,4]float32 [2,1,4]float32 [2,9,4]float32"));
    m_facts.shapes = {{"x0", {2, 3}}};
    QCOMPARE(shapesOf(packGraph(1, {{"axis", "0"}}), "pack"),
             QStringLiteral("[2,3]float32 [2,3]float32"));
    const QString none = shapesOf(packGraph(0, {}), "pack");
    QVERIFY2(none.contains(QStringLiteral("there is nothing to pack")), qPrintable(none));
    const QString beyond = shapesOf(packGraph(1, {{"axis", "4"}}), "pack");
    QVERIFY2(beyond.contains(
                 QStringLiteral("the shape of output: item 4 of a list of 2, at column 26 of ")),
             qPrintable(beyond));
}

void TstCustomRules::typesFollowTheirRules()
{
    m_facts.shapes = {{"x0", {2, 3}}};
    m_facts.dtypes = {{"x0", DType::Int32}};
    QCOMPARE(shapesOf(packGraph(1, {}), "pack"), QStringLiteral("[2,3]int32 [2,3]int32"));
    QCOMPARE(shapesOf(packGraph(1, {{"narrow", "True"}}), "pack"),
             QStringLiteral("[2,3]int32 [2,3]int8"));
    m_facts.dtypes = {{"x0", DType::Float64}};
    const QString refused = shapesOf(packGraph(1, {}), "pack");
    QVERIFY2(refused.contains(QStringLiteral("parts are float64, expected another type")),
             qPrintable(refused));
}

void TstCustomRules::attributesAreCheckedAsOthers()
{
    const auto faultOf = [this](AttrDict attrs) {
        Graph graph = denseGraph({{"units", "5"}});
        graph.edit(*graph.findByName("fc")).attrs = std::move(attrs);
        return firstFault(graph);
    };
    QCOMPARE(faultOf({}),
             QStringLiteral("scaled_dense 'fc': attribute 'units' is missing, the operator "
                            "requires it"));
    QCOMPARE(faultOf({{"units", "0"}}),
             QStringLiteral("scaled_dense 'fc': attribute 'units' is '0', expected at least 1"));
    QCOMPARE(
        faultOf({{"units", "5"}, {"aplha", "1"}}),
        QStringLiteral("scaled_dense 'fc': attribute 'aplha' is unknown, did you mean 'alpha'"));
}

void TstCustomRules::macsAreCounted()
{
    m_facts.shapes["data"] = {2, 3};
    const PassRun inferred = run(denseGraph({{"units", "5"}}), "InferShape,InferType");
    const GraphTotals totals =
        graphTotals(*inferred.index, inferred.analyses, {}, Semantics::Fixed);
    QCOMPARE(totals.macs, std::optional<std::int64_t>(30));
}

void TstCustomRules::memoryIsTakenInPlace()
{
    m_facts.shapes["data"] = {2, 3};
    ModelBuilder model(m_builtins.ops);
    const Entry clip = model.apply(
        "soft_clip", {model.apply("relu", {model.variable("data")}, {}, "relu")}, {}, "clip");
    const PassRun planned = run(*model.finish({clip}), "InferShape,InferType,PlanMemory");
    QVERIFY2(planned.ok, errorOf(planned).c_str());
    const auto *storage = planned.analyses.find(keys::storageId, planned.index);
    const auto *inplace = planned.analyses.find(keys::storageInplaceIndex, planned.index);
    QVERIFY(storage && inplace);
    QCOMPARE(storage->at(2), storage->at(1));
    QCOMPARE(inplace->at(2), 0);
}

void TstCustomRules::palettesOfferThem()
{
    const auto offers = [this](Dialect dialect, const char *name) {
        const auto usable = usableOperators(m_builtins.ops, dialect);
        return std::any_of(usable.begin(), usable.end(),
                           [name](const OpSpec *spec) { return spec->name == name; });
    };
    QVERIFY(offers(Dialect::Nnvm, "soft_clip"));
    QVERIFY(offers(Dialect::MXNet, "OwnClip"));
    QVERIFY(offers(Dialect::Onnx, "own.domain:Halve"));
    QVERIFY(!offers(Dialect::Onnx, "OwnClip"));
}

NERVURE_TEST(TstCustomRules)
#include "tst_custom_rules.moc"
