// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/pooling/pool2d_layout.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>

namespace nervure {

namespace {

/// Attributes of NNVM's global_max_pool2d and global_avg_pool2d.
struct GlobalPool2dAttrs {
    std::string layout = "NCHW";
};

/// In exact semantics a dimension that the layout has and the data lacks is not missed: NNVM writes
/// past the shape, into memory that nobody reads.
Status inferGlobalPool2dShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<GlobalPool2dAttrs>();
    constexpr std::size_t leastInMemory = 4;
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    const bool mayLack = context.semantics == Semantics::Exact && in[0].size() > 1;
    Shape pooled = in[0];
    pooled.resize(mayLack ? std::max(pooled.size(), leastInMemory) : pooled.size());
    ASSIGN_OR_RETURN(const auto axes, pooledAxes(attrs.layout, pooled));
    pooled[axes.height] = 1;
    pooled[axes.width] = 1;
    pooled.resize(in[0].size());
    return assignOutput(out, 0, pooled);
}

/// One window, the whole plane.
template <bool isMax>
Result<Pool2dGeometry> pooling(const Shape &data, const Shape &out)
{
    const auto planes = elementCount(Shape(data.begin(), data.end() - 2));
    Shape pooled = data;
    std::fill(pooled.end() - 2, pooled.end(), 1);
    if (!planes || out != pooled) {
        return makeError("infer-shape", "output 0 has shape {}, expected {}", shapeText(out),
                         shapeText(pooled));
    }
    Pool2dGeometry g;
    g.isMax = isMax;
    g.batch = *planes;
    g.inH = g.kernelH = data[data.size() - 2];
    g.inW = g.kernelW = data.back();
    return g;
}

template <bool isMax>
Status globalPool2dReference(const GlobalPool2dAttrs &attrs, const ReferenceCall &call)
{
    return poolInLayout(attrs.layout, pooling<isMax>, call);
}

template <bool isMax>
Result<KernelSpec> globalPool2dKernel(const GlobalPool2dAttrs &attrs, const KernelContext &context)
{
    return poolKernelInLayout(attrs.layout, pooling<isMax>, context);
}

OpBuilder<GlobalPool2dAttrs> declareGlobalPool2d(std::string name, std::string summary)
{
    OpBuilder<GlobalPool2dAttrs> op(Dialect::Nnvm, std::move(name));
    op.summary(std::move(summary))
        .category(OpCategory::Pooling)
        .attr(field("layout", &GlobalPool2dAttrs::layout, "order of the input's dimensions"))
        .inputs({"data"})
        .shape(OpSpec::ShapeRule(inferGlobalPool2dShape))
        .type(elementwiseType(1))
        .layoutFollowed([](const LayoutCall &call) {
            return correctPool2dLayout(call.rule.attrs.as<GlobalPool2dAttrs>().layout, call);
        })
        .alter([](const AlterCall &call) {
            return alteredPool2dLayout(call.rule.attrs.as<GlobalPool2dAttrs>().layout, call);
        })
        .pattern(OpPattern::OutElementwiseFusable);
    return op;
}

} // namespace

void registerGlobalPool2d(OpRegistry &ops)
{
    ops.add(declareGlobalPool2d("global_max_pool2d", "maximum of each channel")
                .reference(globalPool2dReference<true>)
                .kernel(globalPool2dKernel<true>)
                .build());
    ops.add(declareGlobalPool2d("global_avg_pool2d", "average of each channel")
                .reference(globalPool2dReference<false>)
                .kernel(globalPool2dKernel<false>)
                .build());
}

} // namespace nervure
