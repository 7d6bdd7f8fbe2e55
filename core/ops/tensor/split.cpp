// SPDX-License-Identifier: Apache-2.0
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/numbered_names.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_copy.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

struct SplitAttrs {
    IntTuple indicesOrSections;
    std::int64_t axis = 1;
};

/// NNVM looks at the first character of the text: a digit means a number of equal parts, anything
/// else, a bracket or a sign, the positions to cut at.
bool isEqualSplit(const RuleContext &context)
{
    const std::string *text = context.node.attrs.find("indices_or_sections");
    return text != nullptr && !text->empty() && text->front() >= '0' && text->front() <= '9';
}

std::vector<std::string> splitOutputNames(const RuleContext &context)
{
    const IntTuple &numbers = context.attrs.as<SplitAttrs>().indicesOrSections;
    if (!isEqualSplit(context)) {
        return numberedNames("output", numbers.size() + 1);
    }
    const std::int64_t parts = numbers.empty() ? 1 : numbers.front();
    return numberedNames(
        "output", static_cast<std::size_t>(std::clamp<std::int64_t>(parts, 0, mostNumbered)));
}

Diagnostic badNumbers(const IntTuple &numbers, const std::string &expected)
{
    return makeError("infer-shape", "indices_or_sections is {}, expected {}",
                     NnvmAttrText::print(numbers), expected);
}

/// Where the parts begin along a dimension of `size`, and where the last one ends. In fixed a part may be
/// of no positions.
Result<std::vector<std::int64_t>> bordersOf(const RuleContext &context, std::int64_t size)
{
    const IntTuple &numbers = context.attrs.as<SplitAttrs>().indicesOrSections;
    std::vector<std::int64_t> borders{0};
    if (isEqualSplit(context)) {
        const std::int64_t parts = numbers.front();
        if (parts < 1 || parts > static_cast<std::int64_t>(mostNumbered)) {
            return badNumbers(numbers, fmt::format("1 to {} parts", mostNumbered));
        }
        if (size % parts != 0) {
            return badNumbers(numbers, fmt::format("a number that divides {}", size));
        }
        for (std::int64_t i = 1; i <= parts; ++i) {
            borders.push_back(size / parts * i);
        }
        return borders;
    }
    const std::int64_t least = context.semantics == Semantics::Exact ? 1 : 0;
    for (const std::int64_t number : numbers) {
        if (number < borders.back() + least) {
            return badNumbers(numbers, "positions in ascending order");
        }
        borders.push_back(number);
    }
    if (borders.back() > size - least) {
        return badNumbers(numbers, fmt::format("positions of a dimension of {}", size));
    }
    borders.push_back(size);
    return borders;
}

Status inferSplitShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkLeastInputs(in.size(), 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(context.attrs.as<SplitAttrs>().axis, in[0]));
    if (context.semantics == Semantics::Fixed && isUnknownSize(in[0][axis])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto borders, bordersOf(context, nnvmSize(in[0][axis])));
    Shape part = in[0];
    for (std::size_t i = 0; i < out.size() && i + 1 < borders.size(); ++i) {
        part[axis] = borders[i + 1] - borders[i];
        RETURN_IF_FAILED(assignComputed(out, i, part, context.semantics));
    }
    return {};
}

/// However many outputs there are.
Status inferSplitType(const RuleContext &, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 1, out.size());
    return counts ? mergeAllTypes(in, out) : counts;
}

/// The parts of `shape`, one behind the other.
Result<std::vector<StridedSource>> partsOf(const SplitAttrs &attrs, const Shape &shape,
                                           const Shapes &parts)
{
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, shape));
    std::vector<StridedSource> sources;
    StridedSource source{{}, denseStrides(shape), 0};
    for (const Shape &part : parts) {
        if (part.size() != shape.size()) {
            return makeError("infer-shape", "a part has shape {} of {}", shapeText(part),
                             shapeText(shape));
        }
        source.sizes = part;
        sources.push_back(source);
        source.offset += part[axis] * source.strides[axis];
    }
    return sources;
}

Status splitReference(const SplitAttrs &attrs, const ReferenceCall &call)
{
    Shapes parts;
    for (const TensorView &out : call.out) {
        parts.push_back(shapeOf(out));
    }
    ASSIGN_OR_RETURN(const auto sources, partsOf(attrs, shapeOf(call.in[0]), parts));
    for (std::size_t i = 0; i < call.out.size(); ++i) {
        RETURN_IF_FAILED(takeStrided(sources[i], call.in[0], call.out[i]));
    }
    return {};
}

Result<KernelSpec> splitKernel(const SplitAttrs &attrs, const KernelContext &context)
{
    const auto sources =
        partsOf(attrs, context.inShapes[0], {context.outShapes.begin(), context.outShapes.end()});
    return sources ? stridedKernel(*sources, context) : Result<KernelSpec>(sources.error());
}

} // namespace

void registerSplit(OpRegistry &ops)
{
    ops.add(OpBuilder<SplitAttrs>(Dialect::Nnvm, "split")
                .summary("cuts a tensor into parts along one dimension")
                .category(OpCategory::Layout)
                .attr(field("indices_or_sections", &SplitAttrs::indicesOrSections,
                            "a number of equal parts, or the positions to cut at: (2, 5)")
                          .required())
                .attr(field("axis", &SplitAttrs::axis, "dimension that is cut"))
                .inputs({"data"})
                .with([](OpSpec &spec) { spec.outputNames = splitOutputNames; })
                .shape(OpSpec::ShapeRule(inferSplitShape))
                .type(inferSplitType)
                .pattern(OpPattern::Injective)
                .layout(keptInputLayout())
                .reference(splitReference)
                .kernel(splitKernel)
                .build());
}

} // namespace nervure
