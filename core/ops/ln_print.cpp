// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op_builder.h"
#include "core/ops/ln_common.h"

#include <cinttypes>
#include <cstdio>

namespace nervure {

namespace {

struct PrintAttrs {
    std::string msg;
};

template <typename T>
std::string elementText(T value)
{
    // 309 digits before the point of the largest double.
    char text[352];
    if constexpr (isFloatElement<T>) {
        std::snprintf(text, sizeof(text), "%.3f", static_cast<double>(value));
    } else if constexpr (std::is_signed_v<T>) {
        std::snprintf(text, sizeof(text), "%" PRId64, static_cast<std::int64_t>(value));
    } else {
        std::snprintf(text, sizeof(text), "%" PRIu64, static_cast<std::uint64_t>(value));
    }
    return text;
}

/// How many innermost scopes end after row `row`.
std::size_t closingBrackets(std::span<const std::int64_t> shape, std::int64_t row)
{
    std::size_t closing = 1;
    std::int64_t rest = row + 1;
    while (closing < shape.size()) {
        const std::int64_t size = shape[shape.size() - 1 - closing];
        if (rest % size != 0) {
            break;
        }
        rest /= size;
        ++closing;
    }
    return closing;
}

/// Nested brackets; a line for each innermost row, indented by what it does not open.
template <typename T>
void printTensor(const ConstTensorView &tensor, std::string &out)
{
    const std::size_t rank = tensor.shape.size();
    const std::int64_t length = rank == 0 ? 1 : tensor.shape[rank - 1];
    const std::int64_t rows = length > 0 ? tensor.count() / length : 0;
    std::size_t opening = rank;
    for (std::int64_t row = 0; row < rows; ++row) {
        out.append(rank - opening, ' ').append(opening, '[');
        for (std::int64_t i = 0; i < length; ++i) {
            out += (i > 0 ? " " : "") + elementText(tensor.as<T>()[row * length + i]);
        }
        opening = rank == 0 ? 0 : closingBrackets(tensor.shape, row);
        out.append(opening, ']') += '\n';
    }
}

Status printReference(const PrintAttrs &attrs, const ReferenceCall &call)
{
    return withLightNetType(call.in[0].type, [&](auto zero) -> Status {
        if (call.printed) {
            *call.printed += attrs.msg + '\n';
            printTensor<decltype(zero)>(call.in[0], *call.printed);
        }
        return {};
    });
}

Status printShape(const PrintAttrs &, Shapes &, Shapes &)
{
    return {};
}

Status printType(const RuleContext &, DTypes &, DTypes &)
{
    return {};
}

} // namespace

void registerLnPrint(OpRegistry &ops)
{
    ops.add(lnFinish(
        OpBuilder<PrintAttrs>(Dialect::LightNet, "print")
            .summary("writes a message and the elements of a tensor to standard output")
            .category(OpCategory::Other)
            .attr(field("msg", &PrintAttrs::msg, "line printed before the tensor").required())
            .inputs({"src"})
            .outputs(std::vector<std::string>{})
            .shape(printShape)
            .type(printType)
            .pattern(OpPattern::Opaque)
            .reference(printReference)
            .build()));
}

} // namespace nervure
