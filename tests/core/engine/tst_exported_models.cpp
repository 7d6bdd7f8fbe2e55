// SPDX-License-Identifier: Apache-2.0
#include "core/engine/onnx_values.h"
#include "core/engine/run_model.h"
#include "core/formats/project/open_model.h"
#include "core/formats/tensors/npy.h"
#include "core/graph/onnx_variable.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

using namespace nervure;
using namespace nervure::tests;

/// Small models that exporters wrote, with what ONNX Runtime computes of them: tests/peers/record_small.py.
class TstExportedModels : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] Result<RunReport> run(const std::filesystem::path &folder,
                                        const std::string &device) const;

private Q_SLOTS:
    void theyComputeWhatTheRecordSays_data();
    void theyComputeWhatTheRecordSays();
};

namespace {

/// Of the spread of an output, greatest minus smallest element.
constexpr double recordedShare = 1e-4;

std::filesystem::path recordedModels()
{
    return sourceFolder() / "tests" / "golden" / "peers";
}

Result<Tensor> recordedTensor(const std::filesystem::path &folder, const std::string &name)
{
    return readNpy(readFile(folder / (name + ".npy")));
}

/// Quantized models may differ by one step of their last quantization.
double permittedShare(const std::filesystem::path &folder)
{
    if (!std::filesystem::exists(folder / "quantum.npy")) {
        return recordedShare;
    }
    const Result<Tensor> quantum = recordedTensor(folder, "quantum");
    return quantum ? elementAsDouble(quantum->view(), 0) : 0;
}

/// Nothing where they agree.
std::string differenceOf(const Tensor &found, const Tensor &expected, double share)
{
    if (found.type() != expected.type() || found.shape() != expected.shape()) {
        return fmt::format("{} {}, expected {} {}", dtypeName(found.type()),
                           shapeText(found.shape()), dtypeName(expected.type()),
                           shapeText(expected.shape()));
    }
    double least = elementAsDouble(expected.view(), 0);
    double most = least;
    double error = 0;
    for (std::int64_t i = 0; i < expected.count(); ++i) {
        const double wanted = elementAsDouble(expected.view(), i);
        const double difference = std::abs(elementAsDouble(found.view(), i) - wanted);
        error = std::isnan(difference) ? difference : std::max(error, difference);
        least = std::min(least, wanted);
        most = std::max(most, wanted);
    }
    return error <= share * (most - least)
               ? std::string()
               : fmt::format("off by {} of a spread of {}", error, most - least);
}

} // namespace

Result<RunReport> TstExportedModels::run(const std::filesystem::path &folder,
                                         const std::string &device) const
{
    ASSIGN_OR_RETURN(OpenedModel opened,
                     openModel(folder / "model.onnx", m_builtins.formats, m_builtins.ops));
    ExecutionRequest request;
    request.graph = opened.graph;
    request.semantics = Semantics::Fixed;
    request.device = device;
    ASSIGN_OR_RETURN(request.weights, readOnnxValues(opened, m_builtins.ops));
    int place = 0;
    for (const NodeId id : request.graph.nodes()) {
        const Node &node = request.graph.node(id);
        if (node.isVariable() && !node.attrs.find(onnx_variable::data)) {
            ASSIGN_OR_RETURN(Tensor value, recordedTensor(folder, fmt::format("input_{}", place)));
            request.values.insert_or_assign(node.name, std::move(value));
            ++place;
        }
    }
    DeviceCatalog devices;
    ExecutionContext context{m_builtins, devices, {}};
    return runModel(request, context);
}

void TstExportedModels::theyComputeWhatTheRecordSays_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("device");
    for (const auto &entry : std::filesystem::directory_iterator(recordedModels())) {
        const std::string name = entry.path().filename().string();
        for (const char *device : {"reference", "0.0"}) {
            QTest::addRow("%s on %s", name.c_str(), device)
                << QString::fromStdString(name) << QString::fromLatin1(device);
        }
    }
}

void TstExportedModels::theyComputeWhatTheRecordSays()
{
    QFETCH(QString, model);
    QFETCH(QString, device);
    Diagnostics ignored;
    NERVURE_NEED_OPENCL(device == QLatin1String("reference")
                        || DeviceCatalog().list(ignored).size() > 1);
    unoptimizedKernels();
    const std::filesystem::path folder = recordedModels() / model.toStdString();
    const Result<RunReport> report = run(folder, device.toStdString());
    QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
    QVERIFY(!report->outputs.empty());
    for (std::size_t i = 0; i < report->outputs.size(); ++i) {
        const Result<Tensor> expected = recordedTensor(folder, fmt::format("output_{}", i));
        QVERIFY(expected.ok());
        const std::string difference =
            differenceOf(report->outputs[i].tensor, *expected, permittedShare(folder));
        QVERIFY2(difference.empty(), difference.c_str());
    }
}

NERVURE_TEST(TstExportedModels)
#include "tst_exported_models.moc"
