// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/element_lanes.h"

#include "core/execution/plan/fused_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "kernels/element_lanes.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

/// Whether every operand is a whole vector or one number for each vector of the output.
bool suitsVectors(const KernelContext &context, int lanes)
{
    const Shape &out = context.outShapes[0];
    const auto isOut = [&out](const Shape &shape) { return shape == out; };
    const auto fits = [&out](const Shape &shape) {
        return shape.size() == 0 || shape.back() == 1 || shape.back() == out.back();
    };
    return context.device.isCpu() && lanes > 1 && out.size() > 0 && !isUnknown(out)
           && out.back() % lanes == 0
           && std::all_of(context.inShapes.begin(), context.inShapes.end(), fits)
           && !std::all_of(context.inShapes.begin(), context.inShapes.end(), isOut);
}

} // namespace

std::optional<KernelSpec> elementLanesKernel(const OpSpec::ElementRule &rule,
                                             const RuleContext &node, const KernelContext &context)
{
    const int lanes = vectorLanes(context.device);
    if (!suitsVectors(context, lanes) || !checkKernelTensors(context)) {
        return std::nullopt;
    }
    constexpr std::int64_t chunk = 64;
    KernelLaunch launch;
    std::vector<ElementOperand> operands;
    std::string params;
    for (std::uint32_t i = 0; i < context.inShapes.size(); ++i) {
        const std::string name = fmt::format("a{}", i);
        operands.push_back(
            {broadcastElement(name, context.inShapes[i], context.outShapes[0], lanes), name,
             lanes});
        params += "__global const float *" + name + ", ";
        launch.args.push_back(KernelArg::input(i));
    }
    const std::string expression = rule(node, context, operands);
    if (expression.empty()) {
        return std::nullopt;
    }
    const std::int64_t count = *elementCount(context.outShapes[0]);
    launch.program = "element_lanes";
    launch.source = kernels::element_lanes;
    launch.entry = "element_lanes";
    launch.algorithm = "element-wise vectors";
    launch.defines = {{"NERVURE_LANES", std::to_string(lanes)},
                      {"NERVURE_CHUNK", std::to_string(chunk)},
                      {"NERVURE_ELEMENT_PARAMS", params},
                      {"NERVURE_ELEMENT", expression}};
    launch.args.push_back(KernelArg::output());
    launch.args.push_back(KernelArg::int32(count));
    launch.global = {static_cast<std::size_t>(ceilDivide(count, chunk * lanes)), 1, 1};
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    launch.storeLanes = lanes;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

} // namespace nervure
