// SPDX-License-Identifier: Apache-2.0
#include "core/proof/proof_json.h"
#include "core/proof/proof_service.h"

#include "core/engine/run_model.h"
#include "core/engine/weight_json.h"
#include "core/formats/project/open_model.h"
#include "tests/core/proof/planted_faults.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

using namespace nervure;
using namespace nervure::tests;

class TstProofSession : public QObject {
    Q_OBJECT

private:
    using Json = nlohmann::ordered_json;

    Builtins m_builtins = makeBuiltins();
    DeviceCatalog m_devices;

    template <typename Outcome>
    static std::string errorCode(const Outcome &outcome)
    {
        return outcome.ok() ? std::string() : outcome.error().code;
    }
    void initBuiltins()
    {
        m_builtins.passes.add(faultyPass(wrongEpsilon, std::make_shared<std::string>()));
    }
    std::unique_ptr<ProofSession> session(std::vector<PassRequest> passes)
    {
        ExecutionRequest request;
        request.graph = faultyNetwork(m_builtins.ops);
        request.device = "reference";
        ProofRequest asked;
        asked.passes = std::move(passes);
        auto opened =
            openSession(request, std::move(asked), ExecutionContext{m_builtins, m_devices, {}});
        if (!opened) {
            qWarning("%s", opened.error().message.c_str());
            return nullptr;
        }
        return std::move(opened).value();
    }
    static const ComparedValue *valueOf(const ProvedStep &step, std::string_view name)
    {
        const auto found = std::find_if(step.values.begin(), step.values.end(),
                                        [name](const auto &value) { return value.name == name; });
        return found == step.values.end() ? nullptr : &*found;
    }
    static TensorRequest lookAt(const ComparedValue &value, std::size_t step, TensorSide side)
    {
        TensorRequest request;
        request.step = step;
        request.side = side;
        request.place = value.place;
        request.output = value.output;
        request.beforePlace = value.beforePlace;
        request.beforeOutput = value.beforeOutput;
        request.view.heatMap.mostCells = 16;
        return request;
    }

private Q_SLOTS:
    void initTestCase() { initBuiltins(); }

    void provingGoesOnBehindAFault()
    {
        const auto opened = session({{"Faulty"}, {"SimplifyInference"}, {"FoldScaleAxis"}});
        QVERIFY(opened);
        const auto first = opened->prove({}, {});
        QVERIFY(first.ok());
        QCOMPARE(first->steps.back().verdict, ProofVerdict::Different);
        QCOMPARE(first->steps.back().name, std::string("Faulty"));
        BisectOptions all;
        all.goesOn = true;
        const auto whole = opened->prove(all, {});
        QVERIFY(whole.ok());
        QCOMPARE(whole->steps.size(), opened->steps().steps.size());
        QVERIFY(whole->steps.size() > first->steps.size());
        QCOMPARE(whole->found->step, first->found->step);
        QCOMPARE(whole->found->node, std::string("bn"));
        for (std::size_t i = first->steps.size(); i < whole->steps.size(); ++i) {
            const ProofVerdict verdict = whole->steps[i].verdict;
            QVERIFY(verdict == ProofVerdict::Equal || verdict == ProofVerdict::Identical);
        }
    }

    /// A step by itself says what it says among the others.
    void aStepAloneIsProvedAsAmongOthers()
    {
        const auto opened = session({{"SimplifyInference"}, {"Faulty"}, {"FoldScaleAxis"}});
        QVERIFY(opened);
        BisectOptions all;
        all.goesOn = true;
        const auto whole = opened->prove(all, {});
        QVERIFY(whole.ok());
        for (std::size_t i = 0; i < whole->steps.size(); ++i) {
            BisectOptions one;
            one.only = i;
            const auto alone = opened->prove(one, {});
            QVERIFY(alone.ok());
            QCOMPARE(alone->steps.size(), i + 1);
            QCOMPARE(alone->steps[i].verdict, whole->steps[i].verdict);
            QCOMPARE(alone->steps[i].values.size(), whole->steps[i].values.size());
            QCOMPARE(alone->steps[i].worst.relative, whole->steps[i].worst.relative);
            QCOMPARE(alone->found.has_value(), whole->found && whole->found->step == i);
            for (std::size_t before = 0; before < i; ++before) {
                QCOMPARE(alone->steps[before].verdict, ProofVerdict::NotAsked);
            }
        }
        BisectOptions none;
        none.only = whole->steps.size();
        QCOMPARE(errorCode(opened->prove(none, {})), std::string("usage"));
    }

