// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight_file.h"

namespace nervure {

/// The weights of a file, and the files that hold them.
struct FoundWeights {
    std::vector<Weight> weights;
    std::vector<std::shared_ptr<const FileBytes>> files;
};

/// Initializers of an ONNX model, those of the graphs inside it among them, and what its Constant nodes hold, under the
/// names of their values. A graph inside is named after its node ("loop/w"), after the node's first value where its name is
/// another node's too, and the attribute, where the node holds several ("if/then_branch/w"); what is in a function
/// after that ("local:f/w"). Files of external data lie in the model's folder or
/// in those allowed; what is missing or outside is the `problem` of its weights.
Result<FoundWeights> onnxWeights(std::string_view model, const std::filesystem::path &file,
                                 const AllowedFolders &allowed);

} // namespace nervure
