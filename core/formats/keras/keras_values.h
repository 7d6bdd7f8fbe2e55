// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/formats/hdf5/hdf5_index.h"
#include "core/formats/keras/keras_graph.h"

#include <map>
#include <string>
#include <string_view>

namespace nervure {

/// Which of an HDF5 file's arrays hold the values of a model's variables, by the variables' names.
struct KerasValuePaths {
    std::map<std::string, std::string> found;   ///< the arrays' paths
    std::map<std::string, std::string> missing; ///< of those that are not there, the reasons
};

/// Finds the arrays of a model's variables in the file of its weights: model.save() and save_weights() of
/// Keras 2, model.weights.h5 of Keras 2 and 3.
[[nodiscard]] KerasValuePaths findKerasValues(const KerasGraph &model, const Hdf5Index &index);

/// Notes at the model's variables the shapes that their arrays have in the file.
void tellKerasShapes(KerasGraph &model, const Hdf5Index &index);

/// The values of a document's variables from a file that lies beside it: of weights alone, or a whole model's. Fails
/// with code "keras-weights" where it has other layers than the document.
[[nodiscard]] Result<TensorMap> readKerasValues(std::string_view file, const Graph &graph);

} // namespace nervure
