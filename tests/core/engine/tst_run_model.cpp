// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_model.h"

#include "core/graph/edits/model_builder.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;

namespace {

/// Kernels may sum in another order than the reference; relative to the largest element.
constexpr double modelTolerance = 1e-3;

/// A residual block with everything that is folded or fused, and a classifier.
Graph blockNetwork(const OpRegistry &ops)
{
    ModelBuilder model(ops);
    const Entry data = model.variable("data", {{"__shape__", "(1, 3, 9, 9)"}});
    const AttrDict wide{
        {"channels", "6"}, {"kernel_size", "(3, 3)"}, {"padding", "(1, 1)"}, {"use_bias", "False"}};
    Entry x = model.apply("conv2d", {data}, wide, "conv");
    x = model.apply("batch_norm", {x}, {}, "bn");
    x = model.apply("relu", {x}, {}, "relu");
    const Entry shortcut =
        model.apply("conv2d", {data}, {{"channels", "6"}, {"kernel_size", "(1, 1)"}}, "shortcut");
    x = model.apply("elemwise_add", {x, shortcut}, {}, "sum");
    x = model.apply("batch_norm", {x}, {}, "bn2");
    x = model.apply("relu", {x}, {}, "relu2");
    x = model.apply("global_avg_pool2d", {x}, {}, "pool");
    x = model.apply("flatten", {x}, {}, "flat");
    x = model.apply("dropout", {x}, {}, "drop");
    x = model.apply("dense", {x}, {{"units", "5"}}, "fc");
    return model.finish({model.apply("softmax", {x}, {}, "prob")}).value();
}

/// Results of a sum, its relu and the relu's sum over the first dimension, if it has one.
Graph stretchingNetwork(const OpRegistry &ops, bool isSummed)
{
    ModelBuilder model(ops);
    const Entry sum =
        model.apply("broadcast_add", {model.variable("x"), model.variable("y")}, {}, "sum");
    const Entry relu = model.apply("relu", {sum}, {}, "relu");
    std::vector<Entry> results{relu};
    if (isSummed) {
        results.push_back(model.apply("sum", {relu}, {{"axis", "0"}}, "total"));
        results.push_back(model.apply("concatenate", {relu, relu}, {{"axis", "0"}}, "twice"));
    }
    return model.finish(results).value();
}

/// w := w + x, giving the new value.
Graph countingNetwork(const OpRegistry &ops)
{
    ModelBuilder model(ops);
    const Entry w = model.variable("w");
    const Entry x = model.variable("x");
    const Entry next = model.apply("elemwise_add", {w, x}, {}, "next");
    return model.finish({model.apply("_assign", {w, next}, {}, "assigned")}).value();
}

} // namespace

class TstRunModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pipelinesAgreeOnTheReference();
    void aDeviceAgreesWithTheReference_data();
    void aDeviceAgreesWithTheReference();
    void aFusedLayerNamesAllItsNodes();
    void foldedNodesAreToldWithTheirLayer();
    void aNodeWithoutKernelRunsOnTheHost();
    void aMutatedVariableIsEqualInEveryRepeat();
    void scalarsAndTensorsWithoutElementsAreComputed();
    void layersExplainTheSerializedRun();
    void cancelingStops();
    void whoStopsMeasuringKeepsWhatWasMeasured();
    void nnvmPipelinesAgreeWithTheGraphAsItIs_data();
    void nnvmPipelinesAgreeWithTheGraphAsItIs();
    void unknownPipelinesAreWrongUsage();
    void failuresHaveTheirCodes();
    void halfArithmeticIsRefusedWhereThereIsNone();

private:
    [[nodiscard]] ExecutionRequest request(const std::string &device,
                                           const std::string &pipeline) const;
    Tensor resultOf(const ExecutionRequest &request);
    ProfileReport profileOf(const ExecutionRequest &request);
    [[nodiscard]] const LayerProfile *layer(const ProfileReport &report,
                                            const std::string &node) const;

    Builtins m_builtins = makeBuiltins();
    DeviceCatalog m_devices;
    bool m_hasOpencl = false;
};

void TstRunModel::initTestCase()
{
    Diagnostics diagnostics;
    m_hasOpencl = m_devices.list(diagnostics).size() > 1;
}

