// SPDX-License-Identifier: Apache-2.0
// The gradient of max_pool2d, which NNVM declares and never computes.
#include "core/ops/pooling/pool2d.h"
#include "core/ops/pooling/pool2d_general_kernel.h"
#include "core/ops/pooling/pool2d_layout.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/reference_operand.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>

namespace nervure {

namespace {

/// The result has the shape of the pooling's data. NNVM looks at nothing else, and leaves it to the
/// types to count the inputs.
Status inferPool2dGradShape(const RuleContext &, Shapes &in, Shapes &out)
{
    if (in.size() < 2 || out.empty()) {
        return checkCounts(in.size(), out.size(), 3, 1);
    }
    return assignOutput(out, 0, in[1]);
}

/// The element of a plane that a window's maximum came from: the first of the largest.
template <typename T>
std::int64_t largestAt(const Pool2dGeometry &g, const T *plane, std::int64_t y, std::int64_t x)
{
    const std::int64_t top = y * g.strideH - g.padTop;
    const std::int64_t left = x * g.strideW - g.padLeft;
    std::int64_t best = -1;
    for (std::int64_t row = std::max<std::int64_t>(top, 0); row < std::min(top + g.kernelH, g.inH);
         ++row) {
        for (std::int64_t column = std::max<std::int64_t>(left, 0);
             column < std::min(left + g.kernelW, g.inW); ++column) {
            const std::int64_t at = row * g.inW + column;
            if (best < 0 || plane[best] < plane[at]) {
                best = at;
            }
        }
    }
    return best;
}

/// What came back to a window goes to the element that it took.
template <typename T>
void scatterPlane(const Pool2dGeometry &g, const T *outGrad, const T *data, T *dataGrad)
{
    std::fill_n(dataGrad, g.inH * g.inW, T{});
    for (std::int64_t y = 0; y < g.outH; ++y) {
        for (std::int64_t x = 0; x < g.outW; ++x, ++outGrad) {
            const std::int64_t at = largestAt(g, data, y, x);
            if (at >= 0) {
                dataGrad[at] = multiplyAdded(dataGrad[at], *outGrad, T{1});
            }
        }
    }
}

Status computePool2dGrad(const Pool2dGeometry &g, const ConstTensorView &outGrad,
                         const ConstTensorView &data, const TensorView &dataGrad,
                         const CancelToken *cancel)
{
    return withNumberType(data.type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t plane = 0; plane < g.batch; ++plane) {
            if (isCanceled(cancel)) {
                return canceledError();
            }
            scatterPlane(g, outGrad.as<T>() + plane * g.outH * g.outW,
                         data.as<T>() + plane * g.inH * g.inW,
                         dataGrad.as<T>() + plane * g.inH * g.inW);
        }
        return {};
    });
}

Status pool2dGradReference(const Pool2dAttrs &attrs, const ReferenceCall &call)
{
    const Shape data = shapeOf(call.in[1]);
    ASSIGN_OR_RETURN(const auto place, pooledAxes(attrs.layout, data));
    RETURN_IF_FAILED(requireOneType(call));
    if (call.in[0].shape.size() != data.size() || shapeOf(call.out[0]) != data) {
        return makeError("infer-shape",
                         "input 0 (ograd) has shape {}, expected that of the pooled {}",
                         shapeText(shapeOf(call.in[0])), shapeText(data));
    }
    const std::vector<std::size_t> axes = place.planesFirst(data.size());
    const DType type = computingType(call.in[1].type);
    const auto outGrad = ReferenceOperand::permuted(call.in[0], axes, type);
    const auto input = ReferenceOperand::permuted(call.in[1], axes, type);
    auto result = ReferenceResult::permuted(call.out[0], axes, type);
    if (!outGrad || !input || !result) {
        return outGrad ? input ? result.error() : input.error() : outGrad.error();
    }
    ASSIGN_OR_RETURN(const auto geometry,
                     pool2dGeometry(attrs, true, shapeOf(input->view()), shapeOf(outGrad->view())));
    const Status status =
        computePool2dGrad(geometry, outGrad->view(), input->view(), result->view(), call.cancel);
    return status ? result->store() : status;
}

Result<KernelSpec> pool2dGradKernel(const Pool2dAttrs &attrs, const KernelContext &context)
{
    const Shape &data = context.inShapes[1];
    const auto axes = pooledAxes(attrs.layout, data);
    if (!axes || context.inShapes[0].size() != data.size() || context.outShapes[0] != data) {
        return noKernelFor("layout " + attrs.layout + " of data " + shapeText(data));
    }
    Shape planes;
    Shape pooled;
    for (const std::size_t axis : axes->planesFirst(data.size())) {
        planes.push_back(data[axis]);
        pooled.push_back(context.inShapes[0][axis]);
    }
    const auto geometry = pool2dGeometry(attrs, true, planes, pooled);
    return geometry ? pool2dGradientKernel(*geometry, *axes, context)
                    : Result<KernelSpec>(geometry.error());
}

} // namespace

void registerPool2dGrad(OpRegistry &ops)
{
    OpBuilder<Pool2dAttrs> op(Dialect::Nnvm, "_max_pool2d_grad");
    declarePool2dAttrs(op);
    ops.add(op.summary("gradient of max_pool2d: goes to the first largest element of each window")
                .category(OpCategory::Pooling)
                .inputs({"ograd", "input", "output"})
                .shape(OpSpec::ShapeRule(inferPool2dGradShape))
                .type(elementwiseType(3))
                .reference(pool2dGradReference)
                .kernel(pool2dGradKernel)
                .build());
}

} // namespace nervure
