// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_tasks.h"

#include "core/ops/convolution/conv2d_tiles.h"
#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/conv2d.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace nervure {

namespace {

/// Steps along the four dimensions of a layout without blocks, as `axes` names them.
std::optional<PlaneSteps> stepsOf(const Layout &layout, std::string_view axes, const Shape &shape)
{
    if (layout.rank() != 4 || shape.size() != 4) {
        return std::nullopt;
    }
    const std::vector<std::int64_t> strides = denseStrides(shape);
    std::array<std::int64_t, 4> steps{};
    for (std::size_t i = 0; i < 4; ++i) {
        const int at = layout.indexOf(axes[i]);
        if (at < 0) {
            return std::nullopt;
        }
        steps[i] = strides[static_cast<std::size_t>(at)];
    }
    return PlaneSteps{steps[0], steps[1], steps[2], steps[3]};
}

constexpr std::string_view allDataAxes = "NCHW";
constexpr std::string_view allWeightAxes = "OIHW";

bool isKnownType(DType type)
{
    return type == DType::Float32 || type == DType::Float16;
}

bool areTypesKnown(const KernelContext &context, const Conv2dOperands &operands, bool hasBias)
{
    const DType type = context.inTypes[operands.data];
    return isKnownType(type) && isKnownType(context.outTypes[0])
           && context.inTypes[operands.weight] == type
           && (!hasBias || context.inTypes[operands.bias] == type);
}

/// Positive sizes, and products that kernels compute with as ints.
bool doTasksFit(const Conv2dGeometry &g)
{
    const bool isPositive =
        std::min({g.batch, g.inChannels, g.outChannels, g.inH, g.inW, g.outH, g.outW, g.kernelH,
                  g.kernelW, g.dilationH, g.dilationW, g.strideH, g.strideW, g.groups})
        > 0;
    constexpr std::int64_t most = std::int64_t{1} << 29;
    constexpr std::int64_t room = 128; // positions and steps of a tile beyond the last
    return isPositive && g.padTop > -most && g.padTop < most && g.padLeft > -most
           && g.padLeft < most && g.inH < most && g.inW < most && g.dilationH < most
           && g.dilationW < most && fitsInt({2, g.outH + room, g.strideH})
           && fitsInt({2, g.outW + room, g.strideW}) && fitsInt({2, g.kernelH, g.dilationH})
           && fitsInt({2, g.kernelW, g.dilationW})
           && fitsInt({g.outChannels, g.inPerGroup() + room, g.kernelH, g.kernelW})
           && fitsInt({g.batch, g.outChannels, g.outH + room, g.outW + room});
}

/// Which taps a part uses, and where the first of them is.
struct Taps {
    std::int64_t height = 1;
    std::int64_t width = 1;
    std::int64_t first = 0;   ///< element of the weight
    std::int64_t ofGroup = 0; ///< steps from group to group, …
    std::int64_t ofOutput = 0;
    std::int64_t ofInput = 0;
    std::int64_t ofRow = 0;
    std::int64_t ofColumn = 0;
};

KernelLaunch weightLaunch(const Conv2dGeometry &g, const Taps &taps, std::int64_t packedFirst,
                          DType type)
{
    KernelLaunch launch;
    launch.program = "conv2d";
    launch.source = kernels::conv2d;
    launch.entry = "conv2d_weights";
    launch.algorithm = "pack";
    defineTypes(launch, type, DType::Float32);
    launch.args = {KernelArg::input(0), KernelArg::output()};
    addInts(launch, {packedFirst, taps.height, taps.width, taps.first, taps.ofGroup, taps.ofOutput,
                     taps.ofInput, taps.ofRow, taps.ofColumn});
    launch.global = globalSize(g.inPerGroup(), g.outPerGroup(), g.groups);
    return launch;
}

/// One axis of a phase of a transposed convolution: which taps its results meet, and where.
struct Phase {
    std::int64_t count = 0; ///< results
    std::int64_t taps = 0;
    std::int64_t lastTap = 0; ///< of the kernel, met by the input's element of the least index
    std::int64_t padding = 0;
};

/// Result y = stride * t + phase meets tap k where y + padding - k is a multiple of the stride, and
/// there the input's element t + (phase + padding - k) / stride.
Phase phaseOf(std::int64_t phase, std::int64_t size, std::int64_t kernel, std::int64_t stride,
              std::int64_t padding)
{
    Phase result;
    const std::int64_t firstTap = (phase + padding) % stride;
    result.count = phase < size ? ceilDivide(size - phase, stride) : 0;
    result.taps = firstTap < kernel ? ceilDivide(kernel - firstTap, stride) : 0;
    result.lastTap = firstTap + (result.taps - 1) * stride;
    result.padding = result.taps - 1 - (phase + padding - firstTap) / stride;
    return result;
}

/// The convolution that gives the results of one phase; `g` is that of the whole, the other way round.
Conv2dGeometry phaseGeometry(const Conv2dGeometry &g, const Phase &rows, const Phase &columns)
{
    Conv2dGeometry part;
    part.batch = g.batch;
    part.inChannels = g.outChannels;
    part.inH = g.outH;
    part.inW = g.outW;
    part.outChannels = g.inChannels;
    part.outH = rows.count;
    part.outW = columns.count;
    part.kernelH = rows.taps;
    part.kernelW = columns.taps;
    part.padTop = rows.padding;
    part.padLeft = columns.padding;
    part.groups = g.groups;
    part.hasBias = g.hasBias;
    return part;
}

/// Where the tensors of a transposed convolution have their elements.
struct TransposedSteps {
    PlaneSteps in;
    PlaneSteps out;
    PlaneSteps weight; ///< image: of the data's channels, channel: of the result's in a group
};

void addPhase(const Conv2dGeometry &g, const TransposedSteps &steps,
              std::array<std::int64_t, 2> phase, DType type, Conv2dTasks &result)
{
    const Phase rows = phaseOf(phase[0], g.inH, g.kernelH, g.strideH, g.padTop);
    const Phase columns = phaseOf(phase[1], g.inW, g.kernelW, g.strideW, g.padLeft);
    if (rows.count == 0 || columns.count == 0) {
        return;
    }
    Conv2dTask task;
    task.g = phaseGeometry(g, rows, columns);
    task.in = steps.in;
    task.out = steps.out;
    task.out.row *= g.strideH;
    task.out.column *= g.strideW;
    task.outFirst = phase[0] * steps.out.row + phase[1] * steps.out.column;
    task.weightFirst = result.weights->floats;
    const Conv2dGeometry &part = task.g;
    result.weights->floats += part.outChannels * part.inPerGroup() * part.kernelH * part.kernelW;
    Taps taps{rows.taps, columns.taps};
    taps.first = rows.lastTap * steps.weight.row + columns.lastTap * steps.weight.column;
    taps.ofGroup = part.inPerGroup() * steps.weight.image;
    taps.ofOutput = steps.weight.channel;
    taps.ofInput = steps.weight.image;
    taps.ofRow = -g.strideH * steps.weight.row;
    taps.ofColumn = -g.strideW * steps.weight.column;
    if (rows.taps > 0 && columns.taps > 0) {
        result.weights->launches.push_back(weightLaunch(part, taps, task.weightFirst, type));
    }
    result.tasks.push_back(std::move(task));
}

} // namespace

