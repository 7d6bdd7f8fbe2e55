// SPDX-License-Identifier: Apache-2.0
#include "core/ops/scale_axis_rules.h"

#include "core/ops/conv2d.h"
#include "core/ops/pool2d.h"

namespace nervure {

namespace {

using Kind = AxisScale::Kind;

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

constexpr int channelAxis = 1; ///< of NCHW

bool poolsChannelsOfNchw(const ScaleCall &call, const AxisScale &scale)
{
    return scale.axis == channelAxis && call.rule.attrs.as<Pool2dAttrs>().layout == "NCHW";
}

bool scalesChannelsOfOihw(const ScaleCall &call, const AxisScale &scale)
{
    return scale.axis == channelAxis && call.rule.attrs.as<Conv2dAttrs>().kernelLayout == "OIHW";
}

} // namespace

bool passScaleBackward(const ScaleCall &call, const AxisScale &out, std::vector<AxisScale> &in)
{
    if (call.rule.semantics == Semantics::Exact && !in.empty()) {
        in[0] = out;
    }
    return false;
}

Result<bool> passScaleForward(const ScaleCall &call, std::vector<AxisScale> &in, AxisScale &out)
{
    if (call.rule.semantics == Semantics::Exact && !in.empty()) {
        out = in[0];
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
    return false;
}

Result<bool> addScaleForward(const ScaleCall &call, std::vector<AxisScale> &in, AxisScale &out)
{
    for (std::size_t i = 0; i < 2 && call.rule.semantics == Semantics::Exact; ++i) {
        if (in.size() != 2 || in[i].kind != Kind::Pending) {
            continue;
        }
        if (const auto axis = vectorBeside(call, i, in[i].axis)) {
            out = in[i];
            in[1 - i] = {Kind::Divide, *axis, in[i].source};
            return false;
        }
    }
    return false;
}

bool poolScaleBackward(const ScaleCall &call, const AxisScale &out, std::vector<AxisScale> &in)
{
    return poolsChannelsOfNchw(call, out) && passScaleBackward(call, out, in);
}

Result<bool> poolScaleForward(const ScaleCall &call, std::vector<AxisScale> &in, AxisScale &out)
{
    return !in.empty() && poolsChannelsOfNchw(call, in[0]) ? passScaleForward(call, in, out)
                                                           : Result<bool>(false);
}

bool convScaleBackward(const ScaleCall &call, const AxisScale &out, std::vector<AxisScale> &in)
{
    constexpr int outputAxis = 0;
    if (in.size() < 2 || !scalesChannelsOfOihw(call, out)) {
        return false;
    }
    in[1] = {Kind::Multiply, outputAxis, out.source};
    if (in.size() > 2) {
        in[2] = {Kind::Multiply, 0, out.source};
    }
    return true;
}

Result<bool> convScaleForward(const ScaleCall &call, std::vector<AxisScale> &in, AxisScale &)
{
    constexpr int inputAxis = 1;
    constexpr int groupedAxis = 0; // a weight with a group for each channel has them here
    const auto &attrs = call.rule.attrs.as<Conv2dAttrs>();
    if (in.empty() || in[0].kind != Kind::Pending || !scalesChannelsOfOihw(call, in[0])) {
        return false;
    }
    const std::size_t inputs = attrs.useBias ? 3 : 2;
    if (in.size() != inputs) {
        return makeError("input-count", "it has " + std::to_string(in.size()) + " inputs, expected "
                                            + std::to_string(inputs));
    }
    const Shape &data = call.inShapes[0];
    if (data.size() != 4) {
        return makeError("shape-rank",
                         "its data has shape " + shapeText(data) + ", expected 4 dimensions");
    }
    const bool isDepthwise = data[1] == attrs.groups;
    if (attrs.groups > 1 && !isDepthwise) {
        return false;
    }
    in[1] = {Kind::Multiply, isDepthwise ? groupedAxis : inputAxis, in[0].source};
    return true;
}

} // namespace nervure
