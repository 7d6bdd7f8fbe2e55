// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_tensors.h"

#include "core/graph/value/element_type.h"

#include <cstring>
#include <utility>

namespace nervure {

namespace {

Result<Tensor> tensorOf(const Weight &weight, DType type, const JobControl &control)
{
    Shape shape(weight.shape.begin(), weight.shape.end());
    if (shape.empty()) {
        shape.push_back(1);
    }
    ASSIGN_OR_RETURN(const WeightReader reader, WeightReader::open(weight, control));
    ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(type, shape));
    std::size_t filled = 0;
    RETURN_IF_FAILED(reader.read(0, weight.count, [&](std::string_view elements) -> Status {
        std::memcpy(tensor.data() + filled, elements.data(), elements.size());
        filled += elements.size();
        return {};
    }));
    return tensor;
}

} // namespace

Result<TensorMap> readWeightTensors(const WeightFile &file, const JobControl &control)
{
    TensorMap tensors;
    for (const Weight &weight : file.weights()) {
        const DType type = computableType(weight.type);
        if (type != DType::Unknown && weight.count > 0) {
            ASSIGN_OR_RETURN(tensors[weight.name], tensorOf(weight, type, control));
        }
    }
    RETURN_IF_FAILED(file.checkUnchanged());
    return tensors;
}

} // namespace nervure