ExecutionRequest TstRunModel::request(const std::string &device, const std::string &pipeline) const
{
    ExecutionRequest request;
    request.graph = blockNetwork(m_builtins.ops);
    request.facts.shapes["data"] = {1, 3, 9, 9};
    request.device = device;
    request.pipeline = pipeline;
    request.repeat = 3;
    request.warmup = 1;
    return request;
}

Tensor TstRunModel::resultOf(const ExecutionRequest &request)
{
    ExecutionContext context{m_builtins, m_devices, {}};
    Result<RunReport> report = runModel(request, context);
    if (!report) {
        qFatal("%s", report.error().message.c_str());
    }
    return std::move(report->outputs.at(0).tensor);
}

ProfileReport TstRunModel::profileOf(const ExecutionRequest &request)
{
    ExecutionContext context{m_builtins, m_devices, {}};
    Result<ProfileReport> report = profileModel(request, context);
    if (!report) {
        qFatal("%s", report.error().message.c_str());
    }
    return std::move(report).value();
}

const LayerProfile *TstRunModel::layer(const ProfileReport &report, const std::string &node) const
{
    const auto &layers = report.data.layers;
    const auto it = std::find_if(layers.begin(), layers.end(),
                                 [&](const LayerProfile &l) { return l.node.name == node; });
    return it == layers.end() ? nullptr : &*it;
}

void TstRunModel::pipelinesAgreeOnTheReference()
{
    const Tensor plain = resultOf(request("reference", "none"));
    const Tensor compiled = resultOf(request("reference", "device"));
    QVERIFY(relativeDifference(compiled.view(), plain.view()) < 1e-5);
    double sum = 0;
    for (std::int64_t i = 0; i < plain.count(); ++i) {
        sum += elementAsDouble(plain.view(), i);
    }
    QVERIFY(qAbs(sum - 1) < 1e-5);
}

void TstRunModel::aDeviceAgreesWithTheReference_data()
{
    QTest::addColumn<QString>("pipeline");
    QTest::newRow("device") << QStringLiteral("device");
    QTest::newRow("none") << QStringLiteral("none");
}

void TstRunModel::aDeviceAgreesWithTheReference()
{
    NERVURE_NEED_OPENCL(m_hasOpencl);
    QFETCH(QString, pipeline);
    const Tensor expected = resultOf(request("reference", "none"));
    const Tensor actual = resultOf(request("0.0", pipeline.toStdString()));
    QVERIFY(relativeDifference(actual.view(), expected.view()) < modelTolerance);
}

void TstRunModel::aFusedLayerNamesAllItsNodes()
{
    NERVURE_NEED_OPENCL(m_hasOpencl);
    const ProfileReport report = profileOf(request("0.0", "device"));
    // relu follows the folded convolution; the shortcut takes the sum after it, and the batch norm
    // that no convolution could take in.
    const LayerProfile *conv = layer(report, "conv");
    QVERIFY(conv);
    QCOMPARE(namesOf(conv->nodes), (std::vector<std::string>{"conv", "relu"}));
    QCOMPARE(conv->role, std::string("compute"));
    const LayerProfile *shortcut = layer(report, "shortcut");
    QVERIFY(shortcut);
    QCOMPARE(namesOf(shortcut->nodes),
             (std::vector<std::string>{"shortcut", "sum", "bn2", "relu2"}));
    QVERIFY(!shortcut->kernels.empty());
    QVERIFY(shortcut->ms.median > 0);
    QCOMPARE(layer(report, "bn2"), nullptr);
}

void TstRunModel::foldedNodesAreToldWithTheirLayer()
{
    const ProfileReport report = profileOf(request("reference", "device"));
    std::map<std::string, std::string> into;
    for (const FoldedNode &node : report.data.folded) {
        into[node.node.name] = node.into;
    }
    QCOMPARE(into.at("bn"), std::string("conv"));
    QCOMPARE(into.at("drop"), std::string("pool"));
    QCOMPARE(into.at("flat"), std::string("pool"));
    QCOMPARE(into.count("fc"), std::size_t{0});
    // Fused into a layer that tells it; every node is told once.
    QCOMPARE(into.count("relu"), std::size_t{0});
    for (const LayerProfile &each : report.data.layers) {
        for (const std::string &node : namesOf(each.nodes)) {
            QCOMPARE(into.count(node), std::size_t{0});
        }
    }
    QCOMPARE(layer(report, "bn"), nullptr);
}