    void theDocumentHoldsAllThatIsKnown()
    {
        const auto opened = session({{"Faulty"}});
        QVERIFY(opened);
        const auto proved = opened->prove({}, {});
        QVERIFY(proved.ok());
        const Json json = bisectionJson(*proved);
        const auto read = bisectionFrom(Json::parse(json.dump()));
        QVERIFY(read.has_value());
        QCOMPARE(bisectionJson(*read).dump(), json.dump());
        QVERIFY(!bisectionFrom(Json::array()).has_value());
        QVERIFY(!bisectionFrom(Json{{"steps", 3}}).has_value());
    }

    void valuesOnTheWayAreLookedAt()
    {
        const auto opened = session({{"Faulty"}});
        QVERIFY(opened);
        const auto proved = opened->prove({}, {});
        QVERIFY(proved.ok());
        const ComparedValue *norm = valueOf(proved->steps[proved->found->step], "bn");
        QVERIFY(norm != nullptr);
        const std::size_t step = proved->found->step + 1;
        const auto after = opened->look(lookAt(*norm, step, TensorSide::After), {});
        const auto before = opened->look(lookAt(*norm, step, TensorSide::Before), {});
        const auto apart = opened->look(lookAt(*norm, step, TensorSide::Difference), {});
        QVERIFY(after.ok());
        QVERIFY(before.ok());
        QVERIFY(apart.ok());
        QCOMPARE(after->shape, (std::vector<std::int64_t>{1, 6, 9, 9}));
        QCOMPARE(after->heatMap->rows, 9);
        QCOMPARE(after->heatMap->at, (std::vector<std::int64_t>{0, 0}));
        // What differs most is the greatest difference, to the last digit.
        const WeightStatistics &numbers = apart->statistics;
        QVERIFY(numbers.zeros < numbers.count);
        const double most = std::max(std::fabs(numbers.least), std::fabs(numbers.greatest));
        QVERIFY(std::fabs(most - norm->error.absolute) <= 1e-6 * norm->error.absolute);
        for (std::size_t i = 0; i < apart->heatMap->cells.size(); ++i) {
            const double expected = after->heatMap->cells[i] - before->heatMap->cells[i];
            QVERIFY(std::fabs(apart->heatMap->cells[i] - expected) < 1e-6);
        }
    }

    /// The model's own values, by the numbers of its nodes, of which variables are some.
    void valuesOfTheModelItself()
    {
        const auto opened = session({});
        QVERIFY(opened);
        const Graph graph = faultyNetwork(m_builtins.ops);
        for (std::uint32_t i = 0; i < graph.nodes().size(); ++i) {
            TensorRequest request;
            request.isOfModel = true;
            request.place = i;
            const auto report = opened->look(request, {});
            QVERIFY(report.ok());
            QCOMPARE(report->name, graph.node(graph.nodes()[i]).name);
            QCOMPARE(report->statistics.nans, std::uint64_t{0});
        }
        TensorRequest request;
        request.isOfModel = true;
        request.place = 999;
        QCOMPARE(errorCode(opened->look(request, {})), std::string("no-such-value"));
        request = {};
        request.output = 7;
        QCOMPARE(errorCode(opened->look(request, {})), std::string("no-such-value"));
        request = {};
        request.view.slice = "nonsense";
        QCOMPARE(errorCode(opened->look(request, {})), std::string("slice"));
        request = {};
        request.step = 3;
        QCOMPARE(errorCode(opened->look(request, {})), std::string("no-such-value"));
    }

