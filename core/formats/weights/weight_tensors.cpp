// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_tensors.h"

#include "core/graph/value/element_type.h"

#include <cstring>
#include <utility>

namespace nervure {

namespace {

/// The upper halves of floats as floats.
void widenBfloat16(std::string_view from, std::byte *to)
{
    constexpr std::size_t bytes = 2;
    for (std::size_t i = 0; i < from.size(); i += bytes) {
        std::memset(to + 2 * i, 0, bytes);
        std::memcpy(to + 2 * i + bytes, from.data() + i, bytes);
    }
}

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
        if (weight.type == ElementType::BFloat16) {
            widenBfloat16(elements, tensor.data() + filled);
            filled += 2 * elements.size();
        } else {
            std::memcpy(tensor.data() + filled, elements.data(), elements.size());
            filled += elements.size();
        }
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
