// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/graph/tensor_layout.h"
#include "core/ops/convolution/conv2d_geometry.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nervure {

/// Convolutions of floats in any order of dimensions, and transposed ones, as what the fast kernels
/// compute: one plain convolution, or several whose results lie apart in one output.

/// The layouts of a convolution's tensors.
struct Conv2dPlacing {
    Layout data;
    Layout weight;
    Layout out;
    Layout bias;
};

/// Of plain tensors: NCHW and OIHW.
[[nodiscard]] const Conv2dPlacing &plainPlacing();

/// Whether data, weight and output lie so.
[[nodiscard]] bool isPlain(const Conv2dPlacing &placing);

/// How many elements apart neighbors along a tensor's dimensions are.
struct PlaneSteps {
    std::int64_t image = 0;
    std::int64_t channel = 0;
    std::int64_t row = 0;
    std::int64_t column = 0;

    bool operator==(const PlaneSteps &) const = default;
};

/// One plain convolution: from the input, which it may begin inside of (negative padding), to some
/// positions of the output.
struct Conv2dTask {
    Conv2dGeometry g;
    PlaneSteps in;
    PlaneSteps out;
    std::int64_t outFirst = 0;    ///< element of the output that result (0, 0, 0, 0) is
    std::int64_t weightFirst = 0; ///< where its weights begin, OIHW in float
};

/// Which inputs and output an operator's tensors are.
struct Conv2dOperands {
    std::uint32_t data = 0;
    std::uint32_t weight = 1;
    std::uint32_t bias = 2;
};

/// What stays zero at the bottom and the right of a transposed convolution's output.
struct Conv2dZeros {
    std::int64_t rows = 0;    ///< that hold results
    std::int64_t columns = 0; ///< that hold results
    std::int64_t height = 0;  ///< of the output
    std::int64_t width = 0;   ///< of the output
    PlaneSteps out;

    [[nodiscard]] bool isAny() const { return rows < height || columns < width; }
};

/// A convolution in parts.
struct Conv2dTasks {
    Conv2dOperands operands;
    std::vector<Conv2dTask> tasks;
    std::optional<InputPack> weights; ///< none: they are OIHW in float32
    Conv2dZeros zeros;
};

/// One convolution with weights at `weight` (image: of output channels, channel: of input channels in a
/// group), which become OIHW in float32 unless they are. Nothing where the kernels know no such types or
/// sizes.
[[nodiscard]] std::optional<Conv2dTasks> oneTask(const Conv2dTask &task, const PlaneSteps &weight,
                                                 const Conv2dOperands &operands,
                                                 const KernelContext &context);

/// The convolution itself. Nothing where the kernels do not know types or layouts: channels in blocks,
/// other types than float32 and float16.
[[nodiscard]] std::optional<Conv2dTasks> plainTasks(const Conv2dGeometry &geometry,
                                                    const Conv2dPlacing &placing,
                                                    const KernelContext &context);

/// What conv2dDataGradient() computes: `geometry` is the convolution that leads from output 0 to the
/// data. A part for each phase of the strides: the results that meet the same taps. Output 0 may be
/// larger than the geometry says. Nothing with dilation, too.
[[nodiscard]] std::optional<Conv2dTasks> transposedTasks(const Conv2dGeometry &geometry,
                                                         const Conv2dPlacing &placing,
                                                         const Conv2dOperands &operands,
                                                         const KernelContext &context);

/// Appends the four numbers as arguments.
void addSteps(KernelLaunch &launch, const PlaneSteps &steps);

} // namespace nervure
