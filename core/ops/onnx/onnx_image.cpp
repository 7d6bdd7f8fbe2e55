// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/chosen_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure {

namespace {

using namespace onnx;

/// The data's batch and channels, the grid's spatial sizes: [batch, sizes…, number of them].
Status sampleAtGrid(ValueCall &call)
{
    ASSIGN_OR_RETURN(const auto rank, commonRank(call, {0, 1}));
    if (!rank) {
        return {};
    }
    if (*rank < 3) {
        return makeError("infer-shape", "input has {} dimensions, expected at least 3", *rank);
    }
    const MaybeShape &grid = call.shape(1);
    ASSIGN_OR_RETURN(const Dimension batch,
                     same(sizeAt(call.shape(0), 0), sizeAt(grid, 0), "batches of data and grid"));
    ASSIGN_OR_RETURN(const Dimension checked,
                     same(sizeAt(grid, *rank - 1), Dimension(static_cast<std::int64_t>(*rank) - 2),
                          "coordinates of the grid and spatial dimensions"));
    Dimensions shape{batch, sizeAt(call.shape(0), 1)};
    for (std::size_t i = 1; i + 1 < *rank; ++i) {
        shape.push_back(sizeAt(grid, i));
    }
    call.setShape(0, std::move(shape));
    return {};
}

/// In the first version there were images alone.
Status sampleImageAtGrid(ValueCall &call)
{
    constexpr std::size_t rank = 4;
    RETURN_IF_FAILED(checkRank(call, 0, rank));
    RETURN_IF_FAILED(checkRank(call, 1, rank));
    return sampleAtGrid(call);
}

/// Matrices [batch, n, n + 1] and sizes [batch, channels, n sizes] to [batch, n sizes, n].
Status affineGrid(ValueCall &call)
{
    constexpr std::size_t before = 2; // batch and channels
    ASSIGN_OR_RETURN(const Dimensions theta, shapeOfRank(call, 0, 3));
    const auto *sizes = call.whole(1);
    const Dimension length = sizeAt(call.shape(1), 0);
    ASSIGN_OR_RETURN(const Dimension rank, same(theta[1], length - Dimension(before),
                                                "rows of the matrices and spatial sizes"));
    if (!rank.isNumber()) {
        return {};
    }
    if (!rank.is(2) && !rank.is(3)) {
        return makeError("infer-shape", "has {} spatial sizes, expected 2 or 3", rank.text());
    }
    const auto count = static_cast<std::size_t>(*rank.number());
    const bool isKnown = sizes && sizes->size() == count + before;
    ASSIGN_OR_RETURN(const Dimension batch, same(theta[0], isKnown ? sizes->front() : Dimension(),
                                                 "batches of the matrices and of size"));
    Dimensions shape{batch};
    for (std::size_t i = 0; i < count; ++i) {
        shape.push_back(isKnown ? (*sizes)[before + i] : Dimension());
    }
    shape.push_back(rank);
    call.setShape(0, std::move(shape));
    return {};
}

/// A picture [regions, channels, height, width] for each region.
MaybeShape pooledRegionShape(const ValueCall &call, const Dimension &regions, std::int64_t height,
                             std::int64_t width)
{
    return Dimensions{regions, sizeAt(call.shape(0), 1), height, width};
}

Status poolRegions(ValueCall &call)
{
    const std::vector<std::int64_t> &sizes = call.attrs.integers("pooled_shape");
    if (sizes.size() != 2) {
        return makeError("infer-shape", "pooled_shape has {} numbers, expected 2", sizes.size());
    }
    RETURN_IF_FAILED(checkRank(call, 0, 4));
    RETURN_IF_FAILED(checkRank(call, 1, 2));
    call.setShape(0, pooledRegionShape(call, sizeAt(call.shape(1), 0), sizes[0], sizes[1]));
    return {};
}

Status alignToRegions(ValueCall &call)
{
    RETURN_IF_FAILED(checkRank(call, 0, 4));
    RETURN_IF_FAILED(checkRank(call, 1, 2));
    RETURN_IF_FAILED(checkRank(call, 2, 1));
    ASSIGN_OR_RETURN(const Dimension regions,
                     same(sizeAt(call.shape(1), 0), sizeAt(call.shape(2), 0),
                          "numbers of regions and of batch_indices"));
    call.setShape(0, pooledRegionShape(call, regions, call.attrs.integer("output_height", 1),
                                       call.attrs.integer("output_width", 1)));
    return {};
}

/// How many boxes are left depends on the boxes.
Status suppressBoxes(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Dimensions boxes, shapeOfRank(call, 0, 3));
    ASSIGN_OR_RETURN(const Dimensions scores, shapeOfRank(call, 1, 3));
    ASSIGN_OR_RETURN(const Dimension batch,
                     same(boxes[0], scores[0], "batches of boxes and scores"));
    ASSIGN_OR_RETURN(const Dimension count,
                     same(boxes[1], scores[2], "numbers of boxes and scores"));
    ASSIGN_OR_RETURN(const Dimension numbers,
                     same(boxes[2], 4, "numbers of a box and its corners"));
    call.setShape(0, Dimensions{Dimension(), Dimension(3)});
    chooseBoxes(call);
    return {};
}

