// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_general_kernel.h"

#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/conv2d_general.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace nervure {

namespace {

/// Strides of one dimension that may be in blocks: from block to block and within one.
struct Step {
    std::int64_t outer = 0;
    std::int64_t block = 1;
    std::int64_t inner = 0;
};

Step stepOf(const Layout &layout, const std::vector<std::int64_t> &strides, char axis)
{
    const int at = layout.indexOf(axis);
    if (at < 0) {
        return {};
    }
    const auto place = [&](int i) { return strides[static_cast<std::size_t>(i)]; };
    const std::int64_t block = layout.blockOf(axis);
    const auto lower = static_cast<char>(axis - 'A' + 'a');
    return block == 0 ? Step{place(at), 1, 0}
                      : Step{place(at), block, place(layout.indexOf(lower))};
}

/// Appends where the elements of a tensor are (PLACES in conv2d_general.cl); `axes` are its four
/// dimensions as the layout calls them. False for layouts that the kernels cannot follow.
bool addPlaces(const Layout &layout, std::string_view axes, const Shape &shape,
               std::vector<KernelArg> &args)
{
    if (layout.rank() != shape.size() || layout.blockOf('H') != 0 || layout.blockOf('W') != 0) {
        return false;
    }
    const std::vector<std::int64_t> strides = denseStrides(shape);
    for (std::size_t i = 0; i < 2; ++i) {
        const Step step = stepOf(layout, strides, axes[i]);
        for (const std::int64_t number : {step.outer, step.block, step.inner}) {
            args.push_back(KernelArg::int32(number));
        }
    }
    args.push_back(KernelArg::int32(stepOf(layout, strides, 'H').outer));
    args.push_back(KernelArg::int32(stepOf(layout, strides, 'W').outer));
    return true;
}

constexpr std::string_view dataAxes = "NC";
constexpr std::string_view weightAxes = "OI";

void addSizes(const Conv2dGeometry &g, std::vector<KernelArg> &args)
{
    for (const std::int64_t size :
         {g.batch, g.inPerGroup(), g.outPerGroup(), g.inH, g.inW, g.outH, g.outW, g.kernelH,
          g.kernelW, g.strideH, g.strideW, g.padTop, g.padLeft, g.dilationH, g.dilationW}) {
        args.push_back(KernelArg::int32(size));
    }
}

/// Whether every position that a window takes is an int.
bool isSmall(const Conv2dGeometry &g)
{
    constexpr std::int64_t most = std::int64_t{1} << 30;
    const auto isShort = [](std::int64_t steps, std::int64_t stride) {
        return steps >= 0 && stride >= 0 && fitsInt({steps + 1, stride, 2});
    };
    return g.padTop > -most && g.padTop < most && g.padLeft > -most && g.padLeft < most
           && isShort(g.outH, g.strideH) && isShort(g.outW, g.strideW)
           && isShort(g.kernelH, g.dilationH) && isShort(g.kernelW, g.dilationW) && g.inH < most
           && g.inW < most && g.groups > 0 && g.strideH > 0 && g.strideW > 0;
}

/// One type for what is read, and one for the result that its sums can be computed in.
Status checkTypes(const Conv2dGeometry &g, const KernelContext &context)
{
    Status status = checkTypedTensors(context);
    const DType in = context.inTypes[0];
    const bool isOneType = std::all_of(context.inTypes.begin(), context.inTypes.end(),
                                       [in](DType type) { return type == in; });
    const bool isConverted = isFloat(in) && !isFloat(context.outTypes[0]);
    if (status && (!isOneType || isConverted)) {
        status = noKernelFor("operands of these types");
    }
    return status && !isSmall(g) ? noKernelFor("a convolution of this size") : status;
}

KernelLaunch conv2dGeneralLaunch(const char *entry, const KernelContext &context)
{
    KernelLaunch launch;
    launch.program = "conv2d_general";
    launch.source = kernels::conv2d_general;
    launch.entry = entry;
    launch.algorithm = "naive";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    defineSums(launch, context.outTypes[0]);
    launch.local = oneItemGroups(context.device);
    return launch;
}

std::array<std::size_t, 3> globalOf(std::int64_t x, std::int64_t y, std::int64_t z)
{
    return {static_cast<std::size_t>(x), static_cast<std::size_t>(y), static_cast<std::size_t>(z)};
}

Diagnostic badLayouts()
{
    return noKernelFor("tensors in these layouts");
}

} // namespace

