// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/support/result.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// A matrix as a product takes it: its rows (of the left operand) or columns (of the right one) are
/// counted by dimensions, the innermost last: up to three that do not lie together in memory.
struct MatmulOperand {
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    std::int64_t step = 1; ///< from one element of a row or column to the next
};

/// One product, or several of equal sizes: `batches` of them, whose results lie one behind the other.
struct MatmulProduct {
    MatmulOperand left;
    MatmulOperand right;
    std::int64_t depth = 0; ///< products that are added up
    bool hasBias = false;   ///< input 2, one number a column
    /// Sums in half precision are rounded at each step, as Accumulator<Half> is.
    bool isStepwise = false;
    std::int64_t batches = 1;
    std::int64_t leftBatch = 0;  ///< from one product's left operand to the next one's
    std::int64_t rightBatch = 0; ///< the same for the right one
};

/// Output 0 = input 0 times input 1, dense, for every type. Those of float32 are packed where the device has
/// wide vectors (matmul_packed_kernel.h); others, and those of float16, are convolutions of 1x1
/// (conv2d_kernel.h), with the operand that is more like an image as the image; what is too small for that
/// or of other types computes matmul.cl. Fails with "no-kernel".
[[nodiscard]] Result<KernelSpec> matmulKernel(const MatmulProduct &product,
                                              const KernelContext &context);

} // namespace nervure