void TstRunModel::aNodeWithoutKernelRunsOnTheHost()
{
    NERVURE_NEED_OPENCL(m_hasOpencl);
    OpSpec withoutKernel = *m_builtins.ops.find(Dialect::Nnvm, "softmax");
    withoutKernel.name = "softmax_without_kernel";
    withoutKernel.kernel = nullptr;
    m_builtins.ops.add(std::move(withoutKernel));
    ModelBuilder model(m_builtins.ops);
    const Entry x = model.apply("relu", {model.variable("data")}, {}, "relu");
    const Entry slow = model.apply("softmax_without_kernel", {x}, {}, "slow");
    ExecutionRequest onDevice = request("0.0", "none");
    onDevice.graph = model.finish({slow}).value();
    onDevice.facts.shapes["data"] = {2, 3, 3, 3};
    const ProfileReport report = profileOf(onDevice);
    const LayerProfile *host = layer(report, "slow");
    QVERIFY(host);
    QCOMPARE(host->role, std::string("host_fallback"));
    QVERIFY(host->kernels.empty());
    QVERIFY(host->ms.median > 0);
    QVERIFY(
        std::any_of(report.diagnostics.begin(), report.diagnostics.end(), [](const Diagnostic &d) {
            return d.code == "host-fallback" && d.where.node == "slow";
        }));
    ExecutionRequest onHost = onDevice;
    onHost.device = "reference";
    const Tensor expected = resultOf(onHost);
    QVERIFY(relativeDifference(resultOf(onDevice).view(), expected.view()) < modelTolerance);
}

void TstRunModel::aMutatedVariableIsEqualInEveryRepeat()
{
    for (const std::string device : {"reference", "0.0"}) {
        if (device != "reference" && !m_hasOpencl) {
            continue;
        }
        ExecutionRequest counting;
        counting.graph = countingNetwork(m_builtins.ops);
        counting.device = device;
        counting.values["w"] = Tensor::ofFloats({2}, std::vector<float>{1, 2});
        counting.values["x"] = Tensor::ofFloats({2}, std::vector<float>{10, 20});
        ExecutionContext context{m_builtins, m_devices, {}};
        Result<PreparedModel> model = prepareModel(counting, context);
        if (!model) {
            QFAIL(model.error().message.c_str());
        }
        for (int repeat = 0; repeat < 3; ++repeat) {
            const auto outcome =
                model->prepared->run(model->inputs, RunMode::Serialized, context.control);
            QVERIFY(outcome.ok());
            const auto values = outcome->outputs.at(0).elements<float>();
            QCOMPARE(std::vector<float>(values.begin(), values.end()),
                     (std::vector<float>{11, 22}));
        }
    }
}

void TstRunModel::scalarsAndTensorsWithoutElementsAreComputed()
{
    for (const std::string device : {"reference", "0.0"}) {
        if (device != "reference" && !m_hasOpencl) {
            continue;
        }
        ExecutionContext context{m_builtins, m_devices, {}};
        ExecutionRequest one;
        one.device = device;
        one.semantics = Semantics::Fixed;
        one.graph = stretchingNetwork(m_builtins.ops, false);
        one.values["x"] = Tensor::ofFloats(Shape::scalar(), std::vector<float>{2.5F});
        one.values["y"] = Tensor::ofFloats(Shape::scalar(), std::vector<float>{1});
        const Tensor scalar = resultOf(one);
        QVERIFY(scalar.shape().isScalar());
        QCOMPARE(scalar.elements<float>()[0], 3.5F);
        one.values["y"] = Tensor::ofFloats({1, 3}, std::vector<float>{-4, 0, 4});
        const Tensor row = resultOf(one);
        QCOMPARE(row.shape(), (Shape{1, 3}));
        QCOMPARE(row.elements<float>()[2], 6.5F);

        ExecutionRequest none = one;
        none.graph = stretchingNetwork(m_builtins.ops, true);
        none.values["x"] = Tensor::ofFloats({0, 3}, {});
        const auto report = runModel(none, context);
        QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
        QCOMPARE(report->outputs.at(0).tensor.shape(), (Shape{0, 3}));
        QCOMPARE(report->outputs.at(1).tensor.shape(), Shape{3});
        for (const float total : report->outputs.at(1).tensor.elements<float>()) {
            QCOMPARE(total, 0.0F);
        }
        QCOMPARE(report->outputs.at(2).tensor.shape(), (Shape{0, 3}));
    }
}

