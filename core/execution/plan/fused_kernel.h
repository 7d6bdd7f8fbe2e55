// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nervure {

/// One element-wise operator that is computed where the root stores its result. Its output has the
/// shape of the root's.
struct FusedFollower {
    const IndexedNode *node = nullptr;
    std::vector<Shape> inShapes; ///< one an input of the operator
    std::vector<DType> inTypes;
    Shape outShape;
    DType outType = DType::Unknown;
    /// By input: the value inside the group that it is, 0 being the root's output and k the result
    /// of follower k, counted from 1; nothing for what comes from a buffer.
    std::vector<std::optional<std::uint32_t>> values;
};

/// How many inputs a fused group may have beside its root's.
inline constexpr std::size_t maxExtraOperands = 8;

/// Puts the followers into the launches that store the root's output 0: their defines get
/// NERVURE_EXTRA_PARAMS, NERVURE_STORE and, for storeLanes, NERVURE_STORE_LANES (kernel_spec.h),
/// their arguments one KernelArg::Input for each follower input that is no value of the group,
/// numbered from `rootInputs` on in order. False, and `kernel` unchanged, when a launch does not store
/// through the macro, when a follower has no expression, or when the types do not allow it: all are
/// that of the root's output, which is float32, or one whose values the root computes by the
/// prelude's names. Whole numbers are fused into kernels of single elements alone.
///
/// A result of another type than float32 is rounded to it before the next follower takes it, as if it
/// had been stored and loaded again: a fused chain equals an unfused one to the bit.
[[nodiscard]] bool fuseFollowers(KernelSpec &kernel, std::uint32_t rootInputs,
                                 const std::vector<FusedFollower> &followers, Semantics semantics,
                                 const DeviceTraits &device);

/// The OpenCL C index expression of the element that NumPy's broadcasting takes from a tensor of
/// shape `from` at the flat index `i` of shape `to`; empty when `from` cannot be broadcast so.
[[nodiscard]] std::string broadcastIndex(const Shape &from, const Shape &to);

/// The expression of that element of `buffer`; with more lanes than one, of the vector from the flat
/// index `i` on, or of the number that all lanes share. Lanes that do not divide the last dimension of
/// `to` are neighbors along the last two taken as one; empty where those of `buffer` are neither.
[[nodiscard]] std::string broadcastElement(const std::string &buffer, const Shape &from,
                                           const Shape &to, int lanes);

} // namespace nervure
