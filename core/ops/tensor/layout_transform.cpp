// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_copy.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

namespace nervure {

namespace {

struct LayoutTransformAttrs {
    std::string srcLayout{Layout::undefinedText};
    std::string dstLayout{Layout::undefinedText};
};

struct LayoutPair {
    Layout from;
    Layout to;
};

Result<LayoutPair> layoutsOf(const LayoutTransformAttrs &attrs)
{
    auto from = Layout::parse(attrs.srcLayout);
    RETURN_IF_FAILED(from);
    auto to = Layout::parse(attrs.dstLayout);
    RETURN_IF_FAILED(to);
    return LayoutPair{std::move(from).value(), std::move(to).value()};
}

/// NNVM does not count the dimensions: those too many it passes over, and for those that are missing it
/// reads beside the shape. What stands there nobody knows, so that such a size is unknown here, and
/// whoever needs it complains.
Shape withRank(const Shape &shape, std::size_t rank, Semantics semantics)
{
    Shape fitted = shape;
    if (semantics == Semantics::Exact) {
        fitted.resize(rank);
    }
    return fitted;
}

Status inferLayoutTransformShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto layouts, layoutsOf(context.attrs.as<LayoutTransformAttrs>()));
    const bool isCopied = layouts.from == layouts.to;
    const Shape source = isCopied ? in[0] : withRank(in[0], layouts.from.rank(), context.semantics);
    const auto shape = convertShape(layouts.from, source, layouts.to, context.semantics);
    return shape ? assignOutput(out, 0, *shape) : Status(shape.error());
}

/// It wants and gives what its attributes say.
Status correctLayoutTransformLayout(const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 1, 1));
    ASSIGN_OR_RETURN(const auto layouts, layoutsOf(call.rule.attrs.as<LayoutTransformAttrs>()));
    assignLayout(call.in[0], layouts.from);
    assignLayout(call.out[0], layouts.to);
    return {};
}

/// Walks over the elements of a tensor in one layout and finds each in another.
class Relocation {
public:
    Relocation(const LayoutPair &layouts, const Shape &inShape, const Shape &outShape)
        : m_layouts(layouts),
          m_inShape(inShape),
          m_outShape(outShape),
          m_strides(denseStrides(inShape)),
          m_position(outShape.size(), 0)
    {}

    /// Where the current element stands in the input, or nothing when that is outside of it.
    [[nodiscard]] std::optional<std::int64_t> source() const
    {
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < m_inShape.size(); ++i) {
            const std::int64_t place = placeOf(m_layouts.from.axis(i));
            if (place >= m_inShape[i]) {
                return std::nullopt;
            }
            offset += place * m_strides[i];
        }
        return offset;
    }

    void next()
    {
        for (std::size_t axis = m_position.size(); axis-- > 0;) {
            if (++m_position[axis] < m_outShape[axis]) {
                return;
            }
            m_position[axis] = 0;
        }
    }

private:
    /// The index that the input has along a letter of its layout.
    [[nodiscard]] std::int64_t placeOf(char letter) const
    {
        const bool isBlock = std::islower(static_cast<unsigned char>(letter)) != 0;
        const char dimension = Layout::dimensionOf(letter);
        const auto block = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        std::int64_t index = positionAt(dimension);
        if (m_layouts.to.contains(block)) {
            index = index * m_layouts.to.blockOf(dimension) + positionAt(block);
        }
        const std::int64_t size = m_layouts.from.blockOf(dimension);
        if (size == 0) {
            return index;
        }
        return isBlock ? index % size : index / size;
    }
    [[nodiscard]] std::int64_t positionAt(char letter) const
    {
        return m_position[static_cast<std::size_t>(m_layouts.to.indexOf(letter))];
    }

    const LayoutPair &m_layouts;
    const Shape &m_inShape;
    const Shape &m_outShape;
    std::vector<std::int64_t> m_strides;
    std::vector<std::int64_t> m_position;
};

