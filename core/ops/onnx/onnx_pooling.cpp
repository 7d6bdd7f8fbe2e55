// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/onnx/onnx_windows.h"

#include <algorithm>

namespace nervure {

namespace {

using namespace onnx;

/// One window over all of each channel.
Status globalPooling(ValueCall &call)
{
    ASSIGN_OR_RETURN(const auto rank, spatialRank(call, {0}));
    if (rank) {
        call.setShape(0, withSpatialSizes(call.shape(0), Dimensions(*rank, Dimension(1))));
    }
    return {};
}

/// What a pooling with the same attributes made this of.
Status unpooling(ValueCall &call)
{
    constexpr std::size_t indices = 1;
    constexpr std::size_t sizes = 2;
    ASSIGN_OR_RETURN(const auto rank, spatialRank(call, {0, indices}));
    if (!rank) {
        return {};
    }
    if (call.has(sizes)) {
        const auto *given = call.whole(sizes);
        const bool isWhole = given && given->size() == *rank + 2;
        call.setShape(0, isWhole ? *given : unknownDimensions(*rank + 2));
        return {};
    }
    ASSIGN_OR_RETURN(const Dimensions kernel, kernelSizes(call, unknownDimensions(*rank)));
    ASSIGN_OR_RETURN(const Windows windows, windowsOf(call, kernel));
    const Dimensions from = spatialSizes(call.shape(0), *rank);
    call.setShape(0, withSpatialSizes(call.shape(0), sizesOfWindows(windows, from)));
    return {};
}

} // namespace

void registerOnnxPooling(OpRegistry &ops)
{
    add(ops, OpCategory::Pooling, "GlobalAveragePool", "the mean of each channel",
        {{1, "X:T -> Y:T", "T = float", std::vector<Attribute>{}, globalPooling},
         {22, {}, "T += bf16"}});
    add(ops, OpCategory::Pooling, "GlobalMaxPool", "the largest element of each channel",
        {{1, "X:T -> Y:T", "T = float", std::vector<Attribute>{}, globalPooling},
         {22, {}, "T += bf16"}});
    add(ops, OpCategory::Pooling, "GlobalLpPool", "the p-norm of each channel",
        {{1, "X:T -> Y:T", "T = float", std::vector{number("p", 2, "the exponent of the norm")},
          globalPooling},
         {2, {}, {}, std::vector{exponentAttribute()}},
         {22, {}, "T += bf16"}});
    add(ops, OpCategory::Pooling, "MaxUnpool",
        "elements put back where a pooling took the largest, 0 elsewhere",
        {{9, "X:T1 I:T2 output_shape:T2? -> output:T1", "T1 = float; T2 = i64",
          std::vector{kernelAttribute().required(), padsAttribute(), stridesAttribute()},
          unpooling},
         {11},
         {22, {}, "T1 += bf16"}});
}

} // namespace nervure
