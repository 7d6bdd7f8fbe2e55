// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/kindred_attributes.h"

#include "core/graph/op/onnx_attrs.h"
#include "core/ops/onnx/onnx_attribute_text.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace nervure::onnx {

namespace {

/// One kind of value: how it is read and shown.
struct KindRow {
    std::string_view word;
    AttrKind kind;
    Attribute::Kind read;
};

constexpr std::array kindRows{
    KindRow{"int", AttrKind::Integer, Attribute::Kind::Integer},
    KindRow{"float", AttrKind::Number, Attribute::Kind::Number},
    KindRow{"ints", AttrKind::IntTuple, Attribute::Kind::Integers},
    KindRow{"floats", AttrKind::NumberTuple, Attribute::Kind::Numbers},
    KindRow{"bool", AttrKind::Boolean, Attribute::Kind::Flag},
    KindRow{"string", AttrKind::Text, Attribute::Kind::Text},
    KindRow{"strings", AttrKind::Text, Attribute::Kind::Text},
    KindRow{"texts", AttrKind::Text, Attribute::Kind::Texts},
    KindRow{"bools", AttrKind::Text, Attribute::Kind::Text},
    KindRow{"type", AttrKind::Text, Attribute::Kind::Text},
    KindRow{"types", AttrKind::Text, Attribute::Kind::Text},
    KindRow{"shape", AttrKind::Text, Attribute::Kind::Text},
    KindRow{"func", AttrKind::Text, Attribute::Kind::Text},
};

Result<OnnxAttrs::Value> readText(const KindRow &kind, std::string_view text)
{
    if (kind.kind != AttrKind::Boolean) {
        return readAttributeText(kind.read, text);
    }
    if (text != "true" && text != "false") {
        return makeError("attr-invalid", "expected true or false");
    }
    return OnnxAttrs::Value(std::int64_t{text == "true"});
}

/// The kind of that word; choices are texts.
KindRow kindOf(std::string_view word)
{
    const auto found = std::find_if(kindRows.begin(), kindRows.end(),
                                    [word](const KindRow &row) { return row.word == word; });
    assert((found != kindRows.end() || word.find('|') != std::string_view::npos) && "a kind");
    return found != kindRows.end() ? *found
                                   : KindRow{word, AttrKind::Choice, Attribute::Kind::Text};
}

/// "strides:ints!", "epsilon:float=0.0001".
AttrDecl readDeclaration(std::string_view text, AttributeHelp help, OnnxAttrs &defaults)
{
    const std::size_t colon = text.find(':');
    const std::size_t equals = text.find('=');
    AttrDecl decl;
    decl.name = text.substr(0, colon);
    decl.help = help(decl.name);
    std::string_view word = text.substr(
        colon + 1, equals == std::string_view::npos ? std::string_view::npos : equals - colon - 1);
    decl.required = word.ends_with('!');
    word.remove_suffix(decl.required ? 1 : 0);
    const KindRow kind = kindOf(word);
    decl.kind = kind.kind;
    if (kind.kind == AttrKind::Choice) {
        for (const std::string_view choice : split(word, '|')) {
            decl.choices.emplace_back(choice);
        }
    }
    if (equals != std::string_view::npos) {
        decl.defaultText = text.substr(equals + 1);
        const auto value = readText(kind, decl.defaultText);
        assert(value && "the default is a value");
        decl.defaultText =
            kind.kind == AttrKind::Boolean ? decl.defaultText : attributeText(*value);
        defaults.set(decl.name, *value);
    }
    decl.parse = [kind, key = decl.name, choices = decl.choices](std::string_view value,
                                                                 void *attrs) -> Status {
        if (value.starts_with('@')) { // what the call of a function says
            return {};
        }
        if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
            return makeError("attr-invalid", "expected {}", join(choices, ", "));
        }
        ASSIGN_OR_RETURN(auto read, readText(kind, value));
        static_cast<OnnxAttrs *>(attrs)->set(key, std::move(read));
        return {};
    };
    decl.print = [key = decl.name, isFlag = kind.kind == AttrKind::Boolean](const void *attrs) {
        const auto *value = static_cast<const OnnxAttrs *>(attrs)->find(key);
        const std::string printed = value ? attributeText(*value) : std::string();
        return isFlag && value ? std::string(printed == "1" ? "true" : "false") : printed;
    };
    return decl;
}

} // namespace

AttrSchema readAttributes(std::string_view text, std::string_view types, AttributeHelp help)
{
    AttrSchema schema;
    OnnxAttrs defaults;
    for (const std::string_view part : split(text, ' ')) {
        if (!part.empty()) {
            schema.decls.push_back(readDeclaration(part, help, defaults));
        }
    }
    for (const std::string_view part : split(types, ';')) {
        const std::string name(trim(part.substr(0, part.find('='))));
        if (!name.empty() && !schema.find(name)) {
            schema.decls.push_back(readDeclaration(name + ":type", help, defaults));
        }
    }
    schema.makeDefault = [defaults]() -> std::shared_ptr<void> {
        return std::make_shared<OnnxAttrs>(defaults);
    };
    // Later versions of a framework add attributes, whose defaults do what was done before.
    schema.acceptsAnyKey = true;
    schema.isHiddenKey = [](std::string_view key) { return key.starts_with('_'); };
    return schema;
}

} // namespace nervure::onnx
