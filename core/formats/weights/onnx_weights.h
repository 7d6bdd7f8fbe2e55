// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight_file.h"

namespace nervure {

/// The weights of a file, and the files that hold them.
struct FoundWeights {
    std::vector<Weight> weights;
    std::vector<std::shared_ptr<const FileBytes>> files;
};

/// Initializers of an ONNX model, those of the graphs inside it ("loop/w") among them, and the tensors of
/// its Constant nodes under the names of their values. Files of external data lie in the model's folder or
/// in those allowed; what is missing or outside is the `problem` of its weights.
Result<FoundWeights> onnxWeights(std::string_view model, const std::filesystem::path &file,
                                 const AllowedFolders &allowed);

} // namespace nervure
