// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/kernel_samples.h"

#include <cmath>
#include <limits>

namespace nervure::tests {

/// Every element type there is.
inline constexpr DType allTypes[]{DType::Float32, DType::Float64, DType::Float16, DType::UInt8,
                                  DType::Int8,    DType::Int16,   DType::UInt16,  DType::Int32,
                                  DType::UInt32,  DType::Int64,   DType::UInt64,  DType::Bool};

/// The sample with its float32 inputs of another type.
inline ProbeCase retyped(ProbeCase probe, DType type)
{
    probe.types.resize(probe.inputs.size(), DType::Float32);
    for (DType &known : probe.types) {
        known = known == DType::Float32 || takesBits(probe) ? type : known;
    }
    return probe;
}

/// Numbers that kernels stumble over.
inline const std::vector<double> &edgeNumbers()
{
    static const std::vector<double> numbers{NAN,  INFINITY, -INFINITY, 0.0,  -0.0, 1.0, 1.0,
                                             -2.5, 2.5,      -3e38,     3e38, 0.5,  -0.5};
    return numbers;
}

/// Fills a tensor: floats from `least` to 2, or edge numbers; whole numbers around 0, for operators
/// that compute in them also such as shifts and sums stumble over.
inline void fillTyped(const TensorView &tensor, std::mt19937 &random, float least, bool isEdge,
                      bool isPositive)
{
    const std::vector<double> &edges = edgeNumbers();
    std::uniform_real_distribution<float> numbers(least, 2.0F);
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        double value = static_cast<double>(numbers(random));
        if (!isFloat(tensor.type)) {
            const auto whole = static_cast<std::int64_t>(random() % 19) - 9;
            const bool isNatural = tensor.type == DType::UInt8 || tensor.type == DType::UInt16
                                   || tensor.type == DType::UInt32 || tensor.type == DType::UInt64;
            value = static_cast<double>(isPositive                   ? 1 + std::abs(whole) % 7
                                        : isNatural                  ? std::abs(whole)
                                        : tensor.type == DType::Bool ? whole & 1
                                                                     : whole);
            const bool isFar = isEdge && tensor.type != DType::Bool && random() % 4 == 0;
            value = isFar ? (random() % 2 == 0 ? 100.0 : isNatural ? 77.0 : -100.0) : value;
        } else if (isEdge) {
            value = edges[random() % edges.size()];
        }
        storeElement(tensor, i, value);
    }
}

/// Rows of class, score and box for nms and box_nms, and for the first how many of them count.
inline void fillBoxes(TensorMap &inputs, std::mt19937 &random)
{
    std::uniform_real_distribution<float> numbers(0.0F, 1.0F);
    const TensorView rows = inputs.at("in0").view();
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        const std::int64_t column = i % 6;
        double value = static_cast<double>(numbers(random));
        value = column == 0 ? static_cast<double>(random() % 3) : value;
        value = column > 3 ? elementAsDouble(rows, i - 2) + 0.5 * value : value;
        storeElement(rows, i, value);
    }
    if (inputs.count("in1") == 0) {
        return;
    }
    const TensorView counts = inputs.at("in1").view();
    for (std::int64_t i = 0; i < counts.count(); ++i) {
        storeElement(counts, i, static_cast<double>(rows.shape[1] - 2 * i));
    }
}

/// Values for the inputs of a case: positions for indices, which the sample says are integers.
inline TensorMap typedInputs(const ProbeCase &sample, const PlanRequest &request,
                             std::uint32_t seed, bool isEdge)
{
    std::mt19937 random(seed);
    const bool isRoot = sample.op == "log" || sample.op == "sqrt" || sample.op == "batch_norm"
                        || sample.op == "batchnorm" || sample.op.find("pow") != std::string::npos;
    const bool isPositive = sample.op == "elew"; // LightNet refuses to divide whole numbers by 0
    TensorMap inputs;
    for (const std::uint32_t node : request.graph->inputNodes()) {
        const std::uint32_t entry = request.graph->entryId(node, 0);
        const std::string &name = request.graph->node(node).node->name;
        const auto i = static_cast<std::size_t>(std::stoi(name.substr(2)));
        const bool isIndex = i < sample.types.size() && sample.types[i] == DType::Int32
                             && sample.op != "where" && !takesBits(sample);
        Tensor tensor = *Tensor::zeros(request.types[entry], request.shapes[entry]);
        if (isIndex) {
            tensor = positionTensor(DType::Int32, request.shapes[entry]);
        } else {
            fillTyped(tensor.view(), random, isRoot || isPositive ? 0.1F : -2.0F, isEdge,
                      isPositive);
        }
        inputs.emplace(name, std::move(tensor));
    }
    if (sample.op == "nms" || sample.op == "box_nms") {
        fillBoxes(inputs, random);
    }
    return inputs;
}

/// The tolerance of results that were computed from that type.
inline double toleranceFor(DType type)
{
    switch (type) {
    case DType::Float16: return 4e-3;
    case DType::Float64: return 1e-10;
    default: return 5e-5;
    }
}

/// The first element that differs, as text; whole numbers must be equal.
inline std::string typedDifference(const Tensor &found, const Tensor &expected, double tolerance)
{
    if (found.type() != expected.type() || found.shape() != expected.shape()) {
        return "another shape or type";
    }
    for (std::int64_t i = 0; i < expected.count(); ++i) {
        const double a = elementAsDouble(found.view(), i);
        const double b = elementAsDouble(expected.view(), i);
        const std::size_t bytes = dtypeBytes(found.type());
        const std::size_t at = static_cast<std::size_t>(i) * bytes;
        const bool isSame =
            !isFloat(found.type())
                ? std::equal(found.data() + at, found.data() + at + bytes, expected.data() + at)
            : std::isfinite(b) ? std::abs(a - b) <= tolerance * (1 + std::abs(b))
                               : (std::isnan(b) ? std::isnan(a) : a == b);
        if (!isSame) {
            return "element " + std::to_string(i) + ": found " + std::to_string(a) + ", expected "
                   + std::to_string(b);
        }
    }
    return {};
}

} // namespace nervure::tests
