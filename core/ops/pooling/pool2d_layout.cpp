// SPDX-License-Identifier: Apache-2.0
#include "core/ops/pooling/pool2d_layout.h"

#include "core/ops/convolution/conv2d_blocked_kernel.h"
#include "core/ops/pooling/pool2d_general_kernel.h"
#include "core/ops/pooling/pool2d_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_operand.h"
#include "core/ops/rules/reference_types.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace nervure {

std::vector<std::size_t> PooledAxes::planesFirst(std::size_t rank) const
{
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        if (axis != height && axis != width) {
            axes.push_back(axis);
        }
    }
    axes.push_back(height);
    axes.push_back(width);
    return axes;
}

Result<PooledAxes> pooledAxes(const std::string &layout, const Shape &data)
{
    if (layout == "NCHW" && data.size() == 4) {
        return PooledAxes{}; // nearly always: not worth parsing
    }
    const auto parsed = Layout::parse(layout);
    const bool isPlain = parsed && parsed->contains('H') && parsed->contains('W')
                         && !parsed->contains('h') && !parsed->contains('w');
    if (!isPlain) {
        return makeError("layout-invalid", "layout is {}, expected one with plain H and W",
                         quoted(layout));
    }
    const PooledAxes axes{static_cast<std::size_t>(parsed->indexOf('H')),
                          static_cast<std::size_t>(parsed->indexOf('W'))};
    if (std::max(axes.height, axes.width) >= data.size()) {
        return makeError("infer-shape", "input 0 (data) has {} dimensions, expected layout {}",
                         data.size(), layout);
    }
    return axes;
}

Status correctPool2dLayout(const std::string &layout, const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 1, 1));
    ASSIGN_OR_RETURN(const auto own, Layout::parse(layout));
    Layout input = call.in[0];
    if (input.isDefined() && !input.convertibleTo(own)) {
        return layoutError("input 0 has layout " + input.text() + ", expected the dimensions of "
                           + own.text());
    }
    const bool isKept = input.isDefined() && input.indexOf('H') == own.indexOf('H')
                        && input.indexOf('W') == own.indexOf('W') && !input.contains('h')
                        && !input.contains('w');
    if (!isKept) {
        input = own;
    }
    assignLayout(call.in[0], input);
    assignLayout(call.out[0], input);
    return {};
}

AttrDict alteredPool2dLayout(const std::string &layout, const AlterCall &call)
{
    static const Layout plain = *Layout::parse("NCHW");
    const auto own = Layout::parse(layout);
    const int block = preferredBlock(call.device);
    const Shape &data = call.inShapes[0];
    const bool isOther = own && !(*own == plain) && own->rank() == plain.rank()
                         && data.size() == plain.rank() && own->convertibleTo(plain);
    const std::int64_t channels =
        isOther ? data[static_cast<std::size_t>(own->indexOf('C'))] : unknownSize;
    const bool isWhole = block > 0 && channels > 0 && channels % block == 0;
    if (!isWhole || call.inTypes[0] != DType::Float32) {
        call.refusal = isOther ? "its channels do not come in whole blocks of float32"
                               : "its channels already lie as the device likes them";
        return {};
    }
    return {{"layout", plain.text()}};
}

Status poolInLayout(const std::string &layout, const PoolingOf &pooling, const ReferenceCall &call)
{
    const std::size_t rank = call.in[0].shape.size();
    ASSIGN_OR_RETURN(const auto place, pooledAxes(layout, shapeOf(call.in[0])));
    if (call.out[0].shape.size() != rank || call.in[0].type != call.out[0].type) {
        return makeError("infer-shape", "input 0 and output 0 differ in rank or type");
    }
    const std::vector<std::size_t> axes = place.planesFirst(rank);
    const DType type = computingType(call.in[0].type);
    const auto in = ReferenceOperand::permuted(call.in[0], axes, type);
    auto out = ReferenceResult::permuted(call.out[0], axes, type);
    if (!in || !out) {
        return in ? out.error() : in.error();
    }
    ASSIGN_OR_RETURN(const auto geometry, pooling(shapeOf(in->view()), shapeOf(out->view())));
    const Status status =
        pool2dReference(geometry, call.in[0].type, in->view(), out->view(), call.cancel);
    return status ? out->store() : status;
}

namespace {

Shape permuted(const Shape &shape, const std::vector<std::size_t> &order)
{
    Shape result;
    for (const std::size_t axis : order) {
        result.push_back(shape[axis]);
    }
    return result;
}

} // namespace

Result<KernelSpec> poolKernelInLayout(const std::string &layout, const PoolingOf &pooling,
                                      const KernelContext &context)
{
    Shape data = context.inShapes[0];
    Shape out = context.outShapes[0];
    const auto axes = pooledAxes(layout, data);
    if (!axes || out.size() != data.size()) {
        return noKernelFor("layout " + layout + " of data " + shapeText(data));
    }
    const bool isBlocked = context.inTypes[0] == DType::Float32 && axes->height + 3 == data.size()
                           && axes->width + 2 == data.size() && isVectorLength(data.back())
                           && out.back() == data.back();
    if (isBlocked) {
        const int lanes = static_cast<int>(data.back());
        data.pop_back();
        out.pop_back();
        const auto geometry = pooling(data, out);
        return geometry ? pool2dBlockedKernel(*geometry, lanes, context)
                        : Result<KernelSpec>(geometry.error());
    }
    const bool isLast = axes->height + 2 == data.size() && axes->width + 1 == data.size();
    const std::vector<std::size_t> order = axes->planesFirst(data.size());
    ASSIGN_OR_RETURN(const auto geometry, pooling(permuted(data, order), permuted(out, order)));
    auto planes = isLast ? pool2dPlanesKernel(geometry, context) : std::nullopt;
    return planes ? std::move(*planes) : pool2dGeneralKernel(geometry, *axes, context);
}

} // namespace nervure
