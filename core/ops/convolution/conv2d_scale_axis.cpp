// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d_scale_axis.h"

#include "core/ops/convolution/conv2d.h"
#include "core/support/text.h"

#include <fmt/format.h>

namespace nervure {

namespace {

using Kind = AxisScale::Kind;

bool scalesChannelsOfOihw(const ScaleCall &call, const AxisScale &scale)
{
    constexpr int channelAxis = 1;
    const std::string &layout = call.rule.attrs.as<Conv2dAttrs>().kernelLayout;
    if (scale.axis != channelAxis) {
        call.refusal =
            fmt::format("the scale runs along axis {}, expected that of the channels", scale.axis);
    } else if (layout != "OIHW") {
        call.refusal = fmt::format("kernel_layout is {}, expected OIHW", quoted(layout));
    }
    return call.refusal.empty();
}

} // namespace

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
        return makeError("input-count", "it has {} inputs, expected {}", in.size(), inputs);
    }
    const Shape &data = call.inShapes[0];
    if (data.size() != 4) {
        return makeError("shape-rank", "its data has shape {}, expected 4 dimensions",
                         shapeText(data));
    }
    const bool isDepthwise = data[1] == attrs.groups;
    if (attrs.groups > 1 && !isDepthwise) {
        call.refusal = fmt::format("it has {} groups, expected 1 or one for each of {} channels",
                                   attrs.groups, data[1]);
        return false;
    }
    in[1] = {Kind::Multiply, isDepthwise ? groupedAxis : inputAxis, in[0].source};
    return true;
}

} // namespace nervure
