// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/step_work.h"

#include "core/support/text.h"

#include <algorithm>
#include <optional>

namespace nervure {

namespace {

/// Sums of one row or column of a tile in Winograd's transformations, by the size of the tile's output.
/// A tile of the input has (M + 2) x (M + 2) points, all rows and columns of which are transformed; of
/// its products the columns and then M rows are.
struct WinogradSums {
    std::int64_t input = 0;
    std::int64_t output = 0;
};

std::optional<WinogradSums> winogradSums(std::int64_t tile)
{
    switch (tile) {
    case 2: return WinogradSums{4, 4};
    case 4: return WinogradSums{19, 13};
    default: return std::nullopt;
    }
}

/// M of "winograd-fM", the algorithm of any of the step's launches.
std::optional<std::int64_t> winogradTile(const PlanStep &step)
{
    constexpr std::string_view prefix = "winograd-f";
    for (const KernelLaunch &launch : step.kernel.launches) {
        if (launch.algorithm.starts_with(prefix)) {
            return parseInteger(launch.algorithm.substr(prefix.size()));
        }
    }
    return std::nullopt;
}

/// The operations of a convolution with `macs` multiply-adds in its plain sum whose output is of `shape`:
/// [N, C, H, W], or the same with channels in blocks at the end.
std::optional<std::int64_t> winogradFlops(std::int64_t macs, const Shape &shape, std::int64_t tile)
{
    const auto sums = winogradSums(tile);
    const std::int64_t elements = elementCount(shape).value_or(0);
    if (!sums || shape.size() < 4 || elements <= 0) {
        return std::nullopt;
    }
    constexpr std::int64_t taps = 9;
    const std::int64_t images = shape[0];
    const std::int64_t outChannels = elements / (images * shape[2] * shape[3]);
    const std::int64_t inChannels = macs / (elements * taps);
    const std::int64_t tiles =
        images * ((shape[2] + tile - 1) / tile) * ((shape[3] + tile - 1) / tile);
    const std::int64_t points = tile + 2;
    const std::int64_t products = 2 * points * points * inChannels * outChannels;
    const std::int64_t inputs = 2 * points * sums->input * inChannels;
    const std::int64_t outputs = (points + tile) * sums->output * outChannels;
    return tiles * (products + inputs + outputs);
}

/// Whether windows of a picture are farther apart than its pixels: they may pass over some.
bool mayPassOver(const PlanStep &step)
{
    const PlanNode &root = step.parts.front();
    if (root.in.empty() || root.out.empty()) {
        return false;
    }
    const Shape &in = root.in.front().shape;
    const Shape &out = root.out.front().shape;
    return in.size() >= 4 && out.size() >= 4 && in[2] * in[3] > out[2] * out[3];
}

OpPattern patternOf(const ExecutionPlan &plan, const PlanStep &step)
{
    const OpSpec *spec =
        step.parts.empty() ? nullptr : plan.graph->node(step.parts.front().node).spec;
    return spec && spec->pattern ? *spec->pattern : OpPattern::Opaque;
}

} // namespace

std::int64_t performedFlops(const PlanStep &step)
{
    const auto tile = winogradTile(step);
    if (!tile || step.parts.empty() || step.parts.front().out.empty()) {
        return step.flops;
    }
    const auto flops = winogradFlops(step.macs, step.parts.front().out.front().shape, *tile);
    return flops ? step.flops - 2 * step.macs + *flops : step.flops;
}

Traffic trafficOf(const ExecutionPlan &plan, const PlanStep &step)
{
    Traffic traffic;
    std::int64_t written = 0;
    for (const PlanOperand &operand : step.outputs) {
        if (!operand.isLocal()) {
            traffic.writtenBytes += static_cast<double>(plan.buffers[operand.buffer].bytes);
            written += elementCount(operand.shape).value_or(0);
        }
    }
    const bool onlyMoves = patternOf(plan, step) <= OpPattern::Injective;
    for (const PlanOperand &operand : step.inputs) {
        if (operand.isLocal()) {
            continue;
        }
        const auto bytes = static_cast<double>(plan.buffers[operand.buffer].bytes);
        const auto needed =
            static_cast<double>(written)
            * static_cast<double>(std::max<std::size_t>(dtypeBytes(operand.type), 1));
        traffic.readBytes += onlyMoves ? std::min(bytes, needed) : bytes;
    }
    return traffic;
}

bool isTrafficCertain(const ExecutionPlan &plan, const PlanStep &step)
{
    const OpPattern pattern = patternOf(plan, step);
    return pattern != OpPattern::Opaque
           && (pattern != OpPattern::OutElementwiseFusable || !mayPassOver(step));
}

} // namespace nervure
