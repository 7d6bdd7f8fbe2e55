// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/containers/small_vector.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// The size of a dimension of which nothing is known.
inline constexpr std::int64_t unknownSize = -1;

[[nodiscard]] inline bool isUnknownSize(std::int64_t size)
{
    return size < 0;
}

/// Sizes of a tensor, outermost first. Four things differ: nothing is known, not even the rank (what a new
/// shape is); the rank is known and a size is not (unknownSize); a scalar, which has no dimensions; and a
/// size of 0, of which a tensor has no elements. NNVM's lists cannot tell them apart: nnvm_shape.h.
class Shape : public SmallVector<std::int64_t, 4> {
    using Base = SmallVector<std::int64_t, 4>;

public:
    Shape() noexcept = default;
    Shape(std::initializer_list<std::int64_t> sizes) : Base(sizes), m_hasRank(true) {}
    template <std::input_iterator It>
    Shape(It first, It last) : Base(first, last),
                               m_hasRank(true)
    {}
    Shape(size_type rank, std::int64_t size) : Base(rank, size), m_hasRank(true) {}
    /// A tuple has a rank; that of no items is a scalar.
    explicit Shape(const Base &sizes) : Base(sizes), m_hasRank(true) {}
    explicit Shape(const std::vector<std::int64_t> &sizes) : Base(sizes), m_hasRank(true) {}

    [[nodiscard]] static Shape scalar() { return Shape(0, unknownSize); }
    /// A shape of so many dimensions whose sizes are unknown.
    [[nodiscard]] static Shape ofRank(size_type rank) { return Shape(rank, unknownSize); }

    [[nodiscard]] bool hasRank() const noexcept { return m_hasRank; }
    [[nodiscard]] bool isScalar() const noexcept { return m_hasRank && size() == 0; }
    bool empty() const = delete; // of hasRank() and isScalar(), one is meant

    void resize(size_type rank, std::int64_t size = unknownSize)
    {
        Base::resize(rank, size);
        m_hasRank = true;
    }
    void assign(size_type rank, std::int64_t size)
    {
        Base::assign(rank, size);
        m_hasRank = true;
    }
    template <std::input_iterator It>
    void assign(It first, It last)
    {
        Base::assign(first, last);
        m_hasRank = true;
    }
    void push_back(std::int64_t size)
    {
        Base::push_back(size);
        m_hasRank = true;
    }
    template <typename... Args>
    iterator insert(const_iterator at, Args &&...args)
    {
        m_hasRank = true;
        return Base::insert(at, std::forward<Args>(args)...);
    }
    iterator insert(const_iterator at, std::initializer_list<std::int64_t> sizes)
    {
        m_hasRank = true;
        return Base::insert(at, sizes);
    }

    friend bool operator==(const Shape &a, const Shape &b)
    {
        return a.m_hasRank == b.m_hasRank
               && static_cast<const Base &>(a) == static_cast<const Base &>(b);
    }
    friend auto operator<=>(const Shape &a, const Shape &b)
    {
        const auto order = a.m_hasRank <=> b.m_hasRank;
        return order != 0 ? order : static_cast<const Base &>(a) <=> static_cast<const Base &>(b);
    }

private:
    using Base::clear; // rank unknown, or a scalar?
    using Base::emplace_back;

    bool m_hasRank = false;
};
using Shapes = std::vector<Shape>;

/// Element types. The values are NNVM's type codes (nnvm/README.md "dtype codes"); Bool is
/// LightNet's alone (4 bytes there, since it is an enum).
enum class DType : std::int8_t {
    Unknown = -1,
    Float32 = 0,
    Float64 = 1,
    Float16 = 2,
    UInt8 = 3,
    Int32 = 4,
    Int8 = 5,
    Int64 = 6,
    Int16 = 7,
    UInt16 = 8,
    UInt32 = 9,
    UInt64 = 10,
    Bool = 11,
};
using DTypes = std::vector<DType>;

/// "float32", …; "unknown" for DType::Unknown.
[[nodiscard]] std::string_view dtypeName(DType type);

/// The type of that name ("float32" …), or nothing. "unknown" is not a name.
[[nodiscard]] std::optional<DType> dtypeFromName(std::string_view name);

/// NNVM's number of the type, and back; nothing for numbers that are no type.
[[nodiscard]] inline int dtypeCode(DType type)
{
    return static_cast<int>(type);
}
[[nodiscard]] std::optional<DType> dtypeFromCode(std::int64_t code);

/// Bytes of one element; 0 for Unknown.
[[nodiscard]] std::size_t dtypeBytes(DType type);

[[nodiscard]] bool isFloat(DType type);

/// The rank is unknown, or a size.
[[nodiscard]] inline bool isUnknown(const Shape &shape)
{
    bool isKnown = shape.hasRank();
    for (const std::int64_t size : shape) {
        isKnown = isKnown && !isUnknownSize(size);
    }
    return !isKnown;
}

/// Fills what `known` lacks, its rank or sizes, from `other`. False where the two contradict each other.
[[nodiscard]] bool mergeShape(Shape &known, const Shape &other);

/// Product of the sizes, 1 for a scalar; nothing where the shape is unknown, or on overflow.
[[nodiscard]] std::optional<std::int64_t> elementCount(const Shape &shape);

/// Elements times element size, or nothing on overflow.
[[nodiscard]] std::optional<std::int64_t> byteCount(const Shape &shape, DType type);

/// "[1,3,224,224]", "[]" for a scalar, "[?,3]" where a size is unknown, "?" where the rank is.
[[nodiscard]] std::string shapeText(const Shape &shape);

/// The text for people: "1×3×224×224"; "scalar", "?×3" where a size is unknown, "?" where the rank is.
[[nodiscard]] std::string shapeLabel(const Shape &shape);

} // namespace nervure
