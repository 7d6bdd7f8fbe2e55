// SPDX-License-Identifier: Apache-2.0
#include "core/proof/bisection.h"

#include "core/frontends/models/models.h"
#include "tests/core/proof/planted_faults.h"
#include "tests/support/environment.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// A fault and the network that it is planted in.
struct NamedFault {
    const char *name;
    Graph (*network)(const OpRegistry &);
    std::function<PassSpec(std::shared_ptr<std::string>)> pass;
    std::size_t fewestPlaces; ///< of the pipeline, where the graph has room for it
};

std::vector<NamedFault> allFaults()
{
    const auto changed = [](Fault fault) {
        return [fault](std::shared_ptr<std::string> planted) {
            return faultyPass(fault, std::move(planted));
        };
    };
    return {{"wrong epsilon", &faultyNetwork, changed(wrongEpsilon), 8},
            {"swapped inputs", &faultyNetwork, changed(swappedInputs), 12},
            {"dropped bias", &faultyNetwork, changed(droppedBias), 10},
            {"transposed weights", &faultyNetwork, changed(transposedWeights), 12},
            {"lost control dependency", &countingNetwork, changed(lostControlDependency), 10},
            {"stale shape", &faultyNetwork, staleShapePass, 12}};
}

} // namespace

class TstBisection : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();
    DeviceCatalog m_devices;
    bool m_hasOpencl = false;

    [[nodiscard]] ExecutionRequest requestFor(Graph graph, const std::string &device,
                                              Semantics semantics) const
    {
        ExecutionRequest request;
        request.graph = std::move(graph);
        request.device = device;
        request.semantics = semantics;
        return request;
    }
    Result<Bisection> bisected(const ExecutionRequest &request,
                               const std::vector<PassRequest> &passes, const Builtins &builtins,
                               const BisectOptions &options = {})
    {
        ExecutionContext execution{builtins, m_devices, {}};
        PassEnvironment environment{builtins.passes, builtins.ops};
        environment.semantics = request.semantics;
        auto steps = stepsOfPasses(request, passes, environment, builtins);
        if (!steps) {
            return steps.error();
        }
        ExecutionRequest how;
        how.device = request.device;
        how.semantics = request.semantics;
        return bisect(*steps, options, {how, execution});
    }
    /// The passes that Compile stands for.
    [[nodiscard]] std::vector<PassRequest> compilation(const Graph &graph, const char *options,
                                                       const Builtins &builtins) const
    {
        const PassEnvironment environment{builtins.passes, builtins.ops};
        const auto request = parsePipeline(std::string("Compile{") + options + "}").value();
        return expandPass(request.front(), graph, environment)->passes;
    }

    /// A pass that makes one change, by itself.
    Result<Bisection> faulted(Graph graph, Fault fault)
    {
        Builtins builtins = makeBuiltins();
        builtins.passes.add(faultyPass(std::move(fault), std::make_shared<std::string>()));
        return bisected(requestFor(std::move(graph), "reference", Semantics::Fixed), {{"Faulty"}},
                        builtins);
    }