const Conv2dPlacing &plainPlacing()
{
    static const Conv2dPlacing placing{*Layout::parse("NCHW"), *Layout::parse("OIHW"),
                                       *Layout::parse("NCHW"), *Layout::parse("C")};
    return placing;
}

bool isPlain(const Conv2dPlacing &placing)
{
    const Conv2dPlacing &plain = plainPlacing();
    return placing.data == plain.data && placing.weight == plain.weight && placing.out == plain.out;
}

std::optional<Conv2dTasks> oneTask(const Conv2dTask &task, const PlaneSteps &weight,
                                   const Conv2dOperands &operands, const KernelContext &context)
{
    const Conv2dGeometry &g = task.g;
    if (!areTypesKnown(context, operands, g.hasBias) || !doTasksFit(g)) {
        return std::nullopt;
    }
    Conv2dTasks result;
    result.operands = operands;
    result.tasks = {task};
    const std::int64_t taps = g.kernelH * g.kernelW;
    const PlaneSteps dense{g.inPerGroup() * taps, taps, g.kernelW, 1};
    const DType type = context.inTypes[operands.weight];
    if (!(weight == dense) || type != DType::Float32) {
        const Taps all{g.kernelH,    g.kernelW,      0,          g.outPerGroup() * weight.image,
                       weight.image, weight.channel, weight.row, weight.column};
        result.weights = InputPack{
            operands.weight, g.outChannels * dense.image, {weightLaunch(g, all, 0, type)}};
    }
    return result;
}

std::optional<Conv2dTasks> plainTasks(const Conv2dGeometry &g, const Conv2dPlacing &placing,
                                      const KernelContext &context)
{
    const auto in = stepsOf(placing.data, allDataAxes, context.inShapes[0]);
    const auto weight = stepsOf(placing.weight, allWeightAxes, context.inShapes[1]);
    const auto out = stepsOf(placing.out, allDataAxes, context.outShapes[0]);
    return in && weight && out ? oneTask({g, *in, *out}, *weight, {}, context) : std::nullopt;
}

std::optional<Conv2dTasks> transposedTasks(const Conv2dGeometry &g, const Conv2dPlacing &placing,
                                           const Conv2dOperands &operands,
                                           const KernelContext &context)
{
    const auto in = stepsOf(placing.data, allDataAxes, context.inShapes[operands.data]);
    const auto weight = stepsOf(placing.weight, allWeightAxes, context.inShapes[operands.weight]);
    const auto out = stepsOf(placing.out, allDataAxes, context.outShapes[0]);
    constexpr std::int64_t mostPhases = 64; // each is a launch
    if (!in || !weight || !out || !areTypesKnown(context, operands, g.hasBias) || !doTasksFit(g)
        || g.dilationH != 1 || g.dilationW != 1 || g.padTop < 0 || g.padLeft < 0
        || g.strideH * g.strideW > mostPhases) {
        return std::nullopt;
    }
    Conv2dTasks result;
    result.operands = operands;
    const auto plain = placing.out.convert(context.outShapes[0], plainPlacing().out);
    if (!plain) {
        return std::nullopt;
    }
    result.zeros = {g.inH, g.inW, (*plain)[2], (*plain)[3], *out};
    result.weights = InputPack{operands.weight, 0, {}};
    for (std::int64_t y = 0; y < g.strideH; ++y) {
        for (std::int64_t x = 0; x < g.strideW; ++x) {
            addPhase(g, {*in, *out, *weight}, {y, x}, context.inTypes[operands.weight], result);
        }
    }
    return result;
}

void addSteps(KernelLaunch &launch, const PlaneSteps &steps)
{
    addInts(launch, {steps.image, steps.channel, steps.row, steps.column});
}

} // namespace nervure
