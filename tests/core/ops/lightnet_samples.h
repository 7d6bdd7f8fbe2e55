// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/kernel_probe.h"

namespace nervure::tests {

/// A case a kernel is compared with its reference on.
struct Sample {
    const char *label;
    ProbeCase probe;
};

/// "nnvm conv2d 3x3"
inline std::string labelOf(const Sample &sample)
{
    return std::string(dialectName(sample.probe.dialect)) + ' ' + sample.probe.op + ' '
           + sample.label;
}

inline std::vector<Sample> lightNetWindows()
{
    constexpr Dialect ln = Dialect::LightNet;
    const AttrDict window{{"size", "[3, 2]"},
                          {"stride", "[2, 1]"},
                          {"padding", "[1, 0, 1, 1]"},
                          {"autopad", "\"NOTSET\""}};
    AttrDict conv = window;
    conv.set("group", "2");
    conv.set("dilation", "[1, 2]");
    const AttrDict deconv{{"group", "2"},
                          {"size", "[3, 2]"},
                          {"stride", "[2, 3]"},
                          {"output_dims", "[0, 0, 0, 0]"},
                          {"padding", "[1, 0, 0, 1]"},
                          {"output_padding", "[1, 2]"},
                          {"dilation", "[1, 2]"},
                          {"autopad", "\"NOTSET\""}};
    return {
        {"groups", {"conv2d", conv, {{1, 4, 9, 10}, {6, 2, 3, 2}, {6}}, ln}},
        {"uneven padding", {"maxpool2d", window, {{2, 3, 9, 10}}, ln}},
        {"uneven padding", {"avgpool2d", window, {{2, 3, 9, 10}}, ln}},
        {"uneven padding", {"deconv2d", deconv, {{2, 4, 5, 6}, {4, 3, 3, 2}, {6}}, ln}},
    };
}

inline std::vector<Sample> lightNetOthers()
{
    constexpr Dialect ln = Dialect::LightNet;
    return {
        {"middle", {"slice", {{"axis", "1"}, {"start", "2"}, {"len", "3"}}, {{4, 7, 5}}, ln}},
        {"four axes", {"transpose", {{"axes", "[2, 0, 3, 1]"}}, {{3, 4, 5, 6}}, ln}},
        {"last axis", {"concat", {{"axis", "1"}}, {{3, 4}, {3, 5}}, ln}},
        {"middle axis", {"softmax", {{"axis", "1"}}, {{2, 9, 5}}, ln}},
        {"channels", {"batchnorm", {{"epsilon", "0.01"}}, {{2, 3, 5, 7}, {3}, {3}, {3}, {3}}, ln}},
        {"slope", {"lrelu", {{"negslope", "0.1"}}, {{3, 50}}, ln}},
        {"middle axis", {"maxreduce", {{"axis", "1"}}, {{3, 7, 5}}, ln}},
        {"last axis", {"maxreduce_arg", {{"axis", "2"}}, {{3, 7, 5}}, ln, {DType::Float32}}},
        {"up and down",
         {"resize", {{"mode", "\"TL_NEAREST\""}, {"dims", "[2, 6, 3, 10]"}}, {{2, 3, 6, 5}}, ln}},
        {"three axes",
         {"upsample", {{"mode", "\"TL_NEAREST\""}, {"scales", "[1, 2, 3]"}}, {{2, 5, 7}}, ln}},
    };
}

/// Operators around the networks: sorting, picking, images and boxes.
inline std::vector<Sample> lightNetVectors()
{
    constexpr Dialect ln = Dialect::LightNet;
    return {
        {"down", {"sort1d", {{"dir", "\"TL_SORT_DIR_DESCENDING\""}}, {{50}}, ln}},
        {"up",
         {"sort1d_by_key",
          {{"dir", "\"TL_SORT_DIR_ASCENDING\""}},
          {{50}, {50}},
          ln,
          {DType::Float32, DType::Int32}}},
        {"blocks",
         {"pick1d",
          {{"len", "3"}, {"stride", "4"}},
          {{20}, {5}},
          ln,
          {DType::Float32, DType::Int32}}},
        {"integers",
         {"pick1d",
          {{"len", "2"}, {"stride", "3"}},
          {{20}, {5}},
          ln,
          {DType::Int32, DType::Int32}}},
        {"floats",
         {"submean", {{"mean", "[0.25, 0.5, -0.75]"}, {"dtype", "\"TL_FLOAT\""}}, {{5, 7, 3}}, ln}},
        {"bytes",
         {"submean",
          {{"mean", "[103.99, 116.779, 123.68]"}, {"dtype", "\"TL_FLOAT\""}},
          {{5, 7, 3}},
          ln,
          {DType::UInt8}}},
        {"two anchors",
         {"detect_yolov3",
          {{"img_width", "96"}, {"img_height", "80"}},
          {{1, 14, 3, 5}, {2, 2}},
          ln}},
        {"floats", {"rearange", {{"start", "1"}, {"stop", "6"}, {"step", "0.25"}}, {{20}}, ln}},
        {"integers",
         {"rearange",
          {{"start", "20"}, {"stop", "0"}, {"step", "-1"}},
          {{20}},
          ln,
          {DType::Int32}}},
        {"boxes",
         {"transform_bboxSQD",
          {{"width", "48"},
           {"height", "32"},
           {"img_width", "96"},
           {"img_height", "80"},
           {"x_shift", "3"},
           {"y_shift", "-2"}},
          {{1, 2, 3, 2, 4}, {1, 2, 3, 2, 4}},
          ln}},
        {"power", {"elew", {{"elew_op", "\"TL_POW\""}}, {{3, 50}, {3, 50}}, ln}},
    };
}

} // namespace nervure::tests