private Q_SLOTS:
    void initTestCase()
    {
        Diagnostics diagnostics;
        m_hasOpencl = m_devices.list(diagnostics).size() > 1;
    }

    void passesThatAreRightChangeNoValue_data()
    {
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("options");
        QTest::addColumn<bool>("isExact");
        for (const char *device : {"reference", ""}) {
            for (const char *options : {"opt_level=3", "opt_level=3,target=reference"}) {
                for (const bool isExact : {true, false}) {
                    QTest::addRow("%s %s %s", *device ? device : "opencl", options,
                                  isExact ? "exact" : "fixed")
                        << QString::fromLatin1(device) << QString::fromLatin1(options) << isExact;
                }
            }
        }
    }
    void passesThatAreRightChangeNoValue()
    {
        QFETCH(QString, device);
        QFETCH(QString, options);
        QFETCH(bool, isExact);
        if (device.isEmpty()) {
            NERVURE_NEED_OPENCL(m_hasOpencl);
        }
        for (const auto network : {&faultyNetwork, &countingNetwork}) {
            if (isExact && network == &countingNetwork
                && options == QStringLiteral("opt_level=3")) {
                continue; // aFaultOfTheOriginalIsFound
            }
            const auto request = requestFor(network(m_builtins.ops), device.toStdString(),
                                            isExact ? Semantics::Exact : Semantics::Fixed);
            const auto result = bisected(
                request, compilation(request.graph, options.toLatin1().constData(), m_builtins),
                m_builtins);
            QVERIFY2(result.ok(), result ? "" : result.error().message.c_str());
            QVERIFY2(!result->found, result->found ? result->found->node.c_str() : "");
            QCOMPARE(result->countOf(ProofVerdict::NotRun), std::size_t{0});
        }
    }

    /// NNVM's CorrectLayout leaves control dependencies to nodes that nobody runs (core/passes/README.md).
    void aFaultOfTheOriginalIsFound()
    {
        const auto request =
            requestFor(countingNetwork(m_builtins.ops), "reference", Semantics::Exact);
        const auto result =
            bisected(request, compilation(request.graph, "opt_level=3", m_builtins), m_builtins);
        QVERIFY(result.ok() && result->found);
        QCOMPARE(result->steps.back().name, std::string("CorrectLayout"));
        QCOMPARE(result->found->node, std::string("read"));
    }

    /// Among large numbers the softmax is 1 for one of them, whatever the others are: no output differs, and the
    /// inner value is shown.
    void aDifferenceThatNoOutputHasIsNoFault()
    {
        ModelBuilder model(m_builtins.ops);
        const Entry x = model.variable("x", {{"shape", "(1, 4)"}});
        Entry at = model.apply("relu", {x}, {}, "act");
        at = model.apply("__mul_scalar__", {at}, {{"scalar", "100000"}}, "large");
        at = model.apply("softmax", {at}, {}, "prob");
        const auto result = faulted(model.finish({at}).value(), [](Graph &graph) {
            const auto id = graph.findByName("large");
            graph.edit(*id).attrs.set("scalar", "200000");
            return id;
        });
        QVERIFY(result.ok() && !result->found);
        QCOMPARE(result->verdict(), ProofVerdict::Equal);
        QCOMPARE(result->steps.back().madeGood, std::size_t{1});
        QCOMPARE(result->steps.back().seeds, std::size_t{3});
    }

    /// Neither of two branches reads what the other makes: a difference begins in each.
    void faultsInParallelBranchesAreAllNamed()
    {
        const auto result = faulted(faultyNetwork(m_builtins.ops), [](Graph &graph) {
            droppedBias(graph);
            return wrongEpsilon(graph);
        });
        QVERIFY2(result.ok(), errorOf(result).c_str());
        QVERIFY(result->found);
        QCOMPARE(result->found->node, std::string("bn"));
        QCOMPARE(originNames(result->steps[0].values), (std::vector<std::string>{"bn", "other"}));
    }

    /// With the first seed all inputs are below 0.7, so that the wrong slope of what is above it does not show.
    void aFaultThatOneSeedAloneShowsIsFound()
    {
        ModelBuilder model(m_builtins.ops);
        const Entry x = model.variable("x", {{"shape", "(1, 1)"}});
        const Entry at = model.apply("clip", {x}, {{"a_min", "-1"}, {"a_max", "1"}}, "clip");
        const Graph graph = model.finish({at}).value();
        // The bound lies between what the first seed and one of the next two make of x.
        std::vector<float> seeded;
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const Tensor value =
                seededTensor("x", ValueRole::Data, DType::Float32, {1, 1}, seed).value();
            seeded.push_back(value.elements<float>()[0]);
        }
        const float later = std::max(seeded[1], seeded[2]);
        const bool isAbove = later > seeded[0];
        const float other = isAbove ? later : std::min(seeded[1], seeded[2]);
        const float bound = (seeded[0] + other) / 2;
        const auto result = faulted(graph, [=](Graph &changed) {
            const auto id = changed.findByName("clip");
            changed.edit(*id).attrs.set(isAbove ? "a_max" : "a_min", std::to_string(bound));
            return id;
        });
        QVERIFY(result.ok() && result->found);
        QVERIFY(result->steps.back().seed.value_or(0) > 0);
        QCOMPARE(result->found->node, std::string("clip"));
    }

    void whatIsNoNumberIsToldWithItsNode()
    {
        const auto result = faulted(faultyNetwork(m_builtins.ops), [](Graph &graph) {
            const auto id = graph.findByName("relu");
            graph.edit(*id).op = "log";
            return id;
        });
        QVERIFY(result.ok() && result->found);
        QCOMPARE(result->found->node, std::string("relu"));
        QVERIFY(result->steps.back().nonFinite.has_value());
        QCOMPARE(result->steps.back().nonFinite->name, std::string("relu"));
        QVERIFY(std::isinf(result->found->value->error.relative));
    }

    void aGraphThatDoesNotRunAnyMoreIsBroken()
    {
        const auto result = faulted(faultyNetwork(m_builtins.ops), [](Graph &graph) {
            const auto id = graph.findByName("fc");
            graph.edit(*id).attrs.set("units", "7");
            graph.edit(*graph.findByName("fc_weight")).attrs.set("shape", "(6, 6)");
            return id;
        });
        QVERIFY(result.ok() && result->found);
        QCOMPARE(result->steps.back().verdict, ProofVerdict::Broken);
        QCOMPARE(result->found->node, std::string("fc"));
        QVERIFY(!result->found->value);
    }

    /// A kernel of which nobody says what it computes, and a variable that nobody knows.
    void whatCannotBeKnownIsNotRun()
    {
        const auto kernel = faulted(faultyNetwork(m_builtins.ops), [](Graph &graph) {
            const auto id = graph.findByName("relu");
            graph.edit(*id).op = "tvm_op";
            graph.edit(*id).attrs.set("func_name", "mine");
            return id;
        });
        QVERIFY(kernel.ok() && !kernel->found);
        QCOMPARE(kernel->countOf(ProofVerdict::NotRun), std::size_t{1});
        QVERIFY(kernel->steps.back().remark.find("'relu' calls a compiled kernel")
                != std::string::npos);
        const auto variable = faulted(faultyNetwork(m_builtins.ops), [](Graph &graph) {
            Node node;
            node.name = "new_weight";
            const NodeId id = graph.add(std::move(node));
            graph.edit(*graph.findByName("fc")).inputs[1] = {id, 0, 0};
            return std::optional(id);
        });
        QVERIFY(variable.ok() && !variable->found);
        QVERIFY(variable->steps.back().remark.find("'new_weight'") != std::string::npos);
    }

    void aFailingPassSaysWhy()
    {
        const auto request =
            requestFor(faultyNetwork(m_builtins.ops), "reference", Semantics::Fixed);
        NERVURE_VERIFY_ERROR(bisected(request, {{"InferShape"}, {"Infer"}}, m_builtins),
                             "pass-unknown", "Infer");
    }

    void cancelingStops()
    {
        const auto request =
            requestFor(faultyNetwork(m_builtins.ops), "reference", Semantics::Fixed);
        const PassEnvironment environment{m_builtins.passes, m_builtins.ops};
        const auto steps = stepsOfPasses(request, {{"InferShape"}, {"SimplifyInference"}},
                                         environment, m_builtins);
        QVERIFY(steps.ok());
        ExecutionContext execution{m_builtins, m_devices, {}};
        std::vector<std::string> stages;
        execution.control.progress = [&](double, std::string_view stage) {
            stages.emplace_back(stage);
            if (stage == "SimplifyInference") {
                execution.control.cancel.cancel();
            }
        };
        ExecutionRequest how;
        how.device = "reference";
        NERVURE_VERIFY_ERROR(bisect(*steps, {}, {how, execution}), "cancelled", "cancelled");
        QVERIFY(std::count(stages.begin(), stages.end(), "InferShape") > 0);
    }

    void plantedFaultsAreNamed_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("device");
        const auto faults = allFaults();
        for (std::size_t i = 0; i < faults.size(); ++i) {
            QTest::addRow("%s", faults[i].name) << int(i) << QStringLiteral("reference");
            QTest::addRow("%s, opencl", faults[i].name) << int(i) << QString();
        }
    }
    /// At each place of a compilation.
    void plantedFaultsAreNamed()
    {
        QFETCH(int, number);
        QFETCH(QString, device);
        if (device.isEmpty()) {
            NERVURE_NEED_OPENCL(m_hasOpencl);
        }
        const NamedFault fault = allFaults()[std::size_t(number)];
        const auto planted = std::make_shared<std::string>();
        Builtins builtins = makeBuiltins();
        builtins.passes.add(fault.pass(planted));
        const auto request =
            requestFor(fault.network(builtins.ops), device.toStdString(), Semantics::Fixed);
        const auto passes = compilation(request.graph, "opt_level=3", builtins);
        std::size_t places = 0;
        for (std::size_t place = 0; place <= passes.size(); ++place) {
            std::vector<PassRequest> faulty = passes;
            faulty.insert(faulty.begin() + std::ptrdiff_t(place), {"Faulty"});
            planted->clear();
            const auto result = bisected(request, faulty, builtins);
            QVERIFY2(result.ok(), result ? "" : result.error().message.c_str());
            const QByteArray where = QByteArray::number(int(place)) + " " + planted->c_str();
            QCOMPARE(result->found.has_value(), !planted->empty());
            if (!result->found) {
                continue;
            }
            ++places;
            QVERIFY2(result->steps[result->found->step].name == "Faulty", where.constData());
            QVERIFY2(result->found->node == *planted,
                     (where + " but " + result->found->node.c_str()).constData());
        }
        QVERIFY2(places >= fault.fewestPlaces, QByteArray::number(int(places)));
    }
};

NERVURE_TEST(TstBisection)
#include "tst_bisection.moc"