/// The picture is empty where it cannot be decoded.
Status decodeImage(ValueCall &call)
{
    call.setShape(0, unknownDimensions(3));
    return {};
}

Attribute alignAttribute()
{
    return flag("align_corners", false,
                "whether -1 and 1 are the middles of the outer elements instead of their edges");
}

Attribute gridModeAttribute(std::string usual, std::string cubic)
{
    return text("mode", usual, "how values between elements are found")
        .oneOf({usual, "nearest", std::move(cubic)});
}

std::vector<Attribute> gridAttributes(const Attribute &mode)
{
    return {alignAttribute(), mode,
            text("padding_mode", "zeros", "what stands outside the input")
                .oneOf({"zeros", "border", "reflection"})};
}

void addRegionPooling(OpRegistry &ops)
{
    const Attribute scale = number("spatial_scale", 1, "the factor from regions to the input");
    const Attribute coordinates = text("coordinate_transformation_mode", "half_pixel",
                                       "whether places in the input are moved by half an element")
                                      .oneOf({"half_pixel", "output_half_pixel"});
    const std::vector<Attribute> first = {
        text("mode", "avg", "what is taken of the samples").oneOf({"avg", "max"}),
        integer("output_height", 1, "the height of a result"),
        integer("output_width", 1, "the width of a result"),
        integer("sampling_ratio", 0,
                "samples for an element along each dimension; 0: as many as the region needs"),
        scale};
    std::vector<Attribute> later = first;
    later.insert(later.begin(), coordinates);
    add(ops, OpCategory::Pooling, "MaxRoiPool",
        "the largest elements of parts of each region of an image",
        {{1, "X:T rois:T -> Y:T", "T = float",
          std::vector{integers("pooled_shape", "height and width of a result").required(), scale},
          poolRegions},
         {22, {}, "T += bf16"}});
    add(ops, OpCategory::Pooling, "RoiAlign",
        "each region of an image at one size, by samples between elements",
        {{10, "X:T1 rois:T1 batch_indices:T2 -> Y:T1", "T1 = float; T2 = i64", first,
          alignToRegions},
         {16, {}, {}, later, {}, "moves places by half an element unless told otherwise"},
         {22, {}, "T1 += bf16"}});
}

} // namespace

void registerOnnxImage(OpRegistry &ops)
{
    addRegionPooling(ops);
    add(ops, OpCategory::Layout, "GridSample", "elements taken from places that a grid names",
        {{16, "X:T1 grid:T2 -> Y:T1", "T1 = any; T2 = float",
          gridAttributes(gridModeAttribute("bilinear", "bicubic")), sampleImageAtGrid},
         {20,
          {},
          {},
          gridAttributes(gridModeAttribute("linear", "cubic")),
          sampleAtGrid,
          "takes any number of spatial dimensions"},
         {22, {}, "T1 += bf16; T2 += bf16"}});
    add(ops, OpCategory::Data, "AffineGrid", "places in an image for GridSample, by matrices",
        {{20, "theta:T1 size:T2 -> grid:T1", "T1 = float bf16; T2 = i64",
          std::vector{alignAttribute()}, affineGrid}});
    add(ops, OpCategory::Other, "NonMaxSuppression",
        "the boxes of the highest scores that do not overlap much",
        {{10,
          "boxes:f32 scores:f32 max_output_boxes_per_class:i64? iou_threshold:f32? "
          "score_threshold:f32? -> selected_indices:i64",
          {},
          std::vector{flag("center_point_box", false,
                           "whether a box is its middle and sizes instead of two corners")},
          suppressBoxes},
         {11}});
    add(ops, OpCategory::Data, "ImageDecoder", "the picture that an encoded file holds",
        {{20, "encoded_stream:T1 -> image:T2", "T1 = u8; T2 = u8",
          std::vector{text("pixel_format", "RGB", "the channels of the result")
                          .oneOf({"RGB", "BGR", "Grayscale"})},
          decodeImage}});
}

} // namespace nervure
