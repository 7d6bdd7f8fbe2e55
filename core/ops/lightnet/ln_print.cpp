// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"

#include <cinttypes>
#include <cstdio>

namespace nervure {

namespace {

struct PrintAttrs {
    std::string msg;
};

struct FprintAttrs : PrintAttrs {
    std::string file;
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

/// The message and the tensor, appended to `text`.
Status describe(const std::string &msg, const ConstTensorView &tensor, std::string &text)
{
    return withLightNetType(tensor.type, [&](auto zero) -> Status {
        text += msg + '\n';
        printTensor<decltype(zero)>(tensor, text);
        return {};
    });
}

Status printReference(const PrintAttrs &attrs, const ReferenceCall &call)
{
    return call.printed ? describe(attrs.msg, call.in[0], *call.printed) : Status();
}

/// Each writes its file anew. Who runs the operator decides whether the file may be written.
Status fprintReference(const FprintAttrs &attrs, const ReferenceCall &call)
{
    if (!call.files) {
        return {};
    }
    std::string &text = (*call.files)[attrs.file];
    text.clear();
    return describe(attrs.msg, call.in[0], text);
}

Status printShape(const RuleContext &, Shapes &, Shapes &)
{
    return {};
}

Status printType(const RuleContext &, DTypes &, DTypes &)
{
    return {};
}

template <typename A>
OpBuilder<A> declareLnPrint(const char *name, const char *summary)
{
    OpBuilder<A> builder(Dialect::LightNet, name);
    builder.summary(summary)
        .category(OpCategory::Other)
        .attr(field<A, std::string>("msg", &A::msg, "line printed before the tensor").required())
        .inputs({"src"})
        .outputs(std::vector<std::string>{})
        .shape(OpSpec::ShapeRule(printShape))
        .type(printType)
        .pattern(OpPattern::Opaque);
    return builder;
}

} // namespace

void registerLnPrint(OpRegistry &ops)
{
    ops.add(
        lnFinish(declareLnPrint<PrintAttrs>(
                     "print", "writes a message and the elements of a tensor to standard output")
                     .reference(printReference)
                     .build()));
    ops.add(lnFinish(
        declareLnPrint<FprintAttrs>("fprint",
                                    "writes a message and the elements of a tensor to a file")
            .attr(field("file", &FprintAttrs::file, "the file, which is written anew").required())
            .reference(fprintReference)
            .build()));
}

} // namespace nervure
