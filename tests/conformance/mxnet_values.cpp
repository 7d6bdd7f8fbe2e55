// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/mxnet_values.h"

#include "core/formats/tensors/mxnet_params.h"
#include "core/passes/graph_attributes.h"
#include "core/support/file.h"
#include "tests/conformance/difference.h"

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <cmath>
#include <fmt/format.h>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

Json jsonNumber(double value)
{
    if (std::isfinite(value)) {
        return value;
    }
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

double scaledByName(std::string_view name, const Shape &shape, double u)
{
    const auto endsIn = [name](std::string_view suffix) { return name.ends_with(suffix); };
    if (name == "data") {
        return 2 * u - 1;
    }
    if (endsIn("_weight")) {
        double fan = 1;
        for (std::size_t i = 1; i < shape.size(); ++i) {
            fan *= static_cast<double>(shape[i]);
        }
        return (2 * u - 1) * std::sqrt(6 / fan);
    }
    return endsIn("_gamma") || endsIn("_var") ? 0.75 + 0.5 * u : (2 * u - 1) * 0.1;
}

void fillByFormula(std::string_view name, Tensor &tensor)
{
    for (std::int64_t j = 0; j < tensor.count(); ++j) {
        const double u = formulaFraction(name, static_cast<std::uint32_t>(j));
        storeElement(tensor.view(), j, scaledByName(name, tensor.shape(), u));
    }
}

Result<Tensor> tensorOf(const std::string &name, const Json &record)
{
    const Shape shape(record.at("shape").get<std::vector<std::int64_t>>());
    const DType type = dtypeFromName(record.value("dtype", "float32")).value_or(DType::Unknown);
    ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(type, shape));
    if (!record.contains("data") || !record.at("data").is_array()) {
        fillByFormula(name, tensor);
        return tensor;
    }
    std::int64_t i = 0;
    for (const Json &value : record.at("data")) {
        storeElement(tensor.view(), i++, numberOf(value));
    }
    return tensor;
}

} // namespace

double formulaFraction(std::string_view name, std::uint32_t position)
{
    const auto hash = static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef *>(name.data()), static_cast<uInt>(name.size())));
    std::uint32_t z = hash + position * 2654435761U;
    z ^= z >> 16;
    z *= 2246822507U;
    z ^= z >> 13;
    z *= 3266489909U;
    z ^= z >> 16;
    return z / 4294967296.0;
}

Status addInputs(const Json &inputs, TensorMap &values)
{
    for (const auto &[name, record] : inputs.items()) {
        ASSIGN_OR_RETURN(values[name], tensorOf(name, record));
    }
    return {};
}

Status addFormulaWeights(const PassRun &run, TensorMap &values)
{
    const Shapes *shapes = run.index ? run.analyses.find(keys::shape, run.index) : nullptr;
    if (!shapes) {
        return makeError("no-shapes", "the shapes of the weights cannot be inferred");
    }
    const IndexedGraph &graph = *run.index;
    for (const std::uint32_t id : graph.inputNodes()) {
        const std::string &name = graph.node(id).node->name;
        if (values.count(name) == 0) {
            ASSIGN_OR_RETURN(Tensor tensor,
                             Tensor::zeros(DType::Float32, (*shapes)[graph.entryId(id, 0)]));
            fillByFormula(name, tensor);
            values.emplace(name, std::move(tensor));
        }
    }
    return {};
}

Finding compareArrays(const std::filesystem::path &folder, const Json &oracle)
{
    const auto bytes = readFile(folder / oracle.at("params_file").get<std::string>());
    const auto arrays =
        bytes ? readMxnetArrays(*bytes) : Result<std::vector<MXNetArray>>(bytes.error());
    if (!arrays) {
        return differs(arrays.error().message);
    }
    const Json &expected = oracle.at("arrays");
    Json found = Json::array();
    for (const MXNetArray &array : *arrays) {
        const bool isNamed = found.size() >= expected.size() || !expected[found.size()].is_object()
                             || !expected[found.size()].at("name").is_null();
        Json data = Json::array();
        for (std::int64_t i = 0; i < array.tensor.count(); ++i) {
            data.push_back(jsonNumber(elementAsDouble(array.tensor.view(), i)));
        }
        found.push_back({{"name", isNamed ? Json(array.name) : Json()},
                         {"storage", storageName(array.storage)},
                         {"shape", array.tensor.shape()},
                         {"dtype", dtypeName(array.tensor.type())},
                         {"data", std::move(data)}});
    }
    return findingOf(firstDifference(found, expected));
}

Finding compareResults(const NamedTensors &results, const Json &expected, double tolerance)
{
    if (results.size() != expected.size()) {
        return differs(fmt::format("{} results, expected {}", results.size(), expected.size()));
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto &[name, found] = results[i];
        const auto wanted = tensorOf(name, expected[i]);
        if (!wanted) {
            return differs(wanted.error().message);
        }
        if (found.shape() != wanted->shape()) {
            return differs(fmt::format("{} has shape {}, expected {}", name,
                                       shapeText(found.shape()), shapeText(wanted->shape())));
        }
        const double apart = relativeDifference(found.view(), wanted->view());
        if (!(apart <= tolerance)) {
            return differs(fmt::format("{} is {} of the largest element off", name, apart));
        }
    }
    return agrees();
}

} // namespace nervure::conformance
