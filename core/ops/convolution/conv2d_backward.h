// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/convolution/conv2d_geometry.h"

namespace nervure {

/// The derivatives of the convolution that `geometry` describes, as naive as conv2dReference().
/// All tensors are plain (NCHW, OIHW), of one number type, and sized as the geometry says: `outGrad`
/// as the output, `data` and `dataGrad` as the data. They fail for types they cannot compute and
/// when canceled.

/// Of the data: what each input element was multiplied with, summed. It is also the transposed
/// convolution of `outGrad`.
[[nodiscard]] Status conv2dDataGradient(const Conv2dGeometry &geometry,
                                        const ConstTensorView &outGrad,
                                        const ConstTensorView &weight, const TensorView &dataGrad,
                                        const CancelToken *cancel);

[[nodiscard]] Status conv2dWeightGradient(const Conv2dGeometry &geometry,
                                          const ConstTensorView &outGrad,
                                          const ConstTensorView &data, const TensorView &weightGrad,
                                          const CancelToken *cancel);

/// The sum of each output channel.
[[nodiscard]] Status conv2dBiasGradient(const Conv2dGeometry &geometry,
                                        const ConstTensorView &outGrad, const TensorView &biasGrad);

} // namespace nervure
