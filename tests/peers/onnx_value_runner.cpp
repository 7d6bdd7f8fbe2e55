// SPDX-License-Identifier: Apache-2.0
// onnx_value_runner DEVICE FOLDER: runs the ONNX models in the folders of FOLDER (model.onnx, input_I.npy in the
// order of the graph's inputs that are no initializers, output_I.npy; KIND_I.bfloat16.npy: floats that stand for
// bfloat16) and compares what they give. Prints a line for each that differs or does not run, and the counts.
#include "core/builtins.h"
#include "core/engine/onnx_values.h"
#include "core/engine/run_model.h"
#include "core/formats/project/open_model.h"
#include "core/formats/tensors/npy.h"
#include "core/graph/onnx_variable.h"
#include "core/support/file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <vector>

using namespace nervure;
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t mostBytes = std::uintmax_t{1} << 30;

struct Array {
    Tensor tensor;
    bool isBfloat16 = false;
};

Result<Array> readArray(const fs::path &folder, const std::string &name)
{
    const fs::path rounded = folder / (name + ".bfloat16.npy");
    const bool isBfloat16 = fs::exists(rounded);
    const fs::path file = isBfloat16 ? rounded : folder / (name + ".npy");
    ASSIGN_OR_RETURN(const std::string bytes, readFile(file.string(), mostBytes));
    ASSIGN_OR_RETURN(Tensor tensor, readNpy(bytes));
    return Array{std::move(tensor), isBfloat16};
}

/// As ONNX compares, 1e-3 of the expected element and a little, or four units of a type that is shorter.
double toleranceOf(const Array &expected)
{
    if (expected.isBfloat16) {
        return 4 * 0x1p-8;
    }
    return expected.tensor.type() == DType::Float16 ? 4 * 0x1p-10 : 1e-3;
}

bool isClose(double found, double expected, double relative)
{
    if (std::isnan(expected) || std::isinf(expected)) {
        return std::isnan(expected) ? std::isnan(found) : found == expected;
    }
    return std::abs(found - expected) <= 1e-5 + relative * std::abs(expected);
}

Status compare(const Tensor &found, const Array &wanted, std::size_t output)
{
    const Tensor &expected = wanted.tensor;
    if (found.count() != expected.count() || found.type() != expected.type()) {
        return makeError("differs", "output {} is {} {}, expected {} {}", output,
                         dtypeName(found.type()), shapeText(found.shape()),
                         dtypeName(expected.type()), shapeText(expected.shape()));
    }
    for (std::int64_t i = 0; i < found.count(); ++i) {
        const double a = elementAsDouble(found.view(), i);
        const double b = elementAsDouble(expected.view(), i);
        if (!isClose(a, b, toleranceOf(wanted))) {
            return makeError("differs", "element {} of output {} is {}, expected {}", i, output, a,
                             b);
        }
    }
    return {};
}

Status addInputs(const fs::path &folder, ExecutionRequest &request)
{
    std::size_t place = 0;
    for (const NodeId id : request.graph.nodes()) {
        const Node &node = request.graph.node(id);
        if (!node.isVariable() || node.attrs.find(onnx_variable::data)) {
            continue;
        }
        ASSIGN_OR_RETURN(Array array, readArray(folder, fmt::format("input_{}", place++)));
        request.values.insert_or_assign(node.name, std::move(array.tensor));
    }
    return {};
}

Status runCase(const fs::path &folder, const std::string &device, ExecutionContext &context)
{
    const fs::path file = folder / "model.onnx";
    ASSIGN_OR_RETURN(OpenedModel opened,
                     openModel(file, context.builtins.formats, context.builtins.ops));
    ExecutionRequest request;
    request.graph = opened.graph;
    request.semantics = Semantics::Fixed;
    request.device = device;
    request.pipeline = device == "reference" ? "none" : "device";
    ASSIGN_OR_RETURN(request.weights, readOnnxValues(opened, context.builtins.ops));
    RETURN_IF_FAILED(addInputs(folder, request));
    ASSIGN_OR_RETURN(const RunReport report, runModel(request, context));
    for (std::size_t i = 0; i < report.outputs.size(); ++i) {
        ASSIGN_OR_RETURN(const Array expected, readArray(folder, fmt::format("output_{}", i)));
        RETURN_IF_FAILED(compare(report.outputs[i].tensor, expected, i));
    }
    return {};
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3) {
        fmt::print("usage: onnx_value_runner DEVICE FOLDER…\n");
        return 2;
    }
    const Builtins builtins = makeBuiltins();
    DeviceCatalog devices;
    ExecutionContext context{builtins, devices, {}};
    std::vector<fs::path> folders;
    for (int i = 2; i < argc; ++i) {
        if (fs::exists(fs::path(argv[i]) / "model.onnx")) {
            folders.emplace_back(argv[i]);
            continue;
        }
        for (const auto &entry : fs::directory_iterator(argv[i])) {
            folders.push_back(entry.path());
        }
    }
    std::sort(folders.begin(), folders.end());
    std::size_t passed = 0;
    for (const fs::path &folder : folders) {
        const Status status = runCase(folder, argv[1], context);
        passed += status ? 1 : 0;
        if (!status) {
            fmt::print("{}: {}: {}\n", folder.filename().string(), status.error().code,
                       status.error().message);
        }
    }
    fmt::print("{} of {} passed\n", passed, folders.size());
    return passed == folders.size() ? 0 : 1;
}
