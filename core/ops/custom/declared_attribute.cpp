// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/declared_attribute.h"

#include "core/graph/graph.h"
#include "core/graph/op/attr_field.h"
#include "core/graph/value/element_type.h"
#include "core/ops/onnx/onnx_attribute_text.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::custom {

namespace {

using Stored = OnnxAttrs::Value;

template <typename T>
Result<T> readAs(std::string_view text, const AttrDecl &decl, Dialect dialect)
{
    T value{};
    RETURN_IF_FAILED(fieldType<T>(dialect).parse(text, decl, &value));
    return value;
}

/// ONNX has types by number.
Result<Stored> readElementType(std::string_view text, const AttrDecl &decl, Dialect dialect)
{
    if (!hasValueTypes(dialect)) {
        ASSIGN_OR_RETURN(const DType type, readAs<DType>(text, decl, dialect));
        return Stored(std::string(dtypeName(type)));
    }
    const auto number = parseInteger(text);
    const auto type = number ? elementTypeOf(*number) : elementTypeNamed(text);
    if (!type || *type == ElementType::Undefined) {
        return makeError("attr-invalid", "expected an element type such as 1 (float32)");
    }
    return Stored(std::string(elementTypeName(*type)));
}

/// Lists have limits for each item.
template <typename T>
Status checkItems(const std::vector<T> &items, const AttrDecl &decl)
{
    for (const T &item : items) {
        const auto value = static_cast<double>(item);
        if ((decl.minimum && value < *decl.minimum) || (decl.maximum && value > *decl.maximum)) {
            return makeError("attr-invalid", "expected items {} {}",
                             decl.minimum && value < *decl.minimum ? "of at least" : "of at most",
                             formatNumber(decl.minimum && value < *decl.minimum ? *decl.minimum
                                                                                : *decl.maximum));
        }
    }
    return {};
}

Result<Stored> readList(std::string_view text, const AttrDecl &decl, Dialect dialect)
{
    const AttrDecl unlimited;
    if (decl.kind == AttrKind::NumberTuple) {
        ASSIGN_OR_RETURN(NumberTuple numbers, readAs<NumberTuple>(text, unlimited, dialect));
        RETURN_IF_FAILED(checkItems(numbers, decl));
        return Stored(std::move(numbers));
    }
    ASSIGN_OR_RETURN(const IntTuple tuple, readAs<IntTuple>(text, unlimited, dialect));
    std::vector<std::int64_t> items(tuple.begin(), tuple.end());
    RETURN_IF_FAILED(checkItems(items, decl));
    return Stored(std::move(items));
}

Result<Stored> readText(std::string_view text, const AttrDecl &decl, Dialect dialect)
{
    switch (decl.kind) {
    case AttrKind::Integer: {
        ASSIGN_OR_RETURN(const auto value, readAs<std::int64_t>(text, decl, dialect));
        return Stored(value);
    }
    case AttrKind::Number: {
        ASSIGN_OR_RETURN(const auto value, readAs<double>(text, decl, dialect));
        return Stored(value);
    }
    case AttrKind::Boolean: {
        ASSIGN_OR_RETURN(const bool value, readAs<bool>(text, decl, dialect));
        return Stored(std::int64_t{value});
    }
    case AttrKind::IntTuple:
    case AttrKind::NumberTuple: return readList(text, decl, dialect);
    case AttrKind::ElementType: return readElementType(text, decl, dialect);
    case AttrKind::Text:
    case AttrKind::Choice: break;
    }
    ASSIGN_OR_RETURN(std::string value, readAs<std::string>(text, decl, dialect));
    return Stored(std::move(value));
}

/// As NNVM writes them.
struct Printed {
    std::string operator()(std::int64_t value) const { return NnvmAttrText::print(value); }
    std::string operator()(double value) const { return formatNumber(value); }
    std::string operator()(const std::string &value) const { return value; }
    std::string operator()(const std::vector<std::int64_t> &value) const
    {
        return NnvmAttrText::print(IntTuple(value.begin(), value.end()));
    }
    std::string operator()(const std::vector<double> &value) const
    {
        return NnvmAttrText::print(value);
    }
    std::string operator()(const std::vector<std::string> &) const { return {}; }
};

std::string storedText(const Stored &value, AttrKind kind, Dialect dialect)
{
    if (hasValueTypes(dialect)) {
        return onnx::attributeText(value);
    }
    if (kind == AttrKind::Boolean) {
        return std::get<std::int64_t>(value) != 0 ? "True" : "False";
    }
    return std::visit(Printed(), value);
}

} // namespace

void addParser(AttrDecl &decl, Dialect dialect)
{
    const AttrDecl limits = decl;
    decl.parse = [limits, dialect](std::string_view text, void *attrs) -> Status {
        // What the call of a function says, which has a node of it in the body.
        if (hasValueTypes(dialect) && text.starts_with('@')) {
            return {};
        }
        ASSIGN_OR_RETURN(Stored value, readText(text, limits, dialect));
        static_cast<OnnxAttrs *>(attrs)->set(limits.name, std::move(value));
        return {};
    };
    decl.print = [name = decl.name, kind = decl.kind, dialect](const void *attrs) {
        const Stored *value = static_cast<const OnnxAttrs *>(attrs)->find(name);
        return value ? storedText(*value, kind, dialect) : std::string();
    };
}

} // namespace nervure::custom
