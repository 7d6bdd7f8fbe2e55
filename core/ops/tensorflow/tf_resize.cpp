// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

namespace nervure::tensorflow {

namespace {

/// Height and width by input 1, batch and channels as they are.
Status resizedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Dimensions shape, onnx::shapeOfRank(call, 0, 4));
    const auto *size = call.whole(1);
    if (size && size->size() != 2) {
        return makeError("infer-shape", "size has {} numbers, expected 2", size->size());
    }
    shape[1] = size ? (*size)[0] : Dimension();
    shape[2] = size ? (*size)[1] : Dimension();
    call.setShape(0, std::move(shape));
    return {};
}

Lowered resized(const OnnxLowering &op, std::string_view mode)
{
    const bool alignsCorners = op.attrs().integer("align_corners") != 0;
    const bool isCentered = op.attrs().integer("half_pixel_centers") != 0;
    const Shape out = op.outDims();
    const Shape &in = op.in(0).dims;
    std::vector<double> scales(4, 1);
    for (std::size_t i = 1; i < 3; ++i) {
        scales[i] = static_cast<double>(out[i]) / static_cast<double>(in[i]);
    }
    OnnxAttrs attrs;
    attrs.set("mode", std::string(mode));
    attrs.set("scales", scales);
    attrs.set("coordinate_transformation_mode", std::string(alignsCorners ? "align_corners"
                                                            : isCentered  ? "half_pixel"
                                                                          : "asymmetric"));
    // Centers are those of elements: half a place further on than ONNX counts.
    attrs.set("nearest_mode",
              std::string(alignsCorners || isCentered ? "round_prefer_ceil" : "floor"));
    return op.as("Resize", attrs, {0});
}

Lowered interpolated(const OnnxLowering &op)
{
    return resized(op, "linear");
}

Lowered ofNearest(const OnnxLowering &op)
{
    return resized(op, "nearest");
}

/// Height and width are the picture's own.
Status decodedShape(ValueCall &call)
{
    const std::int64_t channels = call.attrs.integer("channels");
    Dimensions shape(3);
    shape[2] = channels > 0 ? Dimension(channels) : Dimension();
    call.setShape(0, std::move(shape));
    return {};
}

void declareAllResize(OpRegistry &ops)
{
    add(ops, {.name = "DecodeJpeg",
              .category = OpCategory::Data,
              .signature = "contents:str -> image:u8",
              .types = {},
              .attributes = "channels:int=0 ratio:int=1 fancy_upscaling:bool=true "
                            "try_recover_truncated:bool=false acceptable_fraction:float=1 "
                            "dct_method:string=",
              .summary = "a picture file as an image",
              .infer = decodedShape});
    constexpr std::string_view attributes =
        "align_corners:bool=false half_pixel_centers:bool=false";
    addAll(ops, {{.name = "ResizeBilinear",
                  .category = OpCategory::Layout,
                  .signature = "images:T size:i32 -> resized_images:f32",
                  .types = "T = number bf16",
                  .attributes = attributes,
                  .summary = "images in another size, interpolated",
                  .infer = resizedShape,
                  .lower = interpolated,
                  .numberInputs = inputBits(1)},
                 {.name = "ResizeNearestNeighbor",
                  .category = OpCategory::Layout,
                  .signature = "images:T size:i32 -> resized_images:T",
                  .types = "T = number bf16",
                  .attributes = attributes,
                  .summary = "images in another size, of the nearest elements",
                  .infer = resizedShape,
                  .lower = ofNearest,
                  .numberInputs = inputBits(1)}});
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfResize(OpRegistry &ops)
{
    tensorflow::declareAllResize(ops);
}

} // namespace nervure