    /// LightNet's document is run as NNVM's operators: what its nodes compute is what it computes.
    void lightNetsValuesAreThoseOfARun()
    {
        const auto opened = openModel(sourceFolder() / "resources/samples/lightnet_convnet.json",
                                      m_builtins.formats, m_builtins.ops);
        QVERIFY(opened.ok());
        ExecutionRequest request;
        request.graph = opened->graph;
        request.semantics = Semantics::Fixed;
        request.device = "reference";
        request.pipeline = "none";
        const auto nodeOf = [&request](std::string_view op) -> std::optional<NodeId> {
            const auto all = request.graph.nodes();
            const auto found = std::find_if(
                all.begin(), all.end(), [&](NodeId id) { return request.graph.node(id).op == op; });
            return found == all.end() ? std::nullopt : std::optional(*found);
        };
        const auto print = nodeOf("print");
        const auto softmax = nodeOf("softmax");
        QVERIFY(print && softmax);
        // What it prints becomes its result.
        request.graph.remove(*print);
        request.graph.setHeads({{*softmax, 0, 0}});
        ExecutionContext context{m_builtins, m_devices, {}};
        const auto run = runModel(request, context);
        QVERIFY(run.ok());
        QVERIFY(!run->outputs.empty());
        auto session = openSession(request, {}, context);
        QVERIFY(session.ok());
        const auto nodes = request.graph.nodes();
        const auto last = std::find(nodes.begin(), nodes.end(), *softmax);
        TensorRequest asked;
        asked.isOfModel = true;
        asked.place = static_cast<std::uint32_t>(last - nodes.begin());
        const auto report = (*session)->look(asked, {});
        QVERIFY(report.ok());
        const Tensor &output = run->outputs.front().tensor;
        QCOMPARE(static_cast<std::int64_t>(report->count), output.count());
        QVERIFY(report->count > 1);
        for (std::size_t i = 0; i < report->values.size(); ++i) {
            const double expected = elementAsDouble(output.view(), static_cast<std::int64_t>(i));
            QVERIFY(std::fabs(std::stod(report->values[i]) - expected) < 1e-6);
        }
    }

    void requestsAreReadAsTheyWereWritten()
    {
        ProofRequest proof;
        proof.passes = *parsePipeline("InferShape,PlanMemory{match_range=8}");
        proof.extent = ProofExtent::Step;
        proof.step = 3;
        proof.tolerance = 0.5;
        const auto readProof = proofRequestFrom(Json::parse(proofArguments(proof).dump()));
        QVERIFY(readProof.ok());
        QCOMPARE(proofArguments(*readProof).dump(), proofArguments(proof).dump());
        QCOMPARE(errorCode(proofRequestFrom(Json{{"extent", "half"}})), std::string("bad-request"));
        QCOMPARE(errorCode(proofRequestFrom(Json())), std::string("bad-request"));
        TensorRequest tensor;
        tensor.step = 2;
        tensor.side = TensorSide::Difference;
        tensor.place = 4;
        tensor.beforeOutput = 1;
        tensor.view.slice = "0,:";
        tensor.view.heatMap = {{3, 1}, 64, PlaneAxes{2, 0}};
        const auto readTensor = tensorRequestFrom(Json::parse(tensorArguments(tensor, 9).dump()));
        QVERIFY(readTensor.ok());
        QCOMPARE(tensorArguments(*readTensor, 9).dump(), tensorArguments(tensor, 9).dump());
        QCOMPARE(errorCode(tensorRequestFrom(Json{{"side", 1}})), std::string("bad-request"));
    }

    void reportsAreReadAsTheyWereWritten()
    {
        auto tensor = Tensor::zeros(DType::Float32, {2, 3});
        QVERIFY(tensor.ok());
        tensor->elements<float>()[1] = std::nanf("");
        tensor->elements<float>()[2] = -INFINITY;
        tensor->elements<float>()[3] = 0.25F;
        WeightRequest request;
        request.heatMap.mostCells = 8;
        const auto report = reportWeight(weightOf("x", *tensor), request, {});
        QVERIFY(report.ok());
        const Json json = weightReportJson(*report);
        const auto read = weightReportFrom(Json::parse(json.dump()));
        QVERIFY(read.has_value());
        QCOMPARE(weightReportJson(*read).dump(), json.dump());
        QVERIFY(std::isnan(read->heatMap->cell(0, 1)));
        QCOMPARE(read->heatMap->cell(0, 2), -std::numeric_limits<double>::infinity());
        QVERIFY(!weightReportFrom(Json::object()).has_value());
    }
};

NERVURE_TEST(TstProofSession)
#include "tst_proof_session.moc"
