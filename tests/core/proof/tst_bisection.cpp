// SPDX-License-Identifier: Apache-2.0
#include "core/proof/bisection.h"

#include "core/frontends/models/models.h"
#include "tests/core/proof/planted_faults.h"
#include "tests/support/environment.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

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
            QCOMPARE(result->countOf(ProofVerdict::Open), std::size_t{0});
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
