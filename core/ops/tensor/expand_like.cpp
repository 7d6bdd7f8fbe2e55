// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/arithmetic_reference.h"
#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>

namespace nervure {

namespace {

struct ExpandLikeAttrs {
    IntTuple axis;
    bool exclude = false;
};

/// The output has the second input's shape; the first one is looked at only when it runs.
Status inferExpandLikeShape(const ExpandLikeAttrs &, Shapes &in, Shapes &out)
{
    const Status counts = checkLeastInputs(in.size(), 2);
    return counts ? assignOutput(out, 0, in[1]) : counts;
}

bool contains(const IntTuple &axes, std::int64_t axis)
{
    return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

IntTuple countedFromFirst(IntTuple axes, std::int64_t rank)
{
    for (std::int64_t &axis : axes) {
        axis += axis < 0 ? rank : 0;
    }
    return axes;
}

/// The dimensions of the result that the input lacks. In exact a negative axis excludes nothing, as
/// in NNVM.
IntTuple newAxes(const ExpandLikeAttrs &attrs, std::int64_t rank, Semantics semantics)
{
    if (!attrs.exclude) {
        return countedFromFirst(attrs.axis, rank);
    }
    const IntTuple excluded =
        semantics == Semantics::Exact ? attrs.axis : countedFromFirst(attrs.axis, rank);
    IntTuple axes;
    for (std::int64_t i = 0; i < rank; ++i) {
        if (!contains(excluded, i)) {
            axes.push_back(i);
        }
    }
    return axes;
}

/// Strides of the input along the result's dimensions; nothing if the shapes do not fit.
std::optional<std::vector<std::int64_t>> expandedStrides(std::span<const std::int64_t> in,
                                                         std::span<const std::int64_t> out,
                                                         const IntTuple &axes)
{
    if (in.size() == out.size()) {
        return broadcastStrides(in, out);
    }
    std::vector<std::int64_t> strides(out.size(), 0);
    if (in.size() == 1 && in[0] > 0 && axes.size() == out.size()) {
        return strides; // one number for everything
    }
    if (in.size() + axes.size() != out.size()) {
        return std::nullopt;
    }
    std::size_t left = in.size();
    std::int64_t stride = 1;
    for (std::size_t i = out.size(); i-- > 0;) {
        if (contains(axes, static_cast<std::int64_t>(i))) {
            continue;
        }
        if (left == 0 || in[left - 1] != out[i]) {
            return std::nullopt;
        }
        strides[i] = stride;
        stride *= in[--left];
    }
    return left == 0 ? std::optional(strides) : std::nullopt;
}

Status expandLikeReference(const ExpandLikeAttrs &attrs, const ReferenceCall &call)
{
    const auto rank = static_cast<std::int64_t>(call.out[0].shape.size());
    const IntTuple axes = newAxes(attrs, rank, call.rule.semantics);
    const auto strides = expandedStrides(call.in[0].shape, call.out[0].shape, axes);
    if (!strides) {
        const Shape in(call.in[0].shape.begin(), call.in[0].shape.end());
        const Shape out(call.out[0].shape.begin(), call.out[0].shape.end());
        return makeError(
            "infer-shape",
            "input 0 has shape {}, expected that of input 1, {}, without the dimensions {}",
            shapeText(in), shapeText(out), NnvmAttrText::print(axes));
    }
    return repeatReference(*strides, call);
}

Result<KernelSpec> expandLikeKernel(const RuleContext &rule, const KernelContext &context)
{
    const Shape &to = context.outShapes[0];
    const auto rank = static_cast<std::int64_t>(to.size());
    const IntTuple axes = newAxes(rule.attrs.as<ExpandLikeAttrs>(), rank, rule.semantics);
    const auto strides = expandedStrides(context.inShapes[0], to, axes);
    return strides ? stridedKernel({to, *strides, 0}, context)
                   : Result<KernelSpec>(noKernelFor("these shapes"));
}

/// What was repeated is added up; without axes nothing was.
std::vector<Entry> expandLikeGradient(const GradientNodes &n)
{
    const auto &attrs = n.attrs<ExpandLikeAttrs>();
    if (attrs.axis.empty() && !attrs.exclude) {
        return {n.outGrad(), n.make("zeros_like", "_zero_grad", {n.input(1)})};
    }
    const Entry sum =
        n.make("sum", "_sum_grad", {n.outGrad()},
               {{"axis", NnvmAttrText::print(attrs.axis)}, {"exclude", attrs.exclude ? "1" : "0"}});
    return {n.make("reshape_like", "_grad", {sum, n.input(0)}),
            n.make("zeros_like", "_zero_grad", {n.input(1)})};
}

} // namespace

void registerExpandLike(OpRegistry &ops)
{
    using A = ExpandLikeAttrs;
    ops.add(OpBuilder<A>(Dialect::Nnvm, "expand_like")
                .summary("repeats a tensor along new dimensions until it has another one's shape")
                .category(OpCategory::Layout)
                .attr(field("axis", &A::axis, "dimensions of the result that are new"))
                .attr(field("exclude", &A::exclude, "whether axis says which ones are not new"))
                .inputs({"input", "shape_like"})
                .shape(inferExpandLikeShape)
                .type(elementwiseType(2))
                .pattern(OpPattern::Broadcast)
                .layout(keptInputLayout())
                .gradient(gradientRule(2, expandLikeGradient))
                .reference(expandLikeReference)
                .kernel(OpSpec::KernelRule(expandLikeKernel))
                .build());
}

} // namespace nervure
