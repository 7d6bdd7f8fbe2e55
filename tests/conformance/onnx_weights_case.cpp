// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/onnx_weights_case.h"

#include "core/formats/weights/weight_file.h"
#include "core/passes/conversion/onnx/onnx_params.h"
#include "tests/conformance/difference.h"

#include <nlohmann/json.hpp>

#include <cstring>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

Result<Tensor> tensorOf(const Weight &weight, const OnnxParam &param)
{
    ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(toDType(param.type), param.shape));
    ASSIGN_OR_RETURN(const WeightReader reader, WeightReader::open(weight, {}));
    std::byte *next = tensor.data();
    std::size_t left = tensor.byteSize();
    RETURN_IF_FAILED(reader.read(0, weight.count, [&](std::string_view elements) {
        if (elements.size() > left) {
            return Status(makeError("weight", "found more elements than the tensor has"));
        }
        std::memcpy(next, elements.data(), elements.size());
        next += elements.size();
        left -= elements.size();
        return Status();
    }));
    return tensor;
}

/// Values as the oracle has them: the nearest number of the type.
bool isSameValue(const Tensor &tensor, std::int64_t at, double expected)
{
    const double found = elementAsDouble(tensor.view(), at);
    return found == expected
           || (tensor.type() == DType::Float32
               && static_cast<float>(found) == static_cast<float>(expected))
           || (std::isnan(found) && std::isnan(expected));
}

std::string differenceOf(const ReadParam &param, const Json &expected)
{
    const Json facts{{"name", param.name}, {"shape", param.shape}, {"dtype", param.type}};
    Json wanted = expected;
    wanted.erase("data");
    wanted.erase("sha256");
    std::string text = firstDifference(facts, wanted);
    if (!text.empty() || !expected.contains("data")) {
        return text;
    }
    const Json &data = expected.at("data");
    if (data.size() != static_cast<std::size_t>(param.tensor.count())) {
        return "another number of values";
    }
    for (std::int64_t i = 0; i < param.tensor.count(); ++i) {
        if (!isSameValue(param.tensor, i, numberOf(data[static_cast<std::size_t>(i)]))) {
            return "value " + std::to_string(i) + " is another one";
        }
    }
    return {};
}

} // namespace

Result<std::vector<ReadParam>> readOnnxParams(const Graph &model, const std::string &bytes,
                                              const std::filesystem::path &path)
{
    ASSIGN_OR_RETURN(const auto params, onnxParams(model));
    std::vector<ReadParam> read;
    if (params.empty()) {
        return read;
    }
    ASSIGN_OR_RETURN(const WeightFile file,
                     WeightFile::ofBytes(std::make_shared<const FileBytes>(bytes), path));
    for (const OnnxParam &param : params) {
        ASSIGN_OR_RETURN(const Weight *weight, file.find(param.name));
        ASSIGN_OR_RETURN(Tensor tensor, tensorOf(*weight, param));
        read.push_back({param.name,
                        {param.shape.begin(), param.shape.end()},
                        std::string(elementTypeName(param.type)),
                        std::move(tensor)});
    }
    return read;
}

TensorMap tensorsOf(const std::vector<ReadParam> &params)
{
    TensorMap tensors;
    for (const ReadParam &param : params) {
        tensors.insert_or_assign(param.name, param.tensor);
    }
    return tensors;
}

Finding compareParams(const Result<std::vector<ReadParam>> &params, const Json &expected)
{
    if (!params) {
        return differs(params.error().message);
    }
    if (params->size() != expected.size()) {
        return differs(std::to_string(params->size()) + " parameters, expected "
                       + std::to_string(expected.size()));
    }
    for (std::size_t i = 0; i < params->size(); ++i) {
        const std::string text = differenceOf((*params)[i], expected[i]);
        if (!text.empty()) {
            return differs((*params)[i].name + " " + text);
        }
    }
    return agrees();
}

} // namespace nervure::conformance