Status layoutTransformReference(const LayoutTransformAttrs &attrs, const ReferenceCall &call)
{
    ASSIGN_OR_RETURN(const auto layouts, layoutsOf(attrs));
    if (layouts.from == layouts.to) {
        return copyReference(call);
    }
    const Shape inShape = shapeOf(call.in[0]);
    const Shape outShape = shapeOf(call.out[0]);
    if (!layouts.from.convertibleTo(layouts.to) || inShape.size() != layouts.from.rank()
        || outShape.size() != layouts.to.rank() || call.in[0].type != call.out[0].type) {
        return makeError("infer-shape", "cannot bring {} from layout {} to {} in layout {}",
                         shapeText(inShape), attrs.srcLayout, shapeText(outShape), attrs.dstLayout);
    }
    Relocation relocation(layouts, inShape, outShape);
    const std::size_t bytes = dtypeBytes(call.out[0].type);
    for (std::int64_t i = 0; i < call.out[0].count(); ++i, relocation.next()) {
        const auto from = relocation.source();
        if (!from) {
            return makeError("infer-shape", "output 0 has shape {}, which does not fit input 0 {}",
                             shapeText(outShape), shapeText(inShape));
        }
        std::memcpy(call.out[0].data + static_cast<std::size_t>(i) * bytes,
                    call.in[0].data + static_cast<std::size_t>(*from) * bytes, bytes);
    }
    return {};
}

/// The parts of a dimension that are in one piece in both layouts, the outermost first: sizes, and
/// strides in the input.
struct DimensionParts {
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    std::size_t outer = 1; ///< so many belong to the dimension's own letter in the output
};

/// Nothing when blocks do not divide the dimension or each other.
std::optional<DimensionParts> partsOf(char dimension, const LayoutPair &layouts,
                                      const Shape &inShape)
{
    const std::vector<std::int64_t> strides = denseStrides(inShape);
    const auto block = static_cast<char>(std::tolower(static_cast<unsigned char>(dimension)));
    const auto at = [](const Layout &layout, char letter) {
        return static_cast<std::size_t>(layout.indexOf(letter));
    };
    const std::int64_t from = std::max<std::int64_t>(1, layouts.from.blockOf(dimension));
    const std::int64_t to = std::max<std::int64_t>(1, layouts.to.blockOf(dimension));
    const std::size_t own = at(layouts.from, dimension);
    const std::int64_t size = inShape[own] * from;
    const std::int64_t larger = std::max(from, to);
    const std::int64_t smaller = std::min(from, to);
    if (size % larger != 0 || larger % smaller != 0) {
        return std::nullopt;
    }
    const std::int64_t inner = from > 1 ? strides[at(layouts.from, block)] : strides[own];
    // An element of the outer part of the input is `from` elements of the dimension.
    const auto stride = [&](std::int64_t step) {
        return from > 1 && step >= from ? strides[own] * (step / from) : inner * step;
    };
    DimensionParts parts;
    parts.sizes = {size / larger, larger / smaller, smaller};
    parts.strides = {stride(larger), stride(smaller), stride(1)};
    parts.outer = to == larger ? 1 : to == 1 ? 3 : 2;
    return parts;
}

Result<KernelSpec> layoutTransformKernel(const LayoutTransformAttrs &attrs,
                                         const KernelContext &context)
{
    const auto layouts = layoutsOf(attrs);
    const Shape &in = context.inShapes[0];
    if (!layouts || !layouts->from.convertibleTo(layouts->to)
        || in.size() != layouts->from.rank()) {
        return noKernelFor("layouts " + attrs.srcLayout + " and " + attrs.dstLayout);
    }
    StridedSource source;
    for (std::size_t i = 0; i < layouts->to.rank(); ++i) {
        const char letter = layouts->to.axis(i);
        const auto parts = partsOf(Layout::dimensionOf(letter), *layouts, in);
        if (!parts) {
            return noKernelFor("blocks that do not divide " + shapeText(in));
        }
        const bool isBlock = std::islower(static_cast<unsigned char>(letter)) != 0;
        for (std::size_t k = isBlock ? parts->outer : 0;
             k < (isBlock ? parts->sizes.size() : parts->outer); ++k) {
            if (parts->sizes[k] != 1) {
                source.sizes.push_back(parts->sizes[k]);
                source.strides.push_back(parts->strides[k]);
            }
        }
    }
    return elementCount(source.sizes) == elementCount(context.outShapes[0])
               ? stridedKernel(source, context)
               : Result<KernelSpec>(noKernelFor("a result that lacks elements of the input"));
}

} // namespace

void registerLayoutTransform(OpRegistry &ops)
{
    using A = LayoutTransformAttrs;
    ops.add(OpBuilder<A>(Dialect::Nnvm, "__layout_transform__")
                .summary("the same tensor with its dimensions in another order and in blocks")
                .category(OpCategory::Layout)
                .attr(field("src_layout", &A::srcLayout, "layout of the input, such as NCHW"))
                .attr(field("dst_layout", &A::dstLayout, "layout of the output, such as NCHW4c"))
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(inferLayoutTransformShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::Injective)
                .layoutFollowed(correctLayoutTransformLayout)
                .reference(layoutTransformReference)
                .kernel(layoutTransformKernel)
                .build());
}

} // namespace nervure
