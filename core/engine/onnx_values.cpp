// SPDX-License-Identifier: Apache-2.0
#include "core/engine/onnx_values.h"

#include "core/formats/weights/weight_tensors.h"

#include <utility>

namespace nervure {

Result<TensorMap> readOnnxValues(std::shared_ptr<const FileBytes> bytes,
                                 const std::filesystem::path &file, const AllowedFolders &allowed,
                                 const JobControl &control)
{
    const auto weights = WeightFile::ofBytes(std::move(bytes), file, allowed);
    if (!weights && weights.error().code == "weights-format") {
        return TensorMap(); // an architecture alone
    }
    RETURN_IF_FAILED(weights);
    return readWeightTensors(*weights, control);
}

Result<TensorMap> readOnnxValues(const OpenedModel &model, const OpRegistry &ops,
                                 const AllowedFolders &allowed)
{
    if (!model.project) {
        return readOnnxValues(model.text, model.path, allowed);
    }
    Diagnostics ignored;
    ASSIGN_OR_RETURN(
        std::string text,
        modelText(
            {model.graph, *model.format, {ops, model.semantics, {}}, model.text, model.format},
            ignored));
    return readOnnxValues(std::make_shared<const FileBytes>(std::move(text)), model.path, allowed);
}

} // namespace nervure
