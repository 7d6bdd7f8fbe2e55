// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/formats/hdf5/hdf5_index.h"
#include "core/formats/keras/keras_graph.h"

#include <map>
#include <string>
#include <string_view>

namespace nervure {

/// Which of an HDF5 file's arrays holds a variable's values: the variable's name and the array's path.
using KerasValuePaths = std::map<std::string, std::string>;

/// Finds the arrays of a model's variables in the file of its weights: model.save() and save_weights() of
/// Keras 2, model.weights.h5 of Keras 3. Fails with code "keras-weights" where a layer has other arrays than
/// the model.
[[nodiscard]] Result<KerasValuePaths> findKerasValues(const KerasGraph &model,
                                                      const Hdf5Index &index);

/// The values of a document's variables from a file that lies beside it: of weights alone, or a whole model's.
[[nodiscard]] Result<TensorMap> readKerasValues(std::string_view file, const Graph &graph);

} // namespace nervure
