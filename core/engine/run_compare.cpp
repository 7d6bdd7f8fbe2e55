// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_compare.h"
#include "core/execution/tensor.h"
#include "core/formats/tensors/npy.h"
#include "core/formats/tensors/npz.h"
#include "core/formats/zip_archive.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uintmax_t maxTensorFileBytes = std::uintmax_t{16} << 30;

/// An output's elements as numbers.
struct Values {
    std::vector<double> elements;
    bool isThere = false;
};

/// Non-finite numbers are texts in documents.
double elementOf(const Json &json)
{
    if (json.is_string()) {
        return parseNumber(json.get<std::string>()).value_or(0);
    }
    return json.is_number() ? json.get<double>() : 0;
}

/// The tensor of a .npy file, or the one of that name of a .npz file.
Result<Tensor> tensorIn(const std::string &bytes, const std::string &name)
{
    if (!isZip(bytes)) {
        return readNpy(bytes);
    }
    ASSIGN_OR_RETURN(TensorMap tensors, readNpz(bytes));
    const auto it = tensors.find(name);
    return it != tensors.end()
               ? Result<Tensor>(std::move(it->second))
               : Result<Tensor>(makeError("compare", "the file has no output {}", quoted(name)));
}

Result<Values> valuesOf(const Json &output)
{
    Values values;
    if (const Json file = output.value("file", Json()); file.is_string()) {
        ASSIGN_OR_RETURN(const std::string bytes,
                         readFile(file.get<std::string>(), maxTensorFileBytes));
        const Result<Tensor> tensor = tensorIn(bytes, output.value("name", std::string()));
        if (!tensor) {
            Diagnostic error = tensor.error();
            error.where.file = file.get<std::string>();
            return error;
        }
        for (std::int64_t i = 0; i < tensor->count(); ++i) {
            values.elements.push_back(elementAsDouble(tensor->view(), i));
        }
        values.isThere = true;
    } else if (const Json data = output.value("data", Json()); data.is_array()) {
        for (const Json &element : data) {
            values.elements.push_back(elementOf(element));
        }
        values.isThere = true;
    }
    if (!values.isThere) {
        return makeError("compare",
                         "the elements of output {} are in neither document nor file, expected a "
                         "result of `run --output DIR --json`",
                         quoted(output.value("name", std::string())));
    }
    return values;
}

/// Elements that are both not a number, or both the same infinity, do not differ.
double distance(double a, double b)
{
    if (a == b || (std::isnan(a) && std::isnan(b))) {
        return 0;
    }
    const double far = std::abs(a - b);
    return std::isnan(far) ? std::numeric_limits<double>::infinity() : far;
}

/// What rounding in another order makes of the elements of a type, relative to the largest.
double toleranceOf(const Json &output)
{
    const auto type = dtypeFromName(output.value("dtype", std::string()));
    switch (type.value_or(DType::Unknown)) {
    case DType::Float16: return 1e-2;
    case DType::Float32: return 1e-4;
    case DType::Float64: return 1e-9;
    default: return 0;
    }
}

ComparedOutput compared(const std::string &name, const Values &first, const Values &second)
{
    ComparedOutput result{name, 0, 0, 0, {}};
    if (first.elements.size() != second.elements.size()) {
        result.relative = std::numeric_limits<double>::infinity();
        result.remark =
            fmt::format("{} elements and {}", first.elements.size(), second.elements.size());
        return result;
    }
    double scale = 0;
    for (std::size_t i = 0; i < first.elements.size(); ++i) {
        const double element = std::abs(first.elements[i]);
        scale = std::isfinite(element) ? std::max(scale, element) : scale;
        result.largest = std::max(result.largest, distance(first.elements[i], second.elements[i]));
    }
    result.relative = result.largest == 0 ? 0 : result.largest / std::max(scale, 1e-6);
    return result;
}

Result<std::map<std::string, Json>> outputsOf(const Json &document)
{
    const Json outputs = document.is_object() ? document.value("outputs", Json()) : Json();
    if (!outputs.is_array()) {
        return makeError("compare",
                         "found neither layers nor outputs, expected a document of `profile "
                         "--json` or `run --json`");
    }
    std::map<std::string, Json> byName;
    for (const Json &output : outputs) {
        if (output.is_object() && output.value("name", Json()).is_string()) {
            byName.emplace(output["name"].get<std::string>(), output);
        }
    }
    return byName;
}

} // namespace

Result<std::vector<ComparedOutput>> compareRuns(const Json &first, const Json &second,
                                                std::optional<double> tolerance)
{
    ASSIGN_OR_RETURN(const auto a, outputsOf(first));
    ASSIGN_OR_RETURN(const auto b, outputsOf(second));
    std::vector<ComparedOutput> outputs;
    for (const auto &[name, output] : a) {
        const auto other = b.find(name);
        if (other == b.end()) {
            outputs.push_back(
                {name, 0, std::numeric_limits<double>::infinity(), 0, "only in the first"});
            continue;
        }
        ASSIGN_OR_RETURN(const Values x, valuesOf(output));
        ASSIGN_OR_RETURN(const Values y, valuesOf(other->second));
        outputs.push_back(compared(name, x, y));
        outputs.back().tolerance =
            tolerance.value_or(std::max(toleranceOf(output), toleranceOf(other->second)));
    }
    for (const auto &[name, output] : b) {
        if (a.count(name) == 0) {
            outputs.push_back(
                {name, 0, std::numeric_limits<double>::infinity(), 0, "only in the second"});
        }
    }
    return outputs;
}

} // namespace nervure
