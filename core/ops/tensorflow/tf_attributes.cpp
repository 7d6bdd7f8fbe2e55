// SPDX-License-Identifier: Apache-2.0
#include "core/ops/tensorflow/tf_attributes.h"

#include "core/graph/op/onnx_attrs.h"
#include "core/ops/onnx/onnx_attribute_text.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace nervure::tensorflow {

namespace {

struct HelpRow {
    std::string_view name;
    std::string_view help;
};

/// What attributes mean, which have one meaning in all operators.
constexpr std::array helpRows{
    HelpRow{"DstT", "the type of the result's elements"},
    HelpRow{"Index", "the type of the numbers of sizes or positions"},
    HelpRow{"N", "how many values there are"},
    HelpRow{"SrcT", "the type of the elements"},
    HelpRow{"T", "the type of the elements"},
    HelpRow{"adj_x", "whether the last two dimensions of x are exchanged"},
    HelpRow{"adj_y", "whether the last two dimensions of y are exchanged"},
    HelpRow{"align_corners", "whether the corners of both images lie on each other"},
    HelpRow{"alpha", "the slope below 0, or the factor of the sum"},
    HelpRow{"axis", "the dimension"},
    HelpRow{"batch_dims", "how many dimensions in front both share"},
    HelpRow{"begin_mask", "bits of the dimensions whose begin is left out"},
    HelpRow{"beta", "the exponent"},
    HelpRow{"bias", "what is added to the sum"},
    HelpRow{"block_size", "the side of a block"},
    HelpRow{"body", "the function that is one step"},
    HelpRow{"cell_clip", "where larger cell states are cut off; 0 or less: nowhere"},
    HelpRow{"channels", "how many channels the image gets; 0: as the file has them"},
    HelpRow{"cond", "the function that says whether to go on"},
    HelpRow{"data_format", "the order of batch, height, width and channels"},
    HelpRow{"depth_radius", "how many channels on either side count"},
    HelpRow{"dilations", "distance of the kernel's elements, for each dimension"},
    HelpRow{"dtype", "the type of the result's elements"},
    HelpRow{"ellipsis_mask", "bit of the position that stands for all dimensions between"},
    HelpRow{"else_branch", "the function that runs otherwise"},
    HelpRow{"end_mask", "bits of the dimensions whose end is left out"},
    HelpRow{"epsilon", "what is added to the variance"},
    HelpRow{"exclusive", "whether an element itself is left out"},
    HelpRow{"explicit_paddings", "what is put in front of and behind each dimension"},
    HelpRow{"f", "the function"},
    HelpRow{"forget_bias", "what is added to the forget gate before its function"},
    HelpRow{"half_pixel_centers", "whether positions are those of the elements' centers"},
    HelpRow{"is_training", "whether the statistics are those of this batch"},
    HelpRow{"keep_dims", "whether reduced dimensions stay, with size 1"},
    HelpRow{"ksize", "the window's size, for each dimension"},
    HelpRow{"message", "what is said where a value is not finite"},
    HelpRow{"mode", "how values beyond the border are found"},
    HelpRow{"new_axis_mask", "bits of the positions that are new dimensions of size 1"},
    HelpRow{"num", "how many parts there are"},
    HelpRow{"num_split", "how many parts there are"},
    HelpRow{"out_type", "the type of the result's elements"},
    HelpRow{"output_type", "the type of the result's elements"},
    HelpRow{"padding", "SAME: as much as keeps sizes that strides divide; VALID: none"},
    HelpRow{"reverse", "whether to count from the end"},
    HelpRow{"scale_after_normalization", "whether gamma is multiplied with"},
    HelpRow{"shape", "the shape of the result"},
    HelpRow{"shrink_axis_mask", "bits of the dimensions of which one position is taken"},
    HelpRow{"squeeze_dims", "the dimensions that go away; all of size 1 where there are none"},
    HelpRow{"strides", "steps of the window, for each dimension"},
    HelpRow{"then_branch", "the function that runs where the condition holds"},
    HelpRow{"transpose_a", "whether a is transposed first"},
    HelpRow{"transpose_b", "whether b is transposed first"},
    HelpRow{"variance_epsilon", "what is added to the variance"},
};

std::string_view helpOf(std::string_view name)
{
    const auto found = std::find_if(helpRows.begin(), helpRows.end(),
                                    [name](const HelpRow &row) { return row.name == name; });
    if (found != helpRows.end()) {
        return found->help;
    }
    // Tidx, Tpaddings, Tcond, …
    return name.starts_with('T') ? "a type of values" : "has no effect on what a run computes";
}

/// One kind of value: how it is read and shown.
struct KindRow {
    std::string_view word;
    AttrKind kind;
    onnx::Attribute::Kind read;
};

constexpr std::array kindRows{
    KindRow{"int", AttrKind::Integer, onnx::Attribute::Kind::Integer},
    KindRow{"float", AttrKind::Number, onnx::Attribute::Kind::Number},
    KindRow{"ints", AttrKind::IntTuple, onnx::Attribute::Kind::Integers},
    KindRow{"floats", AttrKind::NumberTuple, onnx::Attribute::Kind::Numbers},
    KindRow{"bool", AttrKind::Boolean, onnx::Attribute::Kind::Flag},
    KindRow{"string", AttrKind::Text, onnx::Attribute::Kind::Text},
    KindRow{"strings", AttrKind::Text, onnx::Attribute::Kind::Text},
    KindRow{"bools", AttrKind::Text, onnx::Attribute::Kind::Text},
    KindRow{"type", AttrKind::Text, onnx::Attribute::Kind::Text},
    KindRow{"types", AttrKind::Text, onnx::Attribute::Kind::Text},
    KindRow{"shape", AttrKind::Text, onnx::Attribute::Kind::Text},
    KindRow{"func", AttrKind::Text, onnx::Attribute::Kind::Text},
};

Result<OnnxAttrs::Value> readText(const KindRow &kind, std::string_view text)
{
    if (kind.kind != AttrKind::Boolean) {
        return onnx::readAttributeText(kind.read, text);
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
                                   : KindRow{word, AttrKind::Choice, onnx::Attribute::Kind::Text};
}

/// "strides:ints!", "epsilon:float=0.0001".
AttrDecl readDeclaration(std::string_view text, OnnxAttrs &defaults)
{
    const std::size_t colon = text.find(':');
    const std::size_t equals = text.find('=');
    AttrDecl decl;
    decl.name = text.substr(0, colon);
    decl.help = helpOf(decl.name);
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
            kind.kind == AttrKind::Boolean ? decl.defaultText : onnx::attributeText(*value);
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
        const std::string printed = value ? onnx::attributeText(*value) : std::string();
        return isFlag && value ? std::string(printed == "1" ? "true" : "false") : printed;
    };
    return decl;
}

} // namespace

AttrSchema readAttributes(std::string_view text, std::string_view types)
{
    AttrSchema schema;
    OnnxAttrs defaults;
    for (const std::string_view part : split(text, ' ')) {
        if (!part.empty()) {
            schema.decls.push_back(readDeclaration(part, defaults));
        }
    }
    for (const std::string_view part : split(types, ';')) {
        const std::string name(trim(part.substr(0, part.find('='))));
        if (!name.empty() && !schema.find(name)) {
            schema.decls.push_back(readDeclaration(name + ":type", defaults));
        }
    }
    schema.makeDefault = [defaults]() -> std::shared_ptr<void> {
        return std::make_shared<OnnxAttrs>(defaults);
    };
    // Later versions of TensorFlow add attributes, whose defaults do what was done before.
    schema.acceptsAnyKey = true;
    schema.isHiddenKey = [](std::string_view key) { return key.starts_with('_'); };
    return schema;
}

} // namespace nervure::tensorflow
