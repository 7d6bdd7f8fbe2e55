// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/formats/weights/weight_file.h"

namespace nervure {

/// The weights of a file as tensors, by name, for a run: those whose elements are computed with, in the type of computableType();
/// a scalar is one element,
/// a sparse one is whole. Fails with code "weight" where elements cannot be read, and with "cancelled".
[[nodiscard]] Result<TensorMap> readWeightTensors(const WeightFile &file,
                                                  const JobControl &control);

} // namespace nervure