void TstRunModel::layersExplainTheSerializedRun()
{
    const ProfileReport report = profileOf(request("reference", "none"));
    double sum = 0;
    for (const LayerProfile &l : report.data.layers) {
        sum += l.ms.mean + l.launchMeanMs;
    }
    // Means add up whatever else the machine does, but it may stop the program between two layers.
    QVERIFY(sum > 0.1 * report.data.wallMs.mean);
    QVERIFY(sum < 1.01 * report.data.wallMs.mean);
    QCOMPARE(report.data.wallMs.count, std::size_t{3});
    QCOMPARE(report.data.unprofiledWallMs.count, std::size_t{3});
}

void TstRunModel::whoStopsMeasuringKeepsWhatWasMeasured()
{
    ExecutionRequest asked = request("reference", "none");
    asked.repeat = 5;
    ExecutionContext context{m_builtins, m_devices, {}};
    std::vector<std::size_t> done;
    context.live = [&](const LiveRuns &runs) {
        QCOMPARE(runs.asked, std::size_t{5});
        QVERIFY(runs.medianMs > 0);
        done.push_back(runs.done);
        if (done.size() == 7) { // the second of the profiled runs
            context.control.cancel.cancel();
        }
    };
    const auto report = profileModel(asked, context);
    QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
    QCOMPARE(done, (std::vector<std::size_t>{1, 2, 3, 4, 5, 1, 2}));
    QVERIFY(report->isStopped);
    QCOMPARE(report->data.repeat, std::size_t{2});
    QCOMPARE(report->data.wallMs.count, std::size_t{2});
    QVERIFY(!report->data.layers.empty());
}

void TstRunModel::cancelingStops()
{
    ExecutionContext context{m_builtins, m_devices, {}};
    const CancelToken token = context.control.cancel;
    context.control.progress = [token](double, std::string_view stage) {
        if (stage == "measuring") {
            token.cancel();
        }
    };
    const auto report = profileModel(request("reference", "none"), context);
    QVERIFY(!report.ok());
    QCOMPARE(report.error().code, std::string("cancelled"));
}

void TstRunModel::nnvmPipelinesAgreeWithTheGraphAsItIs_data()
{
    QTest::addColumn<std::string>("pipeline");
    for (const std::string pipeline : {"nnvm", "nnvm:0", "nnvm:1", "nnvm:2", "nnvm:3"}) {
        QTest::newRow(pipeline.c_str()) << pipeline;
    }
}

void TstRunModel::nnvmPipelinesAgreeWithTheGraphAsItIs()
{
    QFETCH(std::string, pipeline);
    const Tensor expected = resultOf(request("reference", "none"));
    const Tensor onHost = resultOf(request("reference", pipeline));
    QVERIFY(relativeDifference(onHost.view(), expected.view()) < 1e-5);
    if (m_hasOpencl) {
        const Tensor onDevice = resultOf(request("0.0", pipeline));
        QVERIFY(relativeDifference(onDevice.view(), expected.view()) < modelTolerance);
    }
}

void TstRunModel::unknownPipelinesAreWrongUsage()
{
    ExecutionContext context{m_builtins, m_devices, {}};
    for (const std::string pipeline : {"fast", "nnvm:4", "nnvm:", "nnvm3"}) {
        const auto report = runModel(request("reference", pipeline), context);
        QVERIFY(!report.ok());
        QCOMPARE(report.error().code, std::string("usage"));
    }
}

void TstRunModel::failuresHaveTheirCodes()
{
    ExecutionContext context{m_builtins, m_devices, {}};
    const auto unknown = runModel(request("no such device", "device"), context);
    QVERIFY(!unknown.ok());
    QVERIFY(m_hasOpencl ? unknown.error().code == "device-unknown"
                        : unknown.error().code.starts_with("device-"));
    ExecutionRequest shapeless;
    shapeless.graph = countingNetwork(m_builtins.ops);
    shapeless.device = "reference";
    const auto result = runModel(shapeless, context);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, std::string("size-missing"));
}

/// Whoever asks for it must not get results of another precision.
void TstRunModel::halfArithmeticIsRefusedWhereThereIsNone()
{
    ExecutionContext context{m_builtins, m_devices, {}};
    ExecutionRequest half = request("reference", "none");
    half.computesInHalf = true;
    const auto result = runModel(half, context);
    QVERIFY(!result.ok());
    QCOMPARE(QString::fromStdString(result.error().code), QStringLiteral("device-half"));
}

NERVURE_TEST(TstRunModel)
#include "tst_run_model.moc"