Result<KernelSpec> conv2dGeneralKernel(const Conv2dGeometry &g, const Conv2dPlacing &placing,
                                       const KernelContext &context)
{
    RETURN_IF_FAILED(checkTypes(g, context));
    KernelLaunch launch = conv2dGeneralLaunch("conv2d_general", context);
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::input(g.hasBias ? 2 : 1),
                   KernelArg::output(), KernelArg::int32(g.hasBias)};
    addSizes(g, launch.args);
    const Layout &bias = g.hasBias ? placing.bias : plainPlacing().bias;
    const Shape biasShape = g.hasBias ? context.inShapes[2] : Shape{1};
    const bool isPlaced = addPlaces(placing.data, dataAxes, context.inShapes[0], launch.args)
                          && addPlaces(placing.weight, weightAxes, context.inShapes[1], launch.args)
                          && addPlaces(placing.out, dataAxes, context.outShapes[0], launch.args)
                          && addPlaces(bias, dataAxes, biasShape, launch.args);
    if (!isPlaced) {
        return badLayouts();
    }
    launch.global = globalOf(g.outH, g.outChannels, g.batch);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

Result<KernelSpec> conv2dTransposedGeneralKernel(const Conv2dGeometry &g,
                                                 const Conv2dPlacing &placing,
                                                 const Conv2dOperands &operands,
                                                 const KernelContext &context)
{
    RETURN_IF_FAILED(checkTypes(g, context));
    const auto plain = placing.out.convert(context.outShapes[0], plainPlacing().out);
    if (!plain || plain->size() != 4) {
        return badLayouts();
    }
    KernelLaunch launch = conv2dGeneralLaunch("conv2d_transposed", context);
    launch.args = {KernelArg::input(operands.data),
                   KernelArg::input(operands.weight),
                   KernelArg::input(g.hasBias ? operands.bias : operands.weight),
                   KernelArg::output(),
                   KernelArg::int32(g.hasBias),
                   KernelArg::int32((*plain)[3])};
    addSizes(g, launch.args);
    const bool isPlaced =
        addPlaces(placing.data, dataAxes, context.inShapes[operands.data], launch.args)
        && addPlaces(placing.weight, weightAxes, context.inShapes[operands.weight], launch.args)
        && addPlaces(placing.out, dataAxes, context.outShapes[0], launch.args);
    if (!isPlaced) {
        return badLayouts();
    }
    launch.global = globalOf((*plain)[2], g.inChannels, g.batch);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {std::move(launch)};
    return spec;
}

Result<KernelSpec> conv2dWeightGradientKernel(const Conv2dGeometry &g, const Conv2dPlacing &placing,
                                              const KernelContext &context)
{
    RETURN_IF_FAILED(checkTypes(g, context));
    KernelLaunch weight = conv2dGeneralLaunch("conv2d_weight_gradient", context);
    weight.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::output(1)};
    addSizes(g, weight.args);
    const bool isPlaced =
        addPlaces(placing.out, dataAxes, context.inShapes[0], weight.args)
        && addPlaces(placing.data, dataAxes, context.inShapes[1], weight.args)
        && addPlaces(placing.weight, weightAxes, context.outShapes[1], weight.args);
    if (!isPlaced) {
        return badLayouts();
    }
    weight.global = globalOf(g.kernelH, g.inPerGroup(), g.outChannels);
    KernelSpec spec;
    spec.launches = {weight};
    if (g.hasBias) {
        KernelLaunch bias = conv2dGeneralLaunch("conv2d_bias_gradient", context);
        bias.args = {KernelArg::input(0), KernelArg::output(2)};
        addSizes(g, bias.args);
        if (!addPlaces(placing.out, dataAxes, context.inShapes[0], bias.args)) {
            return badLayouts();
        }
        bias.global = globalOf(g.outChannels, 1, 1);
        spec.launches.push_back(bias);
    }
    return spec;
}

} // namespace nervure
