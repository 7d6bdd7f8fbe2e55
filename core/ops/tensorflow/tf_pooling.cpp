// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_window.h"

#include <algorithm>

namespace nervure::tensorflow {

namespace {

constexpr std::string_view poolAttributes =
    "ksize:ints! strides:ints! padding:SAME|VALID|EXPLICIT! explicit_paddings:ints=[] "
    "data_format:NHWC|NCHW=NHWC";

Status pooled(ValueCall &call)
{
    ASSIGN_OR_RETURN(Dimensions shape, onnx::shapeOfRank(call, 0, 4));
    const auto &ksize = call.attrs.integers("ksize");
    const auto &strides = call.attrs.integers("strides");
    if (ksize.size() != 4 || strides.size() != 4) {
        return makeError("infer-shape", "ksize has {} numbers and strides {}, expected 4 each",
                         ksize.size(), strides.size());
    }
    for (std::size_t axis = 0; axis < 4; ++axis) {
        ASSIGN_OR_RETURN(shape[axis], windowCount(call, shape[axis], ksize[axis], axis));
    }
    call.setShape(0, std::move(shape));
    return {};
}

/// Of a plane; padding never counts, as TensorFlow's means leave it out.
Lowered poolOf(const OnnxLowering &op, const char *name)
{
    const ImageAxes axes = imageAxes(op.attrs());
    const auto &ksize = op.attrs().integers("ksize");
    const auto &strides = op.attrs().integers("strides");
    if (ksize[0] != 1 || ksize[axes.channels] != 1 || strides[0] != 1
        || strides[axes.channels] != 1) {
        return makeError("not-supported",
                         "pools over images or channels, expected height and width");
    }
    const Shape &image = op.in(0).dims;
    const Shape out = op.outDims();
    const ImageWindows windows =
        imageWindows(op.attrs(), {image[axes.height], image[axes.width]},
                     {ksize[axes.height], ksize[axes.width]}, {out[axes.height], out[axes.width]});
    Numbers padding = windows.before;
    padding.insert(padding.end(), windows.after.begin(), windows.after.end());
    const Operand x = channelsFirst(op, op.in(0));
    const Shape dims{x.dims[0], x.dims[1], out[axes.height], out[axes.width]};
    AttrDict attrs = attrsOf({{"pool_size", pairText(windows.kernel)},
                              {"strides", pairText(windows.strides)},
                              {"padding", pairText(padding)}});
    return std::vector{asGiven(op, op.make(name, {x}, std::move(attrs), dims, x.type))};
}

Lowered largestOfWindow(const OnnxLowering &op)
{
    return poolOf(op, "max_pool2d");
}

Lowered meanOfWindow(const OnnxLowering &op)
{
    return poolOf(op, "avg_pool2d");
}

void declareAllPooling(OpRegistry &ops)
{
    addAll(ops, {{.name = "MaxPool",
                  .category = OpCategory::Pooling,
                  .signature = "input:T -> output:T",
                  .types = "T = number bf16",
                  .attributes = poolAttributes,
                  .summary = "the largest element of each window",
                  .infer = pooled,
                  .lower = largestOfWindow},
                 {.name = "AvgPool",
                  .category = OpCategory::Pooling,
                  .signature = "value:T -> output:T",
                  .types = "T = float bf16",
                  .attributes = poolAttributes,
                  .summary = "the mean of each window",
                  .infer = pooled,
                  .lower = meanOfWindow}});
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfPooling(OpRegistry &ops)
{
    tensorflow::declareAllPooling(ops);
}

} // namespace nervure
