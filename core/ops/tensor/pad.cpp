// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct PadAttrs {
    float padValue = 0;
    IntTuples padWidth; ///< for each dimension: how much in front, how much behind
};

Status checkWidths(const PadAttrs &attrs, std::size_t rank)
{
    if (attrs.padWidth.size() != rank) {
        return makeError("infer-shape",
                         "pad_width has {} items, expected one for each of {} dimensions",
                         attrs.padWidth.size(), rank);
    }
    // Sizes beyond this would overflow sums.
    constexpr std::int64_t most = std::int64_t{1} << 31;
    for (const IntTuple &width : attrs.padWidth) {
        if (width.size() != 2) {
            return makeError("infer-shape", "pad_width has an item {}, expected two numbers",
                             NnvmAttrText::print(width));
        }
        if (width[0] < -most || width[0] >= most || width[1] < -most || width[1] >= most) {
            return makeError("infer-shape",
                             "pad_width has an item {}, expected integers of 32 bits",
                             NnvmAttrText::print(width));
        }
    }
    return {};
}

/// In exact an unknown size counts as 0, as in NNVM. Negative widths cut.
Status inferPadShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    const auto &attrs = context.attrs.as<PadAttrs>();
    RETURN_IF_FAILED(checkWidths(attrs, in[0].size()));
    Shape padded = computedShape(in[0], context.semantics);
    for (std::size_t i = 0; i < padded.size(); ++i) {
        if (isUnknownSize(padded[i])) {
            continue;
        }
        padded[i] += attrs.padWidth[i][0] + attrs.padWidth[i][1];
        if (padded[i] < 0) {
            return makeError(
                "infer-shape",
                "pad_width cuts {} from dimension {} of {}, expected less than there is",
                NnvmAttrText::print(attrs.padWidth[i]), i, shapeText(in[0]));
        }
    }
    return assignComputed(out, 0, padded, context.semantics);
}

/// Walks the output and says where in the input the same element is.
class PadWalk {
public:
    PadWalk(const PadAttrs &attrs, std::span<const std::int64_t> in,
            std::span<const std::int64_t> out)
        : m_attrs(attrs),
          m_in(in),
          m_out(out),
          m_index(out.size(), 0)
    {}

    /// The element's position in the input; negative in the padding.
    [[nodiscard]] std::int64_t position() const
    {
        std::int64_t at = 0;
        for (std::size_t i = 0; i < m_in.size(); ++i) {
            const std::int64_t index = m_index[i] - m_attrs.padWidth[i][0];
            if (index < 0 || index >= m_in[i]) {
                return -1;
            }
            at = at * m_in[i] + index;
        }
        return at;
    }
    void next()
    {
        for (std::size_t i = m_out.size(); i-- > 0;) {
            if (++m_index[i] < m_out[i]) {
                return;
            }
            m_index[i] = 0;
        }
    }

private:
    const PadAttrs &m_attrs;
    std::span<const std::int64_t> m_in;
    std::span<const std::int64_t> m_out;
    std::vector<std::int64_t> m_index;
};

Status padReference(const PadAttrs &attrs, const ReferenceCall &call)
{
    const auto in = call.in[0].shape;
    RETURN_IF_FAILED(checkWidths(attrs, in.size()));
    if (call.out[0].shape.size() != in.size()) {
        return makeError("infer-shape", "output 0 has another number of dimensions than input 0");
    }
    RETURN_IF_FAILED(requireOneType(call));
    return withNumberType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        const T padding = constantElement<T>(static_cast<double>(attrs.padValue));
        PadWalk walk(attrs, in, call.out[0].shape);
        const std::int64_t count = call.out[0].count();
        for (std::int64_t i = 0; i < count; ++i, walk.next()) {
            const std::int64_t from = walk.position();
            call.out[0].as<T>()[i] = from < 0 ? padding : call.in[0].as<T>()[from];
        }
        return {};
    });
}

Result<KernelSpec> padKernel(const PadAttrs &attrs, const KernelContext &context)
{
    if (!checkWidths(attrs, context.inShapes[0].size())) {
        return noKernelFor("these widths");
    }
    std::vector<std::int64_t> before;
    for (const IntTuple &width : attrs.padWidth) {
        before.push_back(width[0]);
    }
    return paddedKernel(before, static_cast<double>(attrs.padValue), context);
}

} // namespace

void registerPad(OpRegistry &ops)
{
    using A = PadAttrs;
    ops.add(OpBuilder<A>(Dialect::Nnvm, "pad")
                .summary("puts a number around a tensor")
                .category(OpCategory::Layout)
                .attr(field("pad_value", &A::padValue, "the number"))
                .attr(field("pad_width", &A::padWidth,
                            "how many in front of and behind each dimension: ((1, 1), (0, 2))")
                          .required())
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(inferPadShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::Injective)
                .layout(keptLayout())
                .reference(padReference)
                .kernel(padKernel)
                .build());
}

} // namespace nervure
