// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_field.h"

#include "core/graph/op/attr_choice.h"
#include "core/support/text.h"

#include <algorithm>
#include <type_traits>

namespace nervure {

namespace {

Status checkLimits(const AttrDecl &decl, double value)
{
    if (decl.minimum && !(value >= *decl.minimum)) {
        return makeError("attr-invalid", "expected at least {}", formatNumber(*decl.minimum));
    }
    if (decl.maximum && !(value <= *decl.maximum)) {
        return makeError("attr-invalid", "expected at most {}", formatNumber(*decl.maximum));
    }
    return {};
}

template <typename T>
constexpr AttrKind attrKindOf()
{
    if constexpr (std::is_same_v<T, bool>) {
        return AttrKind::Boolean;
    } else if constexpr (std::is_integral_v<T> || std::is_same_v<T, OptionalInteger>) {
        return AttrKind::Integer;
    } else if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, OptionalNumber>) {
        return AttrKind::Number;
    } else if constexpr (std::is_same_v<T, IntTuple> || std::is_same_v<T, OptionalTuple>) {
        return AttrKind::IntTuple;
    } else if constexpr (std::is_same_v<T, NumberTuple>) {
        return AttrKind::NumberTuple;
    } else if constexpr (std::is_same_v<T, DType>) {
        return AttrKind::ElementType;
    } else {
        return AttrKind::Text;
    }
}

template <typename T, typename Text>
Status parseField(std::string_view text, const AttrDecl &decl, void *field)
{
    T value{};
    RETURN_IF_FAILED(Text::parse(text, value));
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
        RETURN_IF_FAILED(checkLimits(decl, static_cast<double>(value)));
    } else if constexpr (std::is_same_v<T, std::string>) {
        RETURN_IF_FAILED(checkChoice(decl.choices, value));
    }
    *static_cast<T *>(field) = std::move(value);
    return {};
}

template <typename T, typename Text>
std::string printField(const void *field)
{
    return Text::print(*static_cast<const T *>(field));
}

} // namespace

template <typename T>
const FieldType &fieldType(Dialect dialect)
{
    static constexpr FieldType nnvm{attrKindOf<T>(), parseField<T, NnvmAttrText>,
                                    printField<T, NnvmAttrText>};
    static constexpr FieldType lightnet{attrKindOf<T>(), parseField<T, LightNetAttrText>,
                                        printField<T, LightNetAttrText>};
    static constexpr FieldType mxnet{attrKindOf<T>(), parseField<T, MXNetAttrText>,
                                     printField<T, MXNetAttrText>};
    switch (dialect) {
    case Dialect::LightNet: return lightnet;
    case Dialect::MXNet: return mxnet;
    default: return nnvm;
    }
}

template const FieldType &fieldType<std::int64_t>(Dialect);
template const FieldType &fieldType<int>(Dialect);
template const FieldType &fieldType<double>(Dialect);
template const FieldType &fieldType<float>(Dialect);
template const FieldType &fieldType<bool>(Dialect);
template const FieldType &fieldType<std::string>(Dialect);
template const FieldType &fieldType<IntTuple>(Dialect);
template const FieldType &fieldType<IntTuples>(Dialect);
template const FieldType &fieldType<NumberTuple>(Dialect);
template const FieldType &fieldType<OptionalInteger>(Dialect);
template const FieldType &fieldType<OptionalNumber>(Dialect);
template const FieldType &fieldType<OptionalTuple>(Dialect);
template const FieldType &fieldType<OptionalItems>(Dialect);
template const FieldType &fieldType<DType>(Dialect);

AttrField::AttrField(std::string name, const void *defaults, const void *member, TypeOf type,
                     std::string help)
    : m_defaults(defaults),
      m_offset(static_cast<const char *>(member) - static_cast<const char *>(defaults)),
      m_type(type)
{
    m_decl.name = std::move(name);
    m_decl.help = std::move(help);
}

AttrField &&AttrField::required() &&
{
    m_decl.required = true;
    return std::move(*this);
}

AttrField &&AttrField::atLeast(double minimum) &&
{
    m_decl.minimum = minimum;
    return std::move(*this);
}

AttrField &&AttrField::atMost(double maximum) &&
{
    m_decl.maximum = maximum;
    return std::move(*this);
}

AttrField &&AttrField::oneOf(std::vector<std::string> choices) &&
{
    m_decl.choices = std::move(choices);
    return std::move(*this);
}

AttrDecl AttrField::decl(Dialect dialect) &&
{
    const FieldType &type = m_type(dialect);
    m_decl.kind = m_decl.choices.empty() ? type.kind : AttrKind::Choice;
    AttrDecl limits = m_decl;
    m_decl.parse = [&type, offset = m_offset, limits = std::move(limits)](std::string_view text,
                                                                          void *attrs) {
        return type.parse(text, limits, static_cast<char *>(attrs) + offset);
    };
    m_decl.print = [&type, offset = m_offset](const void *attrs) {
        return type.print(static_cast<const char *>(attrs) + offset);
    };
    if (!m_decl.required) {
        m_decl.defaultText = m_decl.print(m_defaults);
    }
    return std::move(m_decl);
}

} // namespace nervure
