// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_schema.h"
#include "core/graph/tensor_type.h"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace nervure {

/// A tuple of integers ("(1, 2)", "[1, 2]"), e.g. kernel_size.
using IntTuple = Shape;
using NumberTuple = std::vector<double>;
/// An integer or nothing ("None"), e.g. the axis of take.
using OptionalInteger = std::optional<std::int64_t>;
/// A tuple of such tuples ("((1, 1), (0, 2))"), e.g. pad_width.
using IntTuples = std::vector<IntTuple>;

/// How NNVM writes and reads attribute values (dmlc parameter text; nnvm/README.md and errors.json).
/// `parse` gives an error whose message says what was expected ("expected an integer").
struct NnvmAttrText {
    static Status parse(std::string_view text, std::int64_t &value);
    static Status parse(std::string_view text, int &value);
    static Status parse(std::string_view text, double &value);
    static Status parse(std::string_view text, float &value);
    static Status parse(std::string_view text, bool &value);
    static Status parse(std::string_view text, std::string &value);
    static Status parse(std::string_view text, IntTuple &value);
    static Status parse(std::string_view text, IntTuples &value);
    static Status parse(std::string_view text, NumberTuple &value);
    static Status parse(std::string_view text, OptionalInteger &value);
    static Status parse(std::string_view text, DType &value);
    static std::string print(std::int64_t value);
    static std::string print(int value);
    static std::string print(double value);
    static std::string print(float value);
    static std::string print(bool value);
    static std::string print(const std::string &value);
    static std::string print(const IntTuple &value);
    static std::string print(const IntTuples &value);
    static std::string print(const NumberTuple &value);
    static std::string print(const OptionalInteger &value);
    static std::string print(DType value);
};

/// The tuple or number that `text` starts with; what follows does not matter. That is how NNVM
/// reads the `shape` and `dtype` of a variable, which no operator declares.
[[nodiscard]] std::optional<IntTuple> leadingTuple(std::string_view text);
[[nodiscard]] std::optional<std::int64_t> leadingInteger(std::string_view text);

/// The same for LightNet parameters: JSON text (lightnet/README.md part 3: conversions, kinds).
struct LightNetAttrText {
    static Status parse(std::string_view json, std::int64_t &value);
    static Status parse(std::string_view json, int &value);
    static Status parse(std::string_view json, double &value);
    static Status parse(std::string_view json, float &value);
    static Status parse(std::string_view json, bool &value);
    static Status parse(std::string_view json, std::string &value);
    static Status parse(std::string_view json, IntTuple &value);
    static Status parse(std::string_view json, IntTuples &value);
    static Status parse(std::string_view json, NumberTuple &value);
    static Status parse(std::string_view json, OptionalInteger &value);
    static Status parse(std::string_view json, DType &value);
    static std::string print(std::int64_t value);
    static std::string print(int value);
    static std::string print(double value);
    static std::string print(float value);
    static std::string print(bool value);
    static std::string print(const std::string &value);
    static std::string print(const IntTuple &value);
    static std::string print(const IntTuples &value);
    static std::string print(const NumberTuple &value);
    static std::string print(const OptionalInteger &value);
    static std::string print(DType value);
};

template <typename T>
constexpr AttrKind attrKindOf()
{
    if constexpr (std::is_same_v<T, bool>) {
        return AttrKind::Boolean;
    } else if constexpr (std::is_integral_v<T> || std::is_same_v<T, OptionalInteger>) {
        return AttrKind::Integer;
    } else if constexpr (std::is_floating_point_v<T>) {
        return AttrKind::Number;
    } else if constexpr (std::is_same_v<T, IntTuple>) {
        return AttrKind::IntTuple;
    } else if constexpr (std::is_same_v<T, NumberTuple>) {
        return AttrKind::NumberTuple;
    } else if constexpr (std::is_same_v<T, DType>) {
        return AttrKind::ElementType;
    } else {
        return AttrKind::Text;
    }
}

/// Declares one field of an attribute struct: name, member, help, then limits.
///     field("units", &DenseAttrs::units, "number of output features").required().atLeast(1)
/// Not required means: the default is the value the member is initialised with.
template <typename Attrs, typename T>
class Field {
public:
    Field(std::string name, T Attrs::*member, std::string help) : m_member(member)
    {
        m_decl.name = std::move(name);
        m_decl.help = std::move(help);
        m_decl.kind = attrKindOf<T>();
    }

    Field &&required() &&
    {
        m_decl.required = true;
        return std::move(*this);
    }
    Field &&atLeast(double minimum) &&
    {
        m_decl.minimum = minimum;
        return std::move(*this);
    }
    Field &&atMost(double maximum) &&
    {
        m_decl.maximum = maximum;
        return std::move(*this);
    }
    /// Text fields only: the legal values.
    Field &&oneOf(std::vector<std::string> choices) &&
    {
        m_decl.kind = AttrKind::Choice;
        m_decl.choices = std::move(choices);
        return std::move(*this);
    }

    /// The declaration with `Codec` (NnvmAttrText or LightNetAttrText) doing the text.
    template <typename Codec>
    [[nodiscard]] AttrDecl decl() &&;

private:
    AttrDecl m_decl;
    T Attrs::*m_member;
};

template <typename Attrs, typename T>
Field<Attrs, T> field(std::string name, T Attrs::*member, std::string help)
{
    return {std::move(name), member, std::move(help)};
}

/// Checks a parsed number or text against the limits of its declaration.
[[nodiscard]] Status checkLimits(const AttrDecl &decl, double value);
[[nodiscard]] Status checkChoice(const AttrDecl &decl, const std::string &value);

template <typename Attrs, typename T>
template <typename Codec>
AttrDecl Field<Attrs, T>::decl() &&
{
    AttrDecl limits = m_decl;
    m_decl.parse = [member = m_member, limits](std::string_view text, void *attrs) -> Status {
        T value{};
        if (Status status = Codec::parse(text, value); !status) {
            return status;
        }
        if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
            if (Status status = checkLimits(limits, static_cast<double>(value)); !status) {
                return status;
            }
        } else if constexpr (std::is_same_v<T, std::string>) {
            if (Status status = checkChoice(limits, value); !status) {
                return status;
            }
        }
        static_cast<Attrs *>(attrs)->*member = std::move(value);
        return {};
    };
    m_decl.print = [member = m_member](const void *attrs) {
        return Codec::print(static_cast<const Attrs *>(attrs)->*member);
    };
    if (!m_decl.required) {
        const Attrs defaults{};
        m_decl.defaultText = m_decl.print(&defaults);
    }
    return std::move(m_decl);
}

} // namespace nervure
