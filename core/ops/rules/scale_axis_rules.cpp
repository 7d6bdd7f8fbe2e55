// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/scale_axis_rules.h"

#include <fmt/format.h>

namespace nervure {

namespace {

using Kind = AxisScale::Kind;

constexpr const char *passesNoNegatives = "a negative scale does not pass through it";

/// For an operator with two inputs: where the other one is a vector along `axis` of the output,
/// beside `input`, which has the output's whole shape. Gives the axis in the vector's own shape.
std::optional<int> vectorBeside(const ScaleCall &call, std::size_t input, int axis)
{
    if (call.inShapes.size() != 2 || call.inShapes[input] != call.outShapes[0]) {
        return std::nullopt;
    }
    const auto found = broadcastAxis(call.outShapes[0], call.inShapes[1 - input]);
    return found && found->inShape == axis ? std::optional(found->inFactor) : std::nullopt;
}

void refuseOtherInput(const ScaleCall &call, int axis)
{
    call.refusal = fmt::format("neither input is a vector along axis {}", axis);
}

} // namespace

bool passScaleBackward(const ScaleCall &call, const AxisScale &out, std::vector<AxisScale> &in)
{
    if (call.rule.semantics == Semantics::Exact && !in.empty()) {
        in[0] = out;
    } else {
        call.refusal = passesNoNegatives;
    }
    return false;
}

Result<bool> passScaleForward(const ScaleCall &call, std::vector<AxisScale> &in, AxisScale &out)
{
    if (call.rule.semantics == Semantics::Exact && !in.empty()) {
        out = in[0];
    } else {
        call.refusal = passesNoNegatives;
    }
    return false;
}

bool addScaleBackward(const ScaleCall &call, const AxisScale &out, std::vector<AxisScale> &in)
{
    for (std::size_t i = 0; i < 2; ++i) {
        if (const auto axis = vectorBeside(call, i, out.axis)) {
            in[i] = out;
            in[1 - i] = {Kind::Multiply, *axis, out.source};
            return false;
        }
    }
    refuseOtherInput(call, out.axis);
    return false;
}

Result<bool> addScaleForward(const ScaleCall &call, std::vector<AxisScale> &in, AxisScale &out)
{
    if (call.rule.semantics != Semantics::Exact) {
        call.refusal = "the scale may be 0, by which the added vector cannot be divided";
        return false;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        if (in.size() != 2 || in[i].kind != Kind::Pending) {
            continue;
        }
        refuseOtherInput(call, in[i].axis);
        if (const auto axis = vectorBeside(call, i, in[i].axis)) {
            out = in[i];
            in[1 - i] = {Kind::Divide, *axis, in[i].source};
            call.refusal.clear();
            return false;
        }
    }
    return false;
}

} // namespace nervure
