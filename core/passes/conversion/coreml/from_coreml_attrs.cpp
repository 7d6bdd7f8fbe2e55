// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/coreml/from_coreml_attrs.h"

#include "core/graph/onnx_variable.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <fmt/format.h>

namespace nervure {

std::int64_t CoreMlLayer::integer(std::string_view name) const
{
    const std::string *text = m_node.attrs.find(name);
    return text ? parseInteger(*text).value_or(0) : 0;
}

bool CoreMlLayer::flag(std::string_view name) const
{
    const std::string *text = m_node.attrs.find(name);
    return text && *text == "true";
}

double CoreMlLayer::number(std::string_view name) const
{
    const std::string *text = m_node.attrs.find(name);
    return text ? static_cast<double>(static_cast<float>(parseNumber(*text).value_or(0))) : 0;
}

std::vector<std::int64_t> CoreMlLayer::integers(std::string_view name) const
{
    std::vector<std::int64_t> numbers;
    const std::string *text = m_node.attrs.find(name);
    if (!text || text->size() <= 2) {
        return numbers;
    }
    for (const std::string_view item :
         split(std::string_view(*text).substr(1, text->size() - 2), ',')) {
        numbers.push_back(parseInteger(trim(item)).value_or(0));
    }
    return numbers;
}

std::string_view CoreMlLayer::text(std::string_view name) const
{
    const std::string *text = m_node.attrs.find(name);
    return text ? std::string_view(*text) : std::string_view();
}

const Node *CoreMlLayer::weights(std::string_view name) const
{
    const std::string wanted = fmt::format("{}_{}", m_node.name, name);
    for (const Entry &input : m_node.inputs) {
        const Node *variable = m_graph.contains(input.node) ? &m_graph.node(input.node) : nullptr;
        // A name that was taken has a number behind.
        if (variable && holdsOnnxValues(variable->attrs) && variable->name.starts_with(wanted)) {
            return variable;
        }
    }
    return nullptr;
}

AttrDict attrsOfSymbol(SymbolAttrs attrs)
{
    AttrDict dict;
    for (const auto &[key, value] : attrs) {
        dict.set(key, value);
    }
    return dict;
}

std::vector<std::string> numberTexts(const std::vector<std::int64_t> &numbers)
{
    std::vector<std::string> texts;
    for (const std::int64_t number : numbers) {
        texts.push_back(std::to_string(number));
    }
    return texts;
}

std::string numberList(const std::vector<std::int64_t> &numbers)
{
    return pythonList(numberTexts(numbers));
}

} // namespace nervure
