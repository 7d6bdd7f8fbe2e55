// SPDX-License-Identifier: Apache-2.0
#include "core/engine/onnx_values.h"

#include "core/formats/weights/weight_tensors.h"

#include <utility>

namespace nervure {

Status readOnnxValues(const std::filesystem::path &file, const AllowedFolders &allowed,
                      ExecutionRequest &request, const JobControl &control)
{
    ASSIGN_OR_RETURN(const WeightFile weights, WeightFile::open(file, allowed));
    ASSIGN_OR_RETURN(request.weights, readWeightTensors(weights, control));
    return {};
}

Status readOnnxValues(std::shared_ptr<const FileBytes> bytes, const std::filesystem::path &file,
                      const AllowedFolders &allowed, ExecutionRequest &request,
                      const JobControl &control)
{
    ASSIGN_OR_RETURN(const WeightFile weights,
                     WeightFile::ofBytes(std::move(bytes), file, allowed));
    ASSIGN_OR_RETURN(request.weights, readWeightTensors(weights, control));
    return {};
}

} // namespace nervure
