// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/lightnet_samples.h"

namespace nervure::tests {

/// Products of matrices.
inline std::vector<Sample> matrixSamples()
{
    return {
        {"plain", {"matmul", {}, {{5, 37}, {37, 19}}}},
        {"left transposed", {"matmul", {{"transpose_a", "True"}}, {{37, 5}, {37, 19}}}},
        {"right transposed", {"matmul", {{"transpose_b", "True"}}, {{5, 37}, {19, 37}}}},
        {"long rows", {"dense", {{"units", "9"}}, {{2, 275}, {9, 275}, {9}}}},
        {"tiles", {"dense", {{"units", "37"}}, {{21, 67}, {37, 67}, {37}}}},
        {"tiles without bias",
         {"dense", {{"units", "70"}, {"use_bias", "False"}}, {{9, 130}, {70, 130}}}},
        {"tiles", {"matmul", {}, {{37, 35}, {35, 71}}}},
        {"tiles, left transposed", {"matmul", {{"transpose_a", "True"}}, {{35, 37}, {35, 71}}}},
        {"tiles, right transposed", {"matmul", {{"transpose_b", "True"}}, {{37, 35}, {71, 35}}}},
        {"tiles, both transposed",
         {"matmul", {{"transpose_a", "True"}, {"transpose_b", "True"}}, {{35, 37}, {71, 35}}}},
        {"tiles of more dimensions", {"matmul", {}, {{2, 13, 35}, {35, 4, 11}}}},
        {"tiles of more dimensions, transposed",
         {"matmul", {{"transpose_a", "True"}}, {{35, 2, 13}, {35, 3, 17}}}},
        {"one row", {"matmul", {}, {{1, 300}, {300, 75}}}},
        {"one column", {"matmul", {}, {{37, 300}, {300, 1}}}},
        {"more dimensions", {"matmul", {}, {{2, 3, 7}, {7, 4, 5}}}},
        {"both transposed",
         {"matmul", {{"transpose_a", "True"}, {"transpose_b", "True"}}, {{7, 3}, {4, 7}}}},
        {"plain", {"batch_matmul", {}, {{2, 3, 5, 37}, {2, 3, 37, 19}}, Dialect::Nervure}},
        {"both transposed",
         {"batch_matmul",
          {{"transpose_a", "True"}, {"transpose_b", "True"}},
          {{3, 37, 5}, {3, 19, 37}},
          Dialect::Nervure}},
        {"tiles of columns", {"batch_matmul", {}, {{3, 13, 21}, {3, 21, 37}}, Dialect::Nervure}},
        {"tiles of sums",
         {"batch_matmul", {{"transpose_b", "True"}}, {{3, 13, 37}, {3, 21, 37}}, Dialect::Nervure}},
        {"packed", {"matmul", {}, {{41, 64}, {64, 53}}}},
        {"packed, more dimensions", {"matmul", {}, {{2, 23, 70}, {70, 48}}}},
        {"packed, right transposed", {"matmul", {{"transpose_b", "True"}}, {{37, 64}, {64, 64}}}},
        {"packed", {"dense", {{"units", "50"}}, {{43, 67}, {50, 67}, {50}}}},
        {"packed", {"batch_matmul", {}, {{2, 3, 33, 40}, {2, 3, 40, 32}}, Dialect::Nervure}},
        {"packed, right transposed",
         {"batch_matmul", {{"transpose_b", "True"}}, {{3, 41, 32}, {3, 37, 32}}, Dialect::Nervure}},
        {"numbers",
         {"arange", {{"start", "-1.5"}, {"step", "0.25"}, {"count", "401"}}, {}, Dialect::Nervure}},
    };
}

/// One layer of a recurrent network: units that fill vectors and others, one sequence and several.
inline std::vector<Sample> recurrenceSamples()
{
    const auto sample = [](const char *label, const char *mode, std::int64_t gates, Shape sizes,
                           AttrDict more = {}) {
        const std::int64_t rows = gates * sizes[2];
        more.set("mode", mode);
        Shapes inputs{{sizes[0], sizes[1], rows}, {rows, sizes[2]}, {rows}, {sizes[1], sizes[2]}};
        if (gates == 4) {
            inputs.push_back(inputs.back());
        }
        DTypes types;
        if (more.find("use_lengths") != nullptr) {
            types.assign(inputs.size(), DType::Float32);
            inputs.push_back({sizes[1]});
            types.push_back(DType::Int32);
        }
        return Sample{label,
                      {"recurrence", std::move(more), std::move(inputs), Dialect::Nervure, types}};
    };
    return {
        sample("lstm", "lstm", 4, {3, 8, 32}),
        sample("lstm backward, of odd sizes", "lstm", 4, {4, 3, 21}, {{"reverse", "1"}}),
        sample("gru", "gru", 3, {3, 2, 19}),
        sample("gru reset before", "gru", 3, {3, 4, 37}, {{"reset_before", "1"}}),
        sample("lstm of some length", "lstm", 4, {5, 6, 19}, {{"use_lengths", "1"}}),
        sample("gru of some length, backward", "gru", 3, {5, 6, 19},
               {{"use_lengths", "1"}, {"reverse", "1"}, {"reset_before", "1"}}),
        sample("tanh", "rnn_tanh", 1, {2, 1, 9}),
        sample("relu backward", "rnn_relu", 1, {3, 2, 16}, {{"reverse", "1"}}),
    };
}

/// Reductions and what computes with groups.
inline std::vector<Sample> reductionSamples()
{
    constexpr DType f = DType::Float32;
    return {
        {"inner", {"sum", {{"axis", "(2,)"}}, {{3, 4, 130}}}},
        {"all", {"sum", {}, {{3, 4, 5}}}},
        {"outer and inner", {"sum", {{"axis", "(0, 2)"}, {"keepdims", "True"}}, {{3, 4, 5, 6}}}},
        {"every second", {"sum", {{"axis", "(1, 3, 5)"}}, {{2, 3, 2, 3, 2, 3, 2}}}},
        {"middle", {"mean", {{"axis", "(1,)"}}, {{3, 7, 5}}}},
        {"excluded", {"mean", {{"axis", "(1,)"}, {"exclude", "True"}}, {{3, 7, 5}}}},
        {"inner", {"prod", {{"axis", "(-1,)"}}, {{6, 5}}}},
        {"middle", {"max", {{"axis", "(1,)"}}, {{3, 7, 5}}}},
        {"all", {"min", {}, {{3, 7, 5}}}},
        {"middle", {"argmax", {{"axis", "(1,)"}}, {{3, 7, 5}}}},
        {"all", {"argmax", {{"keepdims", "True"}}, {{3, 7, 5}}}},
        {"outer", {"argmin", {{"axis", "(0,)"}}, {{3, 7, 5}}}},
        {"as floats", {"argmin", {{"axis", "(1,)"}, {"dtype", "float32"}}, {{3, 7, 5}}}},
        {"rows", {"sum", {{"axis", "(2,)"}}, {{3, 4, 1100}}}},
        {"rows of rows", {"sum", {{"axis", "(0, 2)"}}, {{3, 5, 39}}}},
        {"rows", {"mean", {{"axis", "(1, 2)"}}, {{7, 6, 9}}}},
        {"rows", {"max", {{"axis", "(1,)"}}, {{5, 131}}}},
        {"rows of rows", {"min", {{"axis", "(1, 3)"}}, {{2, 3, 4, 37}}}},
        {"rows", {"argmax", {{"axis", "(1,)"}}, {{5, 131}}}},
        {"rows of rows", {"argmin", {{"axis", "(0, 2)"}}, {{3, 4, 37}}}},
        {"runs", {"sum", {{"axis", "(1,)"}}, {{3, 70, 75}}}},
        {"runs", {"mean", {{"axis", "(0, 2)"}}, {{3, 2, 7, 270}}}},
        {"runs", {"prod", {{"axis", "(1,)"}}, {{3, 4, 23}}}},
        {"runs", {"min", {{"axis", "(1,)"}}, {{3, 7, 75}}}},
        {"runs", {"argmax", {{"axis", "(1,)"}}, {{3, 7, 75}}}},
        {"runs", {"argmin", {{"axis", "(0,)"}}, {{7, 5, 15}}}},
        {"two dimensions", {"collapse_sum", {}, {{3, 4, 5}, {3, 1, 5}}, Dialect::Nnvm, {f, f}}},
        {"middle", {"_max_mask", {{"axis", "(1,)"}}, {{3, 7, 5}}, Dialect::Nnvm, {f}}},
        {"runs", {"_max_mask", {{"axis", "(1,)"}}, {{3, 7, 19}}, Dialect::Nnvm, {f}}},
        {"all", {"_min_mask", {}, {{3, 7, 5}}, Dialect::Nnvm, {f}}},
        {"channels", {"l2_normalize", {{"eps", "0.001"}, {"axis", "(1,)"}}, {{2, 5, 3, 3}}}},
        {"runs", {"l2_normalize", {{"eps", "0.001"}, {"axis", "(1,)"}}, {{2, 5, 3, 9}}}},
        {"rows", {"l2_normalize", {{"eps", "0.001"}, {"axis", "(2,)"}}, {{2, 5, 39}}}},
        {"channels", {"standardize", {{"axis", "(1,)"}}, {{2, 5, 3, 3}}, Dialect::Nervure}},
        {"runs", {"standardize", {{"axis", "(1,)"}}, {{2, 5, 3, 9}}, Dialect::Nervure}},
        {"rows", {"standardize", {{"axis", "(2,)"}}, {{2, 5, 39}}, Dialect::Nervure}},
        {"whole vectors", {"standardize", {{"axis", "(1, 2)"}}, {{3, 2, 32}}, Dialect::Nervure}},
        {"not centered",
         {"standardize", {{"axis", "(1,)"}, {"center", "False"}}, {{3, 48}}, Dialect::Nervure}},
        {"channels",
         {"lrn",
          {{"size", "3"}, {"axis", "1"}, {"alpha", "0.5"}, {"beta", "0.75"}, {"bias", "2"}},
          {{2, 7, 3, 5}}}},
        {"lanes",
         {"lrn",
          {{"size", "5"}, {"axis", "1"}, {"alpha", "0.5"}, {"beta", "0.75"}, {"bias", "1"}},
          {{2, 7, 5, 9}}}},
        {"last",
         {"lrn",
          {{"size", "5"}, {"axis", "3"}, {"alpha", "0.1"}, {"beta", "0.5"}, {"bias", "1"}},
          {{2, 3, 4, 6}}}},
    };
}

} // namespace nervure::tests
