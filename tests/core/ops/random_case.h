// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/kernel_probe.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace nervure::tests {

/// Draws operators with shapes and attributes that fit each other, anew for every seed.
class RandomCase {
public:
    explicit RandomCase(std::uint32_t seed) : m_random(seed) {}

    ProbeCase draw()
    {
        switch (number(0, 8)) {
        case 0: return broadcast();
        case 1: return reduction();
        case 2: return transposition();
        case 3: return slice();
        case 4: return padding();
        case 5: return product();
        case 6: return convolution();
        case 7: return pooling();
        default: return taking();
        }
    }

private:
    std::int64_t number(std::int64_t least, std::int64_t most)
    {
        return least
               + static_cast<std::int64_t>(m_random()
                                           % static_cast<std::uint32_t>(most - least + 1));
    }

    Shape shape(std::int64_t leastRank, std::int64_t mostRank, std::int64_t most)
    {
        Shape result;
        for (std::int64_t i = number(leastRank, mostRank); i > 0; --i) {
            result.push_back(number(1, most));
        }
        return result;
    }

    static std::string tuple(const std::vector<std::int64_t> &numbers)
    {
        std::string text = "(";
        for (const std::int64_t number : numbers) {
            text += std::to_string(number) + ",";
        }
        return text + ")";
    }

    template <typename... Names>
    const char *oneOf(Names... names)
    {
        const char *all[] = {names...};
        return all[m_random() % sizeof...(names)];
    }

    ProbeCase broadcast()
    {
        const Shape whole = shape(1, 4, 9);
        Shape other(whole.begin() + number(0, static_cast<std::int64_t>(whole.size()) - 1),
                    whole.end());
        for (std::int64_t &size : other) {
            size = number(0, 2) == 0 ? 1 : size;
        }
        const bool isSwapped = number(0, 1) == 1;
        return {oneOf("broadcast_add", "broadcast_mul", "broadcast_max", "broadcast_less"),
                {},
                isSwapped ? Shapes{other, whole} : Shapes{whole, other}};
    }

    ProbeCase reduction()
    {
        const Shape data = shape(1, 6, 5);
        std::vector<std::int64_t> axes;
        for (std::size_t i = 0; i < data.size(); ++i) {
            if (number(0, 1) == 1) {
                axes.push_back(static_cast<std::int64_t>(i));
            }
        }
        return {oneOf("sum", "mean", "max", "min", "prod", "argmax", "argmin"),
                {{"axis", tuple(axes)},
                 {"keepdims", number(0, 1) == 1 ? "True" : "False"},
                 {"exclude", axes.size() < data.size() && number(0, 2) == 0 ? "True" : "False"}},
                {data}};
    }

    ProbeCase transposition()
    {
        const Shape data = shape(1, 6, 6);
        std::vector<std::int64_t> axes(data.size());
        std::iota(axes.begin(), axes.end(), std::int64_t{0});
        std::shuffle(axes.begin(), axes.end(), m_random);
        return {"transpose", {{"axes", tuple(axes)}}, {data}};
    }

    ProbeCase slice()
    {
        const Shape data = shape(1, 5, 12);
        std::vector<std::int64_t> begin;
        std::vector<std::int64_t> end;
        std::vector<std::int64_t> stride;
        for (const std::int64_t size : data) {
            begin.push_back(number(0, size - 1));
            end.push_back(number(begin.back() + 1, size));
            stride.push_back(number(1, 3));
        }
        return {"strided_slice",
                {{"begin", tuple(begin)}, {"end", tuple(end)}, {"stride", tuple(stride)}},
                {data}};
    }

    ProbeCase padding()
    {
        const Shape data = shape(1, 5, 6);
        std::string widths = "(";
        for (std::size_t i = 0; i < data.size(); ++i) {
            widths += tuple({number(0, 3), number(0, 3)}) + ",";
        }
        return {"pad",
                {{"pad_width", widths + ")"}, {"pad_value", std::to_string(number(-3, 3))}},
                {data}};
    }

    ProbeCase product()
    {
        const std::int64_t rows = number(1, 20);
        const std::int64_t depth = number(1, 40);
        const std::int64_t columns = number(1, 40);
        const bool a = number(0, 1) == 1;
        const bool b = number(0, 1) == 1;
        return {"matmul",
                {{"transpose_a", a ? "True" : "False"}, {"transpose_b", b ? "True" : "False"}},
                {a ? Shape{depth, rows} : Shape{rows, depth},
                 b ? Shape{columns, depth} : Shape{depth, columns}}};
    }

    ProbeCase convolution()
    {
        const std::int64_t groups = number(1, 3);
        const std::int64_t in = groups * number(1, 4);
        const std::int64_t out = groups * number(1, 5);
        const Shape kernel{number(1, 3), number(1, 3)};
        const Shape dilation{number(1, 2), number(1, 2)};
        const Shape size{number(6, 15), number(6, 15)};
        const bool isLast = number(0, 1) == 1;
        const std::int64_t batch = number(1, 2);
        return {"conv2d",
                {{"channels", std::to_string(out)},
                 {"kernel_size", tuple({kernel[0], kernel[1]})},
                 {"strides", tuple({number(1, 3), number(1, 3)})},
                 {"padding", tuple({number(0, 2), number(0, 2)})},
                 {"dilation", tuple({dilation[0], dilation[1]})},
                 {"groups", std::to_string(groups)},
                 {"layout", isLast ? "NHWC" : "NCHW"},
                 {"kernel_layout", isLast ? "HWIO" : "OIHW"}},
                {isLast ? Shape{batch, size[0], size[1], in} : Shape{batch, in, size[0], size[1]},
                 isLast ? Shape{kernel[0], kernel[1], in / groups, out}
                        : Shape{out, in / groups, kernel[0], kernel[1]},
                 {out}}};
    }

    ProbeCase pooling()
    {
        const bool isLast = number(0, 1) == 1;
        const Shape window{number(1, 4), number(1, 4)};
        const Shape size{number(5, 14), number(5, 14)};
        const std::int64_t batch = number(1, 2);
        const std::int64_t channels = number(1, 5);
        return {oneOf("max_pool2d", "avg_pool2d"),
                {{"pool_size", tuple({window[0], window[1]})},
                 {"strides", tuple({number(1, 3), number(1, 3)})},
                 {"padding", tuple({number(0, window[0] / 2), number(0, window[1] / 2)})},
                 {"ceil_mode", number(0, 1) == 1 ? "True" : "False"},
                 {"layout", isLast ? "NHWC" : "NCHW"}},
                {isLast ? Shape{batch, size[0], size[1], channels}
                        : Shape{batch, channels, size[0], size[1]}}};
    }

    /// Indices are positions of the indices themselves, from the last to 0.
    ProbeCase taking()
    {
        Shape data = shape(1, 4, 6);
        const auto axis =
            static_cast<std::size_t>(number(0, static_cast<std::int64_t>(data.size()) - 1));
        data[axis] = number(4, 9);
        return {"take",
                {{"axis", std::to_string(axis)}},
                {data, {number(1, 2), number(1, 2)}},
                Dialect::Nnvm,
                {DType::Float32, DType::Int32}};
    }

    std::mt19937 m_random;
};

} // namespace nervure::tests
