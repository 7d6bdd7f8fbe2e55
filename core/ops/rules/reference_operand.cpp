// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/reference_operand.h"

#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/strided_copy.h"

#include <cassert>
#include <cstring>

namespace nervure {

namespace {

/// The elements of one tensor as those of another of the same shape.
void convertElements(const ConstTensorView &from, const TensorView &to)
{
    const std::int64_t count = to.count();
    if (from.type == to.type) {
        std::memcpy(to.data, from.data, static_cast<std::size_t>(count) * dtypeBytes(to.type));
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        storeElement(to, i, elementAsDouble(from, i));
    }
}

Result<Tensor> converted(const ConstTensorView &tensor, DType type)
{
    Result<Tensor> copy = Tensor::zeros(type, shapeOf(tensor));
    if (copy) {
        convertElements(tensor, copy->view());
    }
    return copy;
}

bool isIdentity(const std::vector<std::size_t> &axes)
{
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (axes[i] != i) {
            return false;
        }
    }
    return true;
}

Shape permutedShape(const Shape &shape, const std::vector<std::size_t> &axes)
{
    assert(axes.size() == shape.size() && "every dimension has its place");
    Shape permuted = Shape::ofRank(axes.size());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        permuted[i] = shape[axes[i]];
    }
    return permuted;
}

/// Where the dimensions of a permuted tensor are in the original.
StridedSource permutedSource(const Shape &shape, const std::vector<std::size_t> &axes)
{
    const std::vector<std::int64_t> strides = denseStrides(shape);
    StridedSource source{permutedShape(shape, axes), {}, 0};
    for (const std::size_t axis : axes) {
        source.strides.push_back(strides[axis]);
    }
    return source;
}

std::vector<std::size_t> inverse(const std::vector<std::size_t> &axes)
{
    std::vector<std::size_t> result(axes.size());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        result[axes[i]] = i;
    }
    return result;
}

} // namespace

DType computingType(DType type)
{
    return type == DType::Float16 ? DType::Float32 : type;
}

Result<ReferenceOperand> ReferenceOperand::make(const ConstTensorView &tensor, DType type)
{
    ReferenceOperand operand(tensor);
    if (tensor.type != type) {
        Result<Tensor> copy = converted(tensor, type);
        RETURN_IF_FAILED(copy);
        operand.m_copy = std::move(copy).value();
    }
    return operand;
}

Result<ReferenceOperand> ReferenceOperand::make(const ConstTensorView &tensor, const Layout &from,
                                                const Layout &to, DType type)
{
    if (from == to) {
        return make(tensor, type);
    }
    const auto shape = from.convert(shapeOf(tensor), to);
    auto moved = shape ? Tensor::zeros(tensor.type, *shape) : Result<Tensor>(shape.error());
    RETURN_IF_FAILED(moved);
    RETURN_IF_FAILED(copyToLayout(tensor, from, moved->view(), to));
    return own(std::move(moved).value(), type);
}

Result<ReferenceOperand> ReferenceOperand::permuted(const ConstTensorView &tensor,
                                                    const std::vector<std::size_t> &axes,
                                                    DType type)
{
    if (isIdentity(axes)) {
        return make(tensor, type);
    }
    const Shape shape = shapeOf(tensor);
    auto moved = Tensor::zeros(tensor.type, permutedShape(shape, axes));
    RETURN_IF_FAILED(moved);
    copyStrided(permutedSource(shape, axes), tensor.data, dtypeBytes(tensor.type), moved->data());
    return own(std::move(moved).value(), type);
}

Result<ReferenceOperand> ReferenceOperand::own(Tensor tensor, DType type)
{
    ReferenceOperand operand({});
    if (tensor.type() != type) {
        Result<Tensor> copy = converted(tensor.view(), type);
        RETURN_IF_FAILED(copy);
        tensor = std::move(copy).value();
    }
    operand.m_copy = std::move(tensor);
    return operand;
}

Result<ReferenceResult> ReferenceResult::make(const TensorView &output, const Shape &computed,
                                              Rearrangement rearrange, DType type)
{
    ReferenceResult result(output);
    result.m_rearrange = std::move(rearrange);
    if (output.type != type || result.m_rearrange) {
        Result<Tensor> tensor = Tensor::zeros(type, computed);
        RETURN_IF_FAILED(tensor);
        result.m_computed = std::move(tensor).value();
    }
    return result;
}

Result<ReferenceResult> ReferenceResult::make(const TensorView &output, DType type)
{
    return make(output, shapeOf(output), nullptr, type);
}

Result<ReferenceResult> ReferenceResult::make(const TensorView &output, const Layout &computed,
                                              const Layout &wanted, DType type)
{
    if (computed == wanted) {
        return make(output, type);
    }
    ASSIGN_OR_RETURN(const auto shape, wanted.convert(shapeOf(output), computed));
    const auto rearrange = [computed, wanted](const ConstTensorView &from, const TensorView &to) {
        return copyToLayout(from, computed, to, wanted);
    };
    return make(output, shape, rearrange, type);
}

Result<ReferenceResult> ReferenceResult::permuted(const TensorView &output,
                                                  const std::vector<std::size_t> &axes, DType type)
{
    if (isIdentity(axes)) {
        return make(output, type);
    }
    const auto rearrange = [back = inverse(axes)](const ConstTensorView &from,
                                                  const TensorView &to) -> Status {
        copyStrided(permutedSource(shapeOf(from), back), from.data, dtypeBytes(from.type), to.data);
        return {};
    };
    return make(output, permutedShape(shapeOf(output), axes), rearrange, type);
}

Status ReferenceResult::store()
{
    if (!m_computed) {
        return {};
    }
    if (!m_rearrange) {
        convertElements(m_computed->view(), m_output);
        return {};
    }
    if (m_computed->type() == m_output.type) {
        return m_rearrange(m_computed->view(), m_output);
    }
    const Result<Tensor> copy = converted(m_computed->view(), m_output.type);
    return copy ? m_rearrange(copy->view(), m_output) : Status(copy.error());
}

} // namespace nervure
