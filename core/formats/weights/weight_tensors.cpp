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

/// A scalar is one element.
Shape tensorShape(const std::vector<std::int64_t> &sizes)
{
    return sizes.empty() ? Shape{1} : Shape(sizes.begin(), sizes.end());
}

Result<Tensor> tensorOf(const Weight &weight, DType type, const JobControl &control)
{
    const Shape shape = tensorShape(weight.shape);
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

/// The whole tensor of one that is stored sparse.
Result<Tensor> spreadOut(const Weight &weight, const Tensor &elements, const JobControl &control)
{
    ASSIGN_OR_RETURN(const std::vector<std::int64_t> places, weight.sparse->read(control));
    ASSIGN_OR_RETURN(Tensor whole,
                     Tensor::zeros(elements.type(), tensorShape(weight.sparse->shape)));
    const std::size_t bytes = dtypeBytes(elements.type());
    for (std::size_t i = 0; i < places.size() && (i + 1) * bytes <= elements.byteSize(); ++i) {
        if (places[i] < 0 || places[i] >= whole.count()) {
            return makeError("weight", "{}: element {} has the place {}, expected one below {}",
                             weight.name, i, places[i], whole.count());
        }
        std::memcpy(whole.data() + static_cast<std::size_t>(places[i]) * bytes,
                    elements.data() + i * bytes, bytes);
    }
    return whole;
}

Result<Tensor> wholeTensorOf(const Weight &weight, DType type, const JobControl &control)
{
    ASSIGN_OR_RETURN(Tensor tensor, tensorOf(weight, type, control));
    return weight.sparse ? spreadOut(weight, tensor, control) : Result<Tensor>(std::move(tensor));
}

} // namespace

Result<TensorMap> readWeightTensors(const WeightFile &file, const JobControl &control)
{
    TensorMap tensors;
    for (const Weight &weight : file.weights()) {
        const DType type = computableType(weight.type);
        if (type != DType::Unknown && (weight.count > 0 || weight.sparse)) {
            ASSIGN_OR_RETURN(tensors[weight.name], wholeTensorOf(weight, type, control));
        }
    }
    RETURN_IF_FAILED(file.checkUnchanged());
    return tensors;
}

} // namespace nervure
