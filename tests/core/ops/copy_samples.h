// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/lightnet_samples.h"

namespace nervure::tests {

/// Transpositions of more than a tile, with edges, and with sides too short for a square.
inline std::vector<Sample> transpositions()
{
    const auto of = [](const char *axes, Shape data) {
        return ProbeCase{"transpose", {{"axes", axes}}, {std::move(data)}};
    };
    return {
        {"reversed", {"transpose", {}, {{2, 3, 4, 5}}}},
        {"four axes", of("(2, 0, 3, 1)", {2, 3, 4, 5})},
        {"tiles with edges", of("(0, 2, 1)", {2, 70, 75})},
        {"whole tiles", of("(1, 0)", {64, 128})},
        {"channels last", of("(0, 2, 3, 1)", {2, 20, 9, 10})},
        {"channels first", of("(0, 3, 1, 2)", {2, 9, 10, 20})},
        {"five neighbours", of("(1, 0)", {5, 70})},
        {"to five neighbours", of("(1, 0)", {70, 5})},
        {"three neighbours", of("(1, 0)", {70, 3})},
        {"to three neighbours", of("(1, 0)", {3, 70})},
        {"six dimensions", of("(4, 2, 0, 5, 3, 1)", {2, 9, 3, 2, 2, 11})},
        {"neighbours stay", of("(1, 0, 2)", {7, 9, 20})},
        {"one dimension left", of("(2, 0, 1)", {1, 40, 1})},
        {"16 lanes of 4", of("(0, 1, 3, 2)", {2, 3, 35, 4})},
    };
}

/// Slices, repeats, paddings and joins: also of rows longer than what a work-item copies of one, and of
/// many short ones.
inline std::vector<Sample> rowCopies()
{
    return {
        {"long rows", {"flip", {{"axis", "1"}}, {{2, 5000}}}},
        {"many rows", {"flip", {{"axis", "2"}}, {{9, 31, 7}}}},
        {"every second",
         {"strided_slice",
          {{"begin", "(0, 1)"}, {"end", "(2, 9001)"}, {"stride", "(1, 2)"}},
          {{2, 9005}}}},
        {"every third",
         {"strided_slice",
          {{"begin", "(1, 0, 2)"}, {"end", "(9, 30, 100)"}, {"stride", "(2, 1, 3)"}},
          {{9, 31, 101}}}},
        {"one number a row", {"broadcast_to", {{"shape", "(3, 5000)"}}, {{3, 1}}}},
        {"one row", {"broadcast_to", {{"shape", "(50, 37)"}}, {{1, 37}}}},
        {"one number", {"broadcast_to", {{"shape", "(7, 3, 11)"}}, {{1, 1, 1}}}},
        {"channels", {"broadcast_to", {{"shape", "(2, 5, 9, 7)"}}, {{1, 5, 1, 1}}}},
        {"between long rows",
         {"pad", {{"pad_value", "1"}, {"pad_width", "((1, 0), (4500, 4200))"}}, {{2, 5000}}}},
        {"planes", {"pad", {{"pad_width", "((0, 0), (0, 0), (1, 1), (2, 1))"}}, {{2, 5, 6, 7}}}},
        {"rows of pixels",
         {"pad", {{"pad_width", "((0, 0), (1, 2), (2, 1), (0, 0))"}}, {{2, 5, 6, 7}}}},
        {"cut and padded", {"pad", {{"pad_width", "((-1, 2), (3, -2))"}}, {{5, 6}}}},
        {"many short rows", {"concatenate", {{"axis", "1"}}, {{300, 3}, {300, 40}}}},
        {"long rows", {"concatenate", {{"axis", "1"}}, {{2, 5000}, {2, 7}}}},
        {"three inputs", {"concatenate", {}, {{2, 3, 5}, {2, 1, 5}, {2, 300, 5}}}},
        {"last axis", {"concatenate", {{"axis", "-1"}}, {{2, 3}, {2, 4}}}},
        {"middle axis", {"flip", {{"axis", "1"}}, {{2, 9, 5}}}},
        {"backwards",
         {"strided_slice",
          {{"begin", "(0, 8, 1)"}, {"end", "(2, 1, 5)"}, {"stride", "(1, -3, 2)"}},
          {{2, 9, 5}}}},
        {"smaller", {"slice_like", {}, {{4, 9, 5}, {2, 7, 5}}}},
    };
}

/// Images in other sizes: several chunks of rows and columns, and pixels small and large.
inline std::vector<Sample> resizeSamples()
{
    const auto of = [](const char *op, AttrDict attrs, const char *method, const char *layout,
                       Shape data) {
        attrs.set("method", method);
        attrs.set("layout", layout);
        return ProbeCase{op, std::move(attrs), {std::move(data)}};
    };
    constexpr Dialect ln = Dialect::LightNet;
    const AttrDict twice{{"scale", "2"}};
    const AttrDict shrunk{{"size", "(31, 40)"}};
    constexpr const char *nearest = "NEAREST_NEIGHBOR";
    constexpr const char *bilinear = "BILINEAR";
    return {
        {"chunks", of("upsampling", twice, nearest, "NCHW", {2, 2, 70, 150})},
        {"chunks", of("upsampling", twice, bilinear, "NCHW", {2, 2, 70, 150})},
        {"small pixels", of("upsampling", twice, nearest, "NHWC", {2, 5, 60, 3})},
        {"small pixels", of("upsampling", twice, bilinear, "NHWC", {2, 5, 60, 3})},
        {"large pixels", of("upsampling", twice, nearest, "NHWC", {2, 5, 6, 37})},
        {"large pixels", of("upsampling", twice, bilinear, "NHWC", {2, 5, 6, 37})},
        {"pixels of a chunk", of("upsampling", twice, bilinear, "NHWC", {1, 2, 3, 4100})},
        {"chunks",
         {"upsample", {{"mode", "\"TL_NEAREST\""}, {"scales", "[1, 2, 2]"}}, {{2, 20, 150}}, ln}},
        {"chunks",
         {"upsample", {{"mode", "\"TL_LINEAR\""}, {"scales", "[1, 2, 2]"}}, {{2, 20, 150}}, ln}},
        {"smaller", of("resize", shrunk, bilinear, "NCHW", {1, 3, 67, 83})},
        {"smaller pixels", of("resize", shrunk, bilinear, "NHWC", {1, 67, 83, 20})},
    };
}

} // namespace nervure::tests
