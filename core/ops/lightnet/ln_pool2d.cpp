// SPDX-License-Identifier: Apache-2.0
// LightNet's maxpool2d and avgpool2d.
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/lightnet/ln_window.h"
#include "core/ops/pooling/pool2d_general_kernel.h"
#include "core/ops/pooling/pool2d_kernel.h"
#include "core/ops/rules/shape_rules.h"

#include <utility>

namespace nervure {

namespace {

using PoolAttrs = LnWindow;

Status poolShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<PoolAttrs>();
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(lnCheckWindow(attrs));
    if (isUnknown(in[0])) {
        return {};
    }
    RETURN_IF_FAILED(lnCheckRank(in[0], "src", 4));
    ASSIGN_OR_RETURN(const auto size, lnOutputSize(attrs, in[0], context.semantics, true));
    return assignOutput(out, 0, {in[0][0], in[0][1], size[0], size[1]});
}

Pool2dGeometry lnPool2dGeometry(const RuleContext &rule, bool isMax, const Shape &data,
                                const Shape &out)
{
    const auto &attrs = rule.attrs.as<PoolAttrs>();
    const auto padding = lnPaddingFor(attrs, data, rule.semantics, true);
    Pool2dGeometry g;
    g.isMax = isMax;
    // TensorRT, which defines the average, leaves padding out only where it is the same on both
    // sides; other padding is a layer of zeros before the pool.
    g.countIncludePad = padding[0] != padding[2] || padding[1] != padding[3];
    g.batch = data[0];
    g.channels = data[1];
    g.inH = data[2];
    g.inW = data[3];
    g.outH = out[2];
    g.outW = out[3];
    g.kernelH = attrs.size[0];
    g.kernelW = attrs.size[1];
    g.strideH = attrs.stride[0];
    g.strideW = attrs.stride[1];
    g.padTop = padding[0];
    g.padLeft = padding[1];
    return g;
}

template <bool isMax>
Status poolReference(const ReferenceCall &call)
{
    // Booleans are 32-bit integers, whose largest is that of the booleans.
    ConstTensorView in = call.in[0];
    TensorView out = call.out[0];
    if (in.type == DType::Bool && out.type == DType::Bool) {
        in.type = DType::Int32;
        out.type = DType::Int32;
    }
    return pool2dReference(lnPool2dGeometry(call.rule, isMax, shapeOf(in), shapeOf(out)), in.type,
                           in, out, call.cancel);
}

template <bool isMax>
Result<KernelSpec> poolKernel(const RuleContext &rule, const KernelContext &context)
{
    const Pool2dGeometry geometry =
        lnPool2dGeometry(rule, isMax, context.inShapes[0], context.outShapes[0]);
    auto planes = pool2dPlanesKernel(geometry, context);
    return planes ? std::move(*planes) : pool2dGeneralKernel(geometry, {}, context);
}

template <bool isMax>
void add(OpRegistry &ops, const char *name, const char *summary)
{
    using A = PoolAttrs;
    OpSpec spec =
        OpBuilder<A>(Dialect::LightNet, name)
            .summary(summary)
            .category(OpCategory::Pooling)
            .attr(field("size", &A::size, "height and width of the window").required())
            .attr(field("stride", &A::stride, "step along height and width").required())
            .attr(field("padding", &A::padding, "added at top, left, bottom, right").required())
            .attr(
                field("autopad", &A::autopad, "NOTSET, VALID, SAME_UPPER or SAME_LOWER").required())
            .inputs({"src"})
            .shape(poolShape)
            .type(lnOneType)
            .pattern(OpPattern::OutElementwiseFusable)
            .build();
    spec.reference = poolReference<isMax>;
    spec.kernel = poolKernel<isMax>;
    ops.add(lnFinish(lnWithoutCode(isMax ? std::move(spec) : lnForAllTypes(std::move(spec)))));
}

} // namespace

void registerLnPool2d(OpRegistry &ops)
{
    add<true>(ops, "maxpool2d", "maximum over a sliding window of NCHW data");
    add<false>(ops, "avgpool2d", "average over a sliding window of NCHW data");
}

} // namespace nervure
