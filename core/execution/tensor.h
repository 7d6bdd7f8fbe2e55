// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_view.h"
#include "core/support/result.h"

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace nervure {

/// A dense row-major tensor in host memory that owns its elements. Copies are deep.
class Tensor {
public:
    /// Alignment of `data()` in bytes.
    static constexpr std::size_t alignment = 64;

    Tensor() = default;
    Tensor(const Tensor &other);
    Tensor(Tensor &&other) noexcept;
    Tensor &operator=(const Tensor &other);
    Tensor &operator=(Tensor &&other) noexcept;
    ~Tensor() = default;

    /// A tensor of zeros. Fails on an unknown type, a negative dimension, a size that overflows and
    /// when there is no memory for it.
    static Result<Tensor> zeros(DType type, Shape shape);
    /// A float32 tensor with these elements in row-major order; their number must fit the shape.
    static Tensor ofFloats(Shape shape, std::span<const float> values);

    [[nodiscard]] DType type() const { return m_type; }
    [[nodiscard]] const Shape &shape() const { return m_shape; }
    /// Number of elements: 1 for no dimensions.
    [[nodiscard]] std::int64_t count() const;
    [[nodiscard]] std::size_t byteSize() const { return m_bytes; }
    [[nodiscard]] std::byte *data() { return m_data.get(); }
    [[nodiscard]] const std::byte *data() const { return m_data.get(); }
    [[nodiscard]] std::span<std::byte> bytes() { return {m_data.get(), m_bytes}; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return {m_data.get(), m_bytes}; }
    [[nodiscard]] TensorView view() { return {m_type, m_shape, m_data.get()}; }
    [[nodiscard]] ConstTensorView view() const { return {m_type, m_shape, m_data.get()}; }
    /// The elements; T must have the size of the element type.
    template <typename T>
    [[nodiscard]] std::span<T> elements()
    {
        return {view().as<T>(), m_bytes / sizeof(T)};
    }
    template <typename T>
    [[nodiscard]] std::span<const T> elements() const
    {
        return {view().as<T>(), m_bytes / sizeof(T)};
    }

private:
    struct Release {
        void operator()(std::byte *data) const;
    };

    DType m_type = DType::Unknown;
    Shape m_shape;
    std::size_t m_bytes = 0;
    std::unique_ptr<std::byte[], Release> m_data;
};

/// Tensors by the name of the variable or output they belong to.
using TensorMap = std::map<std::string, Tensor>;

/// Element `i` as a number, whatever the type (float16 included).
[[nodiscard]] double elementAsDouble(const ConstTensorView &tensor, std::int64_t i);

/// Stores a number as element `i`, rounded or cut to the element type.
void storeElement(const TensorView &tensor, std::int64_t i, double value);

/// How far two tensors of one shape are apart: the largest |a-b| / max(1e-6, largest |b|), that is
/// relative to the largest element of `expected`. Infinite when shapes or non-finite elements
/// differ.
[[nodiscard]] double relativeDifference(const ConstTensorView &actual,
                                        const ConstTensorView &expected);

} // namespace nervure
