// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/product_samples.h"

namespace nervure::tests {

inline ProbeCase pool(const char *op, AttrDict attrs, Shape data)
{
    return {op, std::move(attrs), {std::move(data)}};
}

inline std::vector<Sample> poolings()
{
    const AttrDict resnet{{"pool_size", "(3,3)"}, {"strides", "(2,2)"}, {"padding", "(1,1)"}};
    return {
        {"3x3 stride 2", pool("max_pool2d", resnet, {2, 3, 15, 16})},
        {"wide rows", pool("max_pool2d", {{"pool_size", "(2,2)"}}, {1, 2, 3, 200})},
        {"ceil",
         pool("max_pool2d", {{"pool_size", "(3,3)"}, {"strides", "(2,2)"}, {"ceil_mode", "True"}},
              {1, 3, 14, 14})},
        {"wide rows stride 2", pool("max_pool2d", resnet, {2, 2, 7, 301})},
        {"wide rows stride 3",
         pool("avg_pool2d", {{"pool_size", "(2,4)"}, {"strides", "(1,3)"}, {"padding", "(1,3)"}},
              {1, 2, 5, 211})},
        {"wide rows stride 1",
         pool("avg_pool2d", {{"pool_size", "(3,5)"}, {"padding", "(1,2)"}}, {2, 2, 6, 75})},
        {"strides beyond what is held",
         pool("max_pool2d", {{"pool_size", "(1,90)"}, {"strides", "(1,85)"}}, {1, 2, 2, 600})},
        {"3x3 stride 2", pool("avg_pool2d", resnet, {2, 3, 15, 16})},
        {"padding counts", pool("avg_pool2d",
                                {{"pool_size", "(3,2)"},
                                 {"strides", "(2,1)"},
                                 {"padding", "(1,1)"},
                                 {"count_include_pad", "True"}},
                                {1, 3, 9, 8})},
        {"plane", pool("global_max_pool2d", {}, {2, 5, 7, 9})},
        {"plane", pool("global_avg_pool2d", {}, {2, 5, 7, 9})},
        {"plane of one", pool("global_avg_pool2d", {}, {1, 5, 1, 1})},
    };
}

/// Windows in other layouts, and their gradients.
inline std::vector<Sample> layoutSamples()
{
    const AttrDict conv{{"channels", "6"},
                        {"kernel_size", "(3,2)"},
                        {"strides", "(2,1)"},
                        {"padding", "(1,1)"},
                        {"groups", "2"}};
    const auto with = [](AttrDict attrs, const AttrDict &more) {
        for (const auto &[key, value] : more) {
            attrs.set(key, value);
        }
        return attrs;
    };
    const AttrDict nhwc = with(conv, {{"layout", "NHWC"}, {"kernel_layout", "HWIO"}});
    const AttrDict blocks = with(conv, {{"groups", "1"},
                                        {"channels", "8"},
                                        {"layout", "NCHW2c"},
                                        {"kernel_layout", "OIHW2i4o"},
                                        {"out_layout", "NCHW4c"}});
    const AttrDict transposed{{"channels", "4"},    {"kernel_size", "(3,2)"},
                              {"strides", "(2,3)"}, {"padding", "(1,0)"},
                              {"groups", "2"},      {"output_padding", "(1,2)"}};
    const AttrDict pool{{"pool_size", "(3,2)"}, {"strides", "(2,1)"}, {"padding", "(1,1)"}};
    const AttrDict poolNhwc = with(pool, {{"layout", "NHWC"}});
    return {
        {"NHWC", {"conv2d", nhwc, {{2, 9, 8, 4}, {3, 2, 2, 6}, {6}}}},
        {"blocks", {"conv2d", blocks, {{2, 3, 9, 8, 2}, {2, 3, 3, 2, 2, 4}, {2, 4}}}},
        {"blocks",
         {"_contrib_conv2d_NCHWc", blocks, {{2, 3, 9, 8, 2}, {2, 3, 3, 2, 2, 4}, {2, 4}}}},
        {"groups", {"conv2d_transpose", transposed, {{2, 6, 5, 4}, {6, 2, 3, 2}, {4}}}},
        {"NHWC",
         {"conv2d_transpose",
          with(transposed, {{"layout", "NHWC"}, {"kernel_layout", "HWOI"}}),
          {{2, 5, 4, 6}, {3, 2, 6, 2}, {4}}}},
        {"groups", {"_conv2d_grad", conv, {{2, 6, 5, 9}, {2, 4, 9, 8}, {6, 2, 3, 2}}}},
        {"NHWC", {"max_pool2d", poolNhwc, {{2, 9, 8, 3}}}},
        {"NHWC", {"avg_pool2d", poolNhwc, {{2, 9, 8, 3}}}},
        {"NHWC many channels", {"max_pool2d", poolNhwc, {{2, 9, 8, 75}}}},
        {"NHWC many channels", {"avg_pool2d", poolNhwc, {{2, 9, 8, 75}}}},
        {"NHWC", {"global_avg_pool2d", {{"layout", "NHWC"}}, {{2, 9, 8, 3}}}},
        {"NCHW", {"_max_pool2d_grad", pool, {{2, 3, 5, 9}, {2, 3, 9, 8}, {2, 3, 5, 9}}}},
        {"NHWC", {"_max_pool2d_grad", poolNhwc, {{2, 5, 9, 3}, {2, 9, 8, 3}, {2, 5, 9, 3}}}},
    };
}

} // namespace nervure::tests
