// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reduction_kernel.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>

namespace nervure {

namespace {

/// Attributes of NNVM's reductions.
struct ReductionAttrs {
    IntTuple axis; ///< sorted when parsed
    bool keepDimensions = false;
    bool exclude = false;
    DType dtype = DType::Int32; ///< what argmax and argmin give; the others do not look at it
};

struct ReductionRow {
    const char *name;
    const char *summary;
    Reduction reduction;
};

constexpr ReductionRow reductionRows[]{
    {"sum", "sum of the elements along some dimensions", Reduction::Sum},
    {"mean", "mean of the elements along some dimensions", Reduction::Mean},
    {"prod", "product of the elements along some dimensions", Reduction::Prod},
    {"max", "largest element along some dimensions", Reduction::Max},
    {"min", "smallest element along some dimensions", Reduction::Min},
    {"argmax", "position of the largest element along some dimensions", Reduction::ArgMax},
    {"argmin", "position of the smallest element along some dimensions", Reduction::ArgMin},
};

bool givesPositions(Reduction reduction)
{
    return reduction == Reduction::ArgMax || reduction == Reduction::ArgMin;
}

Status inferReductionShape(const ReductionAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axes, reducedAxes(attrs.axis, attrs.exclude, in[0].size()));
    const auto shape = reducedShape(in[0], axes, attrs.keepDimensions);
    return shape ? assignOutput(out, 0, *shape) : Status(shape.error());
}

/// The output takes the shape of the second input. As in NNVM nothing is said while the first one
/// has a single dimension.
Status collapseShape(const ReductionAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    return in[0].size() == 1 ? Status() : assignOutput(out, 0, in[1]);
}

Status positionType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 1, 1);
    return counts ? assignOutputType(out, 0, context.attrs.as<ReductionAttrs>().dtype) : counts;
}

/// The attributes of a node that goes back to the reduced dimensions.
AttrDict axisAttrs(const IntTuple &axis, bool exclude)
{
    return {{"axis", NnvmAttrText::print(axis)}, {"exclude", exclude ? "1" : "0"}};
}

/// dx = dy, repeated along what was reduced. All dimensions are the exclusion of none.
std::vector<Entry> sumGradient(const GradientNodes &n)
{
    const auto &attrs = n.attrs<ReductionAttrs>();
    return {n.make("expand_like", "_grad", {n.outGrad(), n.input()},
                   axisAttrs(attrs.axis, attrs.exclude || attrs.axis.empty()))};
}

/// dx = dy where x is the largest. In exact the mask is made of dy, as in NNVM, and all dimensions
/// are none to expand_like.
std::vector<Entry> extremeGradient(const GradientNodes &n, const char *mask)
{
    const auto &attrs = n.attrs<ReductionAttrs>();
    const bool isExact = n.semantics() == Semantics::Exact;
    const AttrDict axes = axisAttrs(attrs.axis, attrs.exclude || (attrs.axis.empty() && !isExact));
    const Entry expanded = n.make("expand_like", "_grad_sub0", {n.outGrad(), n.input()}, axes);
    const Entry isExtreme = n.make(mask, "_grad_sub1", {isExact ? n.outGrad() : n.input()}, axes);
    return {n.make("elemwise_mul", "_grad", {expanded, isExtreme})};
}

RewriteRules::GradientRule gradientOf(Reduction reduction)
{
    switch (reduction) {
    case Reduction::Sum: return gradientRule(1, sumGradient);
    case Reduction::Max:
        return gradientRule(1, [](const auto &n) { return extremeGradient(n, "_max_mask"); });
    case Reduction::Min:
        return gradientRule(1, [](const auto &n) { return extremeGradient(n, "_min_mask"); });
    default: return {};
    }
}

/// NNVM's parser of reductions sorts the axes, which shows in the printed attributes.
void sortParsedAxes(OpSpec &spec)
{
    for (AttrDecl &decl : spec.attrs.decls) {
        if (decl.name != "axis") {
            continue;
        }
        decl.parse = [parse = decl.parse](std::string_view text, void *attrs) {
            const Status status = parse(text, attrs);
            IntTuple &axis = static_cast<ReductionAttrs *>(attrs)->axis;
            std::sort(axis.begin(), axis.end());
            return status;
        };
    }
}

OpBuilder<ReductionAttrs> declareReduction(const char *name, std::string summary)
{
    using A = ReductionAttrs;
    OpBuilder<A> builder(Dialect::Nnvm, name);
    builder.summary(std::move(summary))
        .category(OpCategory::Reduction)
        .attr(field("axis", &A::axis, "dimensions that are reduced; all if there are none"))
        .attr(field("keepdims", &A::keepDimensions, "whether reduced dimensions stay, as 1"))
        .attr(field("exclude", &A::exclude, "whether axis says which dimensions are not reduced"))
        .attr(field("dtype", &A::dtype, "type of the positions that argmax and argmin give"))
        .pattern(OpPattern::Reduction)
        .with(sortParsedAxes);
    return builder;
}

Status reductionReference(Reduction reduction, const ReferenceCall &call)
{
    const auto &attrs = call.rule.attrs.as<ReductionAttrs>();
    const auto axes = reducedAxes(attrs.axis, attrs.exclude, call.in[0].shape.size());
    return axes ? reductionReference(reduction, *axes, call) : Status(axes.error());
}

Result<KernelSpec> reductionKernel(Reduction reduction, const RuleContext &rule,
                                   const KernelContext &context)
{
    const auto &attrs = rule.attrs.as<ReductionAttrs>();
    const auto axes = reducedAxes(attrs.axis, attrs.exclude, context.inShapes[0].size());
    return axes ? reductionKernel(reduction, *axes, rule, context)
                : Result<KernelSpec>(noKernelFor("these axes"));
}

Result<KernelSpec> collapseKernel(const ReductionAttrs &, const KernelContext &context)
{
    return collapseSumKernel(context);
}

Status collapseReference(const ReductionAttrs &, const ReferenceCall &call)
{
    return collapseSumReference(call);
}

} // namespace

void registerReduction(OpRegistry &ops)
{
    for (const ReductionRow &row : reductionRows) {
        OpSpec spec = declareReduction(row.name, row.summary)
                          .inputs({"data"})
                          .shape(inferReductionShape)
                          .type(givesPositions(row.reduction) ? positionType : elementwiseType(1))
                          .layout(keptInputLayout())
                          .gradient(gradientOf(row.reduction))
                          .build();
        spec.reference = [reduction = row.reduction](const ReferenceCall &call) {
            return reductionReference(reduction, call);
        };
        spec.kernel = [reduction = row.reduction](const RuleContext &rule,
                                                  const KernelContext &context) {
            return reductionKernel(reduction, rule, context);
        };
        ops.add(std::move(spec));
    }
    ops.add(declareReduction("collapse_sum",
                             "adds up the first input so that it has the second's shape")
                .inputs({"data", "as"})
                .shape(collapseShape)
                .type(elementwiseType(2))
                .layout(keptInputLayout(2))
                .reference(collapseReference)
                .kernel(collapseKernel)
                .build());
}

} // namespace nervure
