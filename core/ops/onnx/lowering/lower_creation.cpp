// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"
#include "core/ops/onnx/lowering/onnx_lowering.h"
#include "core/support/text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace nervure::onnx {

namespace {

/// The number of a tensor of one element that an attribute holds: "float32[1] 2.5"; nothing else is there.
double numberOf(std::string_view text)
{
    const std::string_view value = trim(text.substr(std::min(text.find(']'), text.size() - 1) + 1));
    if (value == "true") {
        return 1;
    }
    return parseNumber(value).value_or(0);
}

/// The same number where it is one that a double may not hold, as an element; nothing for others.
std::optional<Tensor> largeNumberOf(std::string_view text, DType type)
{
    constexpr double mostExact = 9007199254740992; // 2^53
    const std::size_t end = text.find(']');
    const bool isLarge =
        (type == DType::Int64 || type == DType::UInt64) && std::abs(numberOf(text)) >= mostExact;
    Result<Tensor> one = Tensor::zeros(isLarge ? type : DType::UInt8, {1});
    if (!isLarge || end == std::string_view::npos || !one) {
        return std::nullopt;
    }
    const std::string_view digits = trim(text.substr(end + 1));
    const char *const last = digits.data() + digits.size();
    const auto read = type == DType::Int64
                          ? std::from_chars(digits.data(), last, one->elements<std::int64_t>()[0])
                          : std::from_chars(digits.data(), last, one->elements<std::uint64_t>()[0]);
    return read.ec == std::errc() ? std::optional(std::move(*one)) : std::nullopt;
}

Lowered filled(const OnnxLowering &op)
{
    const std::string_view value = op.attrs().text("value");
    if (const auto large = largeNumberOf(value, op.outType())) {
        return std::vector{op.broadcastTo(op.constant(large->view()), op.outDims())};
    }
    return std::vector{op.full(value.empty() ? 0 : numberOf(value), op.outDims(), op.outType())};
}

Lowered counted(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const double start, op.real(0, "start"));
    ASSIGN_OR_RETURN(const double delta, op.real(2, "delta"));
    return std::vector{op.arange(start, delta, op.outDims()[0], op.outType())};
}

/// A window of cosines: first - second * cos(2 pi i / n) + third * cos(4 pi i / n).
struct CosineWindow {
    std::string_view op;
    double first = 0;
    double second = 0;
    double third = 0;
};
constexpr std::array cosineWindows{CosineWindow{"hann", 0.5, 0.5},
                                   CosineWindow{"hamming", 25.0 / 46, 21.0 / 46},
                                   CosineWindow{"blackman", 0.42, 0.5, 0.08}};

Lowered window(const OnnxLowering &op)
{
    const std::int64_t size = op.outDims()[0];
    RETURN_IF_FAILED(OnnxLowering::checkListed(size));
    const bool isPeriodic = op.attrs().integer("periodic", 1) != 0;
    const auto period = static_cast<double>(isPeriodic ? size : size - 1);
    std::vector<double> elements;
    for (const CosineWindow &kind : cosineWindows) {
        for (std::int64_t i = 0; kind.op == op.ours() && i < size; ++i) {
            const double turn = 2 * std::numbers::pi * static_cast<double>(i) / period;
            elements.push_back(kind.first - kind.second * std::cos(turn)
                               + kind.third * std::cos(2 * turn));
        }
    }
    return std::vector{op.constant(elements, {size}, op.outType())};
}

} // namespace

std::span<const LoweringRule> creationRules()
{
    static constexpr std::array rules{
        LoweringRule{"ConstantOfShape", filled, {}, inputBits(0)},
        LoweringRule{"Range", counted, {}, inputBits(0, 1, 2)},
        LoweringRule{"HannWindow", window, "hann", inputBits(0)},
        LoweringRule{"HammingWindow", window, "hamming", inputBits(0)},
        LoweringRule{"BlackmanWindow", window, "blackman", inputBits(0)},
    };
    return rules;
}

} // namespace nervure::onnx
