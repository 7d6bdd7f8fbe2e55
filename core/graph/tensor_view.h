// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"

#include <cassert>
#include <cstddef>
#include <span>

namespace nervure {

/// A dense row-major tensor in host memory that somebody else owns. `data` is aligned for its
/// element type and holds elementCount(shape) elements.
struct TensorView {
    DType type = DType::Unknown;
    std::span<const std::int64_t> shape;
    std::byte *data = nullptr;

    [[nodiscard]] std::int64_t count() const
    {
        std::int64_t product = 1;
        for (const std::int64_t dimension : shape) {
            product *= dimension;
        }
        return product;
    }
    template <typename T>
    [[nodiscard]] T *as() const
    {
        assert(sizeof(T) == dtypeBytes(type) && "the element type has this size");
        return reinterpret_cast<T *>(data);
    }
};

/// The same for reading only.
struct ConstTensorView {
    DType type = DType::Unknown;
    std::span<const std::int64_t> shape;
    const std::byte *data = nullptr;

    ConstTensorView() = default;
    ConstTensorView(DType t, std::span<const std::int64_t> s, const std::byte *d)
        : type(t),
          shape(s),
          data(d)
    {}
    ConstTensorView(const TensorView &view) : type(view.type), shape(view.shape), data(view.data) {}

    [[nodiscard]] std::int64_t count() const { return TensorView{type, shape, nullptr}.count(); }
    template <typename T>
    [[nodiscard]] const T *as() const
    {
        assert(sizeof(T) == dtypeBytes(type) && "the element type has this size");
        return reinterpret_cast<const T *>(data);
    }
};

} // namespace nervure
