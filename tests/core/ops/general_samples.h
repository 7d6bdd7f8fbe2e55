// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/window_samples.h"

namespace nervure::tests {

/// What moves elements.
inline std::vector<Sample> copySamples()
{
    constexpr DType f = DType::Float32;
    constexpr DType i = DType::Int32;
    constexpr Dialect nnvm = Dialect::Nnvm;
    return {
        {"equal parts", {"split", {{"indices_or_sections", "3"}, {"axis", "1"}}, {{2, 9, 5}}}},
        {"positions", {"split", {{"indices_or_sections", "(2, 5)"}, {"axis", "0"}}, {{7, 3}}}},
        {"around and inside",
         {"pad", {{"pad_value", "2"}, {"pad_width", "((1, 2), (0, 0), (3, -1))"}}, {{2, 3, 4}}}},
        {"two dimensions", {"broadcast_to", {{"shape", "(4, 3, 5)"}}, {{1, 3, 1}}}},
        {"middle", {"expand_like", {{"axis", "(1,)"}}, {{2, 5}, {2, 7, 5}}}},
        {"rows", {"take", {{"axis", "1"}}, {{3, 7, 5}, {2, 2}}, nnvm, {f, i}}},
        {"elements", {"take", {}, {{3, 7}, {6}}, nnvm, {f, i}}},
        {"points", {"gather_nd", {}, {{4, 3, 5}, {2, 2}}, nnvm, {f, i}}},
        {"rows", {"gather_nd", {}, {{6, 5}, {1, 4}}, nnvm, {f, i}}},
        {"whole", {"where", {}, {{3, 4}, {3, 4}, {3, 4}}}},
        {"rows", {"where", {}, {{3}, {3, 4}, {3, 4}}, nnvm, {i, f, f}}},
        {"stored", {"_assign", {}, {{3, 4}, {3, 4}}}},
        {"2 x 2", {"yolo_reorg", {{"stride", "2"}}, {{2, 8, 6, 4}}}},
        {"filled", {"full", {{"shape", "(3, 5)"}, {"fill_value", "2.5"}}, {}, nnvm, {}}},
        {"filled", {"zeros", {{"shape", "(3, 5)"}, {"dtype", "int8"}}, {}, nnvm, {}}},
        {"filled", {"ones", {{"shape", "(3, 5)"}, {"dtype", "float16"}}, {}, nnvm, {}}},
    };
}

/// Orders of rows, elements at places of their own, and sums so far. Rows of more than 32 elements are merged.
inline std::vector<Sample> orderSamples()
{
    constexpr DType f = DType::Float32;
    constexpr DType i = DType::Int32;
    constexpr Dialect ours = Dialect::Nervure;
    const auto scattered = [](const char *reduction) {
        return Sample{reduction,
                      {"scatter_rows",
                       {{"reduction", reduction}},
                       {{9, 4}, {5}, {5, 4}},
                       Dialect::Nervure,
                       {DType::Float32, DType::Int32, DType::Float32}}};
    };
    return {
        {"rows", {"argsort", {{"is_ascend", "0"}}, {{3, 203}}, ours}},
        {"columns", {"argsort", {{"axis", "1"}, {"dtype", "int64"}}, {{2, 33, 5}}, ours}},
        {"short", {"argsort", {{"axis", "0"}}, {{7, 3}}, ours}},
        {"columns", {"gather_elements", {}, {{12, 3}, {4, 3}}, ours, {f, i}}},
        {"rows", {"gather_elements", {{"axis", "-1"}}, {{2, 10}, {2, 5}}, ours, {f, i}}},
        scattered("none"),
        scattered("add"),
        scattered("mul"),
        scattered("max"),
        scattered("min"),
        {"rows", {"accumulate", {{"axis", "1"}}, {{3, 50}}, ours}},
        {"backward", {"accumulate", {{"reverse", "1"}, {"exclusive", "1"}}, {{9, 4, 3}}, ours}},
        {"products", {"accumulate", {{"axis", "-1"}, {"mode", "prod"}}, {{4, 9}}, ours}},
    };
}

/// Casts to every type.
inline std::vector<Sample> castSamples()
{
    std::vector<Sample> samples;
    for (const char *to : {"float32", "float64", "float16", "uint8", "int8", "int16", "uint16",
                           "int32", "uint32", "int64", "uint64"}) {
        samples.push_back({to, {"cast", {{"dtype", to}}, {{3, 50}}}});
    }
    return samples;
}

/// NNVM's convolution after Winograd.
inline std::vector<Sample> winogradSamples()
{
    const AttrDict smallTiles{
        {"channels", "5"}, {"kernel_size", "(3,3)"}, {"padding", "(1,1)"}, {"tile_size", "2"}};
    AttrDict largeTiles = smallTiles;
    largeTiles.set("tile_size", "4");
    AttrDict withoutBias = largeTiles;
    withoutBias.set("use_bias", "False");
    return {
        {"tiles of 2",
         {"_contrib_conv2d_winograd_weight_transform", {{"tile_size", "2"}}, {{5, 4, 3, 3}}}},
        {"tiles of 4",
         {"_contrib_conv2d_winograd_weight_transform", {{"tile_size", "4"}}, {{5, 4, 3, 3}}}},
        {"tiles of 2",
         {"_contrib_conv2d_winograd_without_weight_transform",
          smallTiles,
          {{2, 3, 7, 8}, {4, 4, 5, 3}, {5}}}},
        {"tiles of 4",
         {"_contrib_conv2d_winograd_without_weight_transform",
          largeTiles,
          {{2, 3, 7, 9}, {6, 6, 5, 3}, {5}}}},
        {"channels of the input first",
         {"_contrib_conv2d_winograd_without_weight_transform",
          withoutBias,
          {{2, 3, 9, 4}, {6, 6, 3, 5}}}},
    };
}

/// Boxes: anchors, and which of them stay.
inline std::vector<Sample> boxSamples()
{
    constexpr DType f = DType::Float32;
    constexpr Dialect nnvm = Dialect::Nnvm;
    constexpr Dialect nervure = Dialect::Nervure;
    return {
        {"three anchors",
         {"multibox_prior",
          {{"sizes", "(0.5, 0.25)"}, {"ratios", "(1, 2)"}, {"clip", "True"}},
          {{1, 3, 4, 6}}}},
        {"three classes",
         {"multibox_transform_loc", {}, {{2, 4, 9}, {2, 36}, {1, 9, 4}}, nnvm, {f, f, f}}},
        {"one class at a time", {"nms", {}, {{3, 12, 6}, {3}}, nnvm, {f, DType::Int32}}},
        {"best of all",
         {"nms",
          {{"force_suppress", "True"}, {"nms_topk", "5"}, {"nms_threshold", "0.3"}},
          {{3, 12, 6}, {3}},
          nnvm,
          {f, DType::Int32}}},
        {"all classes", {"box_nms", {{"overlap_thresh", "0.3"}}, {{2, 3, 12, 6}}, nervure}},
        {"many blocks",
         {"box_nms",
          {{"topk", "40"},
           {"id_index", "0"},
           {"background_id", "1"},
           {"valid_thresh", "0.2"},
           {"in_format", "center"}},
          {{2, 600, 6}},
          nervure}},
    };
}

/// Images and the rest.
inline std::vector<Sample> imageSamples()
{
    constexpr DType f = DType::Float32;
    constexpr Dialect nnvm = Dialect::Nnvm;
    constexpr Dialect ln = Dialect::LightNet;
    return {
        {"bilinear", {"resize", {{"size", "(7, 9)"}}, {{2, 3, 5, 6}}}},
        {"corners",
         {"resize",
          {{"size", "(9, 4)"}, {"layout", "NHWC"}, {"align_corners", "True"}},
          {{2, 5, 6, 3}}}},
        {"nearest",
         {"resize", {{"size", "(10, 12)"}, {"method", "NEAREST_NEIGHBOR"}}, {{2, 3, 5, 6}}}},
        {"nearest", {"upsampling", {{"scale", "3"}}, {{2, 3, 5, 6}}}},
        {"bilinear", {"upsampling", {{"scale", "2"}, {"method", "BILINEAR"}}, {{2, 3, 5, 6}}}},
        {"channels", {"prelu", {}, {{2, 5, 3, 4}, {5}}, nnvm, {f, f}}},
        {"last", {"prelu", {{"axis", "3"}}, {{2, 5, 3, 4}, {4}}, nnvm, {f, f}}},
        {"softmax",
         {"yolo_region",
          {{"n", "2"}, {"classes", "3"}, {"coords", "4"}, {"background", "0"}, {"softmax", "1"}},
          {{2, 16, 3, 4}}}},
        {"background",
         {"yolo_region",
          {{"n", "1"}, {"classes", "3"}, {"coords", "2"}, {"background", "1"}, {"softmax", "1"}},
          {{2, 6, 3, 4}}}},
        {"linear",
         {"resize", {{"mode", "\"TL_LINEAR\""}, {"dims", "[2, 7, 3, 9]"}}, {{2, 3, 6, 5}}, ln}},
        {"linear",
         {"upsample", {{"mode", "\"TL_LINEAR\""}, {"scales", "[1, 2, 3]"}}, {{2, 5, 7}}, ln}},
        {"vectors", {"dot_product", {}, {{57}, {57}}, ln}},
        {"zeros", {"zeros", {{"dims", "[3, 4]"}, {"dtype", "\"TL_INT16\""}}, {}, ln}},
        {"matrix", {"svmr", {}, {{3, 16}}, ln}},
        {"matrix", {"ldmr", {}, {{3, 16}}, ln}},
        {"three", {"gather", {}, {{4, 5}, {4, 5}, {4, 5}}, ln}},
        {"three", {"gather_nocopy_cpu", {}, {{4, 5}, {4, 5}, {4, 5}}, ln}},
        {"three", {"scatter", {}, {{3, 4, 5}}, ln}},
        {"three", {"scatter_nocopy_cpu", {}, {{3, 4, 5}}, ln}},
        {"sum", {"elew", {{"elew_op", "\"TL_SUM\""}}, {{3, 50}, {3, 50}}, ln}},
        {"product", {"elew", {{"elew_op", "\"TL_MUL\""}}, {{3, 50}, {3, 50}}, ln}},
        {"larger", {"elew", {{"elew_op", "\"TL_MAX\""}}, {{3, 50}, {3, 50}}, ln}},
        {"quotient", {"elew", {{"elew_op", "\"TL_DIV\""}}, {{3, 50}, {3, 50}}, ln}},
    };
}

} // namespace nervure::tests
