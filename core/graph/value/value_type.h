// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/value/dimension.h"
#include "core/graph/value/element_type.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What is known of the elements of a tensor that decides shapes, in row-major order: whole numbers and
/// truth values in `whole`, numbers of other types in `real`; nothing is known of some.
struct KnownElements {
    std::vector<Dimension> whole;
    std::vector<std::optional<double>> real;

    /// Rules follow the elements of tensors up to this length, names of dimensions included.
    static constexpr std::size_t most = 1024;
    /// Elements of longer ones, up to this, are computed where all numbers are known and decide sizes.
    static constexpr std::int64_t mostComputed = std::int64_t{1} << 20;

    bool operator==(const KnownElements &) const = default;
};

/// Elements that are known of inputs from outside the graph, by name.
using KnownInputs = std::map<std::string, std::shared_ptr<const KnownElements>>;

/// What is known of a value of an ONNX graph: the kind and type of its elements, its shape, and where they
/// may decide other shapes, the elements themselves (onnx/IR "Types", "Static tensor shapes").
struct ValueType {
    enum class Kind : std::uint8_t { Unknown, Tensor, SparseTensor, Sequence, Optional, Map };

    Kind kind = Kind::Unknown;
    ElementType element = ElementType::Undefined; ///< of a tensor; of a map, its keys
    std::optional<Dimensions> shape;        ///< of a tensor; nothing: not even the rank is known
    std::shared_ptr<const ValueType> inner; ///< of a sequence, optional or map; null: unknown
    std::shared_ptr<const KnownElements> elements; ///< of a tensor; null: nothing is known

    [[nodiscard]] static ValueType tensor(ElementType element,
                                          std::optional<Dimensions> shape = std::nullopt);
    [[nodiscard]] static ValueType sequence(ValueType inner);
    [[nodiscard]] static ValueType optional(ValueType inner);
    /// Of text() without elements; Unknown for other texts.
    [[nodiscard]] static ValueType fromText(std::string_view text);

    [[nodiscard]] bool isTensor() const { return kind == Kind::Tensor; }
    /// Every dimension is known, by number or by name.
    [[nodiscard]] bool hasShape() const;
    /// Of a tensor whose dimensions are all known by number; elements of less than a byte lie close together.
    [[nodiscard]] std::optional<std::int64_t> elementCount() const;
    [[nodiscard]] std::optional<std::int64_t> byteCount() const;
    /// True for a tensor of which each element is known by number, to the bit: NaN has many, and none is known. A tensor of no
    /// elements is known.
    [[nodiscard]] bool knowsAllNumbers() const;
    /// The shape in numbers: sizes that are not known by number are unknown.
    [[nodiscard]] Shape numbers() const;
    /// "float32[batch, 3, 224, 224]", "int64[]", "float32" where the rank is unknown, "?[2]" where the element
    /// type is, "sequence(float32[?, 4])", "map(int64, string)"; "?".
    [[nodiscard]] std::string text() const;

    bool operator==(const ValueType &other) const;
};

using ValueTypes = std::vector<ValueType>;
/// The text() of each.
[[nodiscard]] std::vector<std::string> textsOf(const ValueTypes &values);

/// "[batch, 3, 224, 224]"; nothing for a text that is no list.
[[nodiscard]] std::optional<Dimensions> dimensionsFromText(std::string_view text);
[[nodiscard]] std::string dimensionsText(const Dimensions &dimensions);
/// As people read it: "batch×3×224×224"; "scalar" for no dimensions.
[[nodiscard]] std::string dimensionsLabel(const Dimensions &dimensions);

/// The elements of a tensor of that type and count written as "1, -1, 64" or "true, false"; null where the
/// text is something else.
[[nodiscard]] std::shared_ptr<const KnownElements> elementsFromText(ElementType type,
                                                                    std::string_view text);
/// Elements of the type stand in KnownElements::whole.
[[nodiscard]] bool hasWholeElements(ElementType type);

/// The same elements as a tensor of the type holds them, each rounded once: rules compute with doubles. May be null.
[[nodiscard]] std::shared_ptr<const KnownElements> roundedElements(
    const std::shared_ptr<const KnownElements> &elements, ElementType type);

/// What both say together; where they contradict each other, what `a` says.
[[nodiscard]] ValueType merged(const ValueType &a, const ValueType &b);
/// What holds whichever of the two a value is.
[[nodiscard]] ValueType common(const ValueType &a, const ValueType &b);

} // namespace nervure
