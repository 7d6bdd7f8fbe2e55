// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/attribute_summary.h"

#include "core/graph/back_edge.h"
#include "core/graph/kernel_calls.h"
#include "core/graph/value/element_type.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>

namespace nervure {

namespace {

constexpr std::size_t longestValue = 24;

/// What a well-known attribute is for, whatever dialect it comes from.
enum class Role { Size, Stride, Padding, Dilation, Groups, Kind, Source, Outputs, Hidden };

struct KnownAttribute {
    std::string_view name;
    Role role;
};

constexpr std::array<KnownAttribute, 36> knownAttributes{{
    {"kernel_size", Role::Size},     {"pool_size", Role::Size},
    {"kernel", Role::Size},          {"size", Role::Size},
    {"strides", Role::Stride},       {"stride", Role::Stride},
    {"padding", Role::Padding},      {"pad", Role::Padding},
    {"dilation", Role::Dilation},    {"dilate", Role::Dilation},
    {"groups", Role::Groups},        {"group", Role::Groups},
    {"num_group", Role::Groups},     {"channels", Role::Outputs},
    {"units", Role::Outputs},        {"num_filter", Role::Outputs},
    {"num_hidden", Role::Outputs},   {"layout", Role::Hidden},
    {"kernel_layout", Role::Hidden}, {"out_layout", Role::Hidden},
    {"use_bias", Role::Hidden},      {"epsilon", Role::Hidden},
    {"momentum", Role::Hidden},      {"workspace", Role::Hidden},
    {"num_args", Role::Hidden},      {"act_type", Role::Kind},
    {"pool_type", Role::Kind},       {"kernel_shape", Role::Size},
    {"pads", Role::Padding},         {"dilations", Role::Dilation},
    {"ksize", Role::Size},           {"data_format", Role::Hidden},
    {"filters", Role::Outputs},      {"dilation_rate", Role::Dilation},
    {backEdgeKey, Role::Source},     {"parallel_iterations", Role::Hidden},
}};

/// Core ML's names.
constexpr std::array<KnownAttribute, 13> coreMlAttributes{{
    {"kernelSize", Role::Size},
    {"paddingAmounts", Role::Padding},
    {"dilationFactor", Role::Dilation},
    {"nGroups", Role::Groups},
    {"outputChannels", Role::Outputs},
    {"outputVectorSize", Role::Outputs},
    {"function", Role::Kind},
    {"type", Role::Kind},
    {"avgPoolExcludePadding", Role::Hidden},
    {"inputChannels", Role::Hidden},
    {"inputVectorSize", Role::Hidden},
    {"kernelChannels", Role::Hidden},
    {"hasBias", Role::Hidden},
}};

const KnownAttribute *findKnown(std::string_view name)
{
    const auto isIt = [name](const KnownAttribute &known) { return known.name == name; };
    const auto it = std::find_if(knownAttributes.begin(), knownAttributes.end(), isIt);
    if (it != knownAttributes.end()) {
        return &*it;
    }
    const auto ours = std::find_if(coreMlAttributes.begin(), coreMlAttributes.end(), isIt);
    return ours == coreMlAttributes.end() ? nullptr : &*ours;
}

/// The integers of "(3, 3)", "[3,3]" or "3"; empty when the text is anything else.
std::vector<std::int64_t> integersOf(std::string_view text)
{
    text = trim(text);
    if (text.size() >= 2 && (text.front() == '(' || text.front() == '[')) {
        text = text.substr(1, text.size() - 2);
    }
    std::vector<std::int64_t> numbers;
    for (std::string_view part : split(text, ',')) {
        part = trim(part);
        if (part.empty()) {
            continue;
        }
        const std::optional<std::int64_t> number = parseInteger(part);
        if (!number || numbers.size() == 8) {
            return {};
        }
        numbers.push_back(*number);
    }
    return numbers;
}

bool areAll(const std::vector<std::int64_t> &numbers, std::int64_t value)
{
    return std::all_of(numbers.begin(), numbers.end(),
                       [value](std::int64_t n) { return n == value; });
}

std::string crossed(const std::vector<std::int64_t> &numbers, bool collapse)
{
    if (collapse && areAll(numbers, numbers.front())) {
        return std::to_string(numbers.front());
    }
    std::string text;
    for (const std::int64_t number : numbers) {
        text += (text.empty() ? "" : "×") + std::to_string(number);
    }
    return text;
}

/// The short form of a well-known attribute, empty when it changes nothing.
std::string shortForm(Role role, const std::vector<std::int64_t> &numbers)
{
    if (numbers.empty()) {
        return {};
    }
    switch (role) {
    case Role::Size: return areAll(numbers, 0) ? "" : crossed(numbers, false);
    case Role::Stride:
        return areAll(numbers, 1) || areAll(numbers, 0) ? "" : "s" + crossed(numbers, true);
    case Role::Padding: return areAll(numbers, 0) ? "" : "p" + crossed(numbers, true);
    case Role::Dilation: return areAll(numbers, 1) ? "" : "d" + crossed(numbers, true);
    case Role::Groups: return areAll(numbers, 1) ? "" : "g" + crossed(numbers, true);
    case Role::Outputs: return "→ " + crossed(numbers, false);
    case Role::Kind:
    case Role::Source:
    case Role::Hidden: return {};
    }
    return {};
}

bool isPlain(std::string_view text)
{
    return !text.empty() && text.size() <= longestValue
           && std::none_of(text.begin(), text.end(), [](char c) {
                  return static_cast<unsigned char>(c) < 0x20 || c == '{' || c == '"';
              });
}

void appendWord(std::string &text, const std::string &word)
{
    if (!word.empty()) {
        text += (text.empty() ? "" : " ") + word;
    }
}

/// However it is written: False is false.
bool isDefault(const AttrDecl &decl, const AttrSchema &schema, const std::string &value)
{
    if (decl.required || value == decl.defaultText || !schema.makeDefault) {
        return !decl.required && value == decl.defaultText;
    }
    const std::shared_ptr<void> attrs = schema.makeDefault();
    return decl.parse(value, attrs.get()) && decl.print(attrs.get()) == decl.defaultText;
}

/// How what a node holds is joined to its inputs and outputs: its lines show that.
bool isWiring(const Node &node, std::string_view name)
{
    return !node.subgraphs.empty()
           && (name.starts_with("num_") || name.ends_with("_locs") || name.ends_with("body")
               || name.ends_with("_branch"));
}

/// TensorFlow's nodes say the types of their inputs, T or Tindices, and how many there are.
bool isSaidByInputs(const Node &node, std::string_view name)
{
    const bool isType = name == "T" || (name.size() > 1 && name[0] == 'T' && std::islower(name[1]));
    return node.dialect == Dialect::TensorFlow && (isType || name == "N");
}

/// TensorFlow's windows have numbers for images and channels, too, which are 1.
std::vector<std::int64_t> windowOf(const Node &node, std::vector<std::int64_t> numbers)
{
    if (node.dialect == Dialect::TensorFlow && numbers.size() > 3 && numbers.front() == 1) {
        const std::string *format = node.attrs.find("data_format");
        const bool isChannelsFirst = format && format->starts_with("NC");
        const auto channels = isChannelsFirst ? numbers.begin() + 1 : numbers.end() - 1;
        if (*channels == 1) {
            numbers.erase(channels);
            numbers.erase(numbers.begin());
        }
    }
    return numbers;
}

/// What a card has of a well-known attribute.
std::string wordOf(Role role, const std::string &value, const Node &node)
{
    if (role == Role::Source) {
        const std::string name = value.substr(value.rfind('/') + 1);
        return isPlain(name) ? "← " + name : std::string();
    }
    const bool isWord = role == Role::Kind && isPlain(value);
    return isWord ? value : shortForm(role, windowOf(node, integersOf(value)));
}

/// The value as a card has it: without blanks, and ONNX's element types by name.
std::string shownValue(const Node &node, std::string_view name, std::string value)
{
    const bool isType = node.dialect == Dialect::Onnx && (name == "to" || name.ends_with("dtype"));
    const auto number = isType ? parseInteger(value) : std::nullopt;
    const auto type = number ? elementTypeOf(*number) : std::nullopt;
    if (type) {
        return std::string(elementTypeName(*type));
    }
    value.erase(std::remove(value.begin(), value.end(), ' '), value.end());
    return value;
}

/// `key=value` of other declared attributes that differ from their default.
std::string otherAttributes(const Node &node, const OpSpec &spec)
{
    std::string text;
    int count = 0;
    for (const AttrDecl &decl : spec.attrs.decls) {
        const std::string *value = node.attrs.find(decl.name);
        if (count == 2 || !value || findKnown(decl.name) || !isPlain(*value)
            || isDefault(decl, spec.attrs, *value) || isWiring(node, decl.name)
            || isSaidByInputs(node, decl.name)) {
            continue;
        }
        appendWord(text, decl.name + "=" + shownValue(node, decl.name, *value));
        ++count;
    }
    return text;
}

} // namespace

std::string attributeSummary(const Node &node, const OpSpec *spec)
{
    std::array<std::string, 9> words;
    for (const auto &[key, value] : node.attrs) {
        const KnownAttribute *attribute = findKnown(key);
        if (attribute && (!spec || spec->attrs.find(key))) {
            words[static_cast<std::size_t>(attribute->role)] = wordOf(attribute->role, value, node);
        }
    }
    std::string text;
    for (const Role role : {Role::Kind, Role::Source, Role::Size, Role::Stride, Role::Padding,
                            Role::Dilation, Role::Groups}) {
        appendWord(text, words[static_cast<std::size_t>(role)]);
    }
    if (spec && !isKernelCall(node)) { // which has numbers of tensors alone
        appendWord(text, otherAttributes(node, *spec));
    }
    appendWord(text, words[static_cast<std::size_t>(Role::Outputs)]);
    if (const std::size_t count = node.subgraphs.size()) {
        appendWord(text, std::to_string(count) + (count == 1 ? " subgraph" : " subgraphs"));
    }
    return text;
}

} // namespace nervure
