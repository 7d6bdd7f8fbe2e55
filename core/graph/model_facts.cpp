// SPDX-License-Identifier: Apache-2.0
#include "core/graph/model_facts.h"

#include "core/support/json/json_tree.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

constexpr std::string_view renamedWord = "renamed ";

/// Calls `take` with the name and the value of each member of the object that a text is.
template <typename Take>
void eachMember(std::string_view json, Take take)
{
    const auto tree = JsonTree::parse(json);
    if (tree && tree->root().isObject()) {
        for (const JsonValue member : tree->root()) {
            take(std::string(member.key()), member);
        }
    }
}

/// The same of an attribute.
template <typename Take>
void eachMember(const Graph &graph, std::string_view name, Take take)
{
    if (const GraphAttr *attr = findGraphAttr(graph, name)) {
        eachMember(attr->json, take);
    }
}

template <typename Values, typename Text>
std::string objectText(const Values &values, Text text)
{
    std::string json;
    for (const auto &[name, value] : values) {
        json += (json.empty() ? "" : ",") + jsonQuoted(name) + ':' + text(value);
    }
    return '{' + json + '}';
}

/// The place behind the first JSON object of texts in a text.
std::size_t endOfObject(std::string_view text)
{
    bool isQuoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        at += isQuoted && c == '\\' ? 1 : 0;
        isQuoted = isQuoted != (c == '"');
        if (c == '}' && !isQuoted) {
            return at + 1;
        }
    }
    return text.size();
}

template <typename Texts>
std::string textsObject(const Texts &texts)
{
    return objectText(texts, [](const std::string &text) { return jsonQuoted(text); });
}

template <typename Numbers>
std::string numbersObject(const Numbers &numbers)
{
    return objectText(numbers, [](auto number) { return std::to_string(number); });
}

} // namespace

void takeModelFacts(const Graph &from, Graph &to)
{
    std::vector<GraphAttr> facts;
    std::copy_if(from.attrs().begin(), from.attrs().end(), std::back_inserter(facts),
                 [](const GraphAttr &attr) {
                     return !attr.tag.starts_with("list_")
                            && attr.name != model_facts::undefinedOutputs;
                 });
    if (!facts.empty()) {
        to.setAttrs(std::move(facts));
    }
}

const GraphAttr *findGraphAttr(const Graph &graph, std::string_view name)
{
    const auto found = std::find_if(graph.attrs().begin(), graph.attrs().end(),
                                    [name](const GraphAttr &attr) { return attr.name == name; });
    return found == graph.attrs().end() ? nullptr : &*found;
}

std::vector<GraphAttr> withGraphAttr(std::vector<GraphAttr> attrs, GraphAttr attr)
{
    const auto found = std::find_if(attrs.begin(), attrs.end(), [&attr](const GraphAttr &one) {
        return one.name == attr.name;
    });
    if (found == attrs.end()) {
        attrs.push_back(std::move(attr));
    } else {
        *found = std::move(attr);
    }
    return attrs;
}

std::int64_t numberOf(const Graph &graph, std::string_view name)
{
    const GraphAttr *attr = findGraphAttr(graph, name);
    const auto tree = attr ? JsonTree::parse(attr->json) : Result<JsonTree>(JsonTree());
    return attr && tree && tree->root().kind() == JsonKind::Integer ? tree->root().integer() : 0;
}

OpsetVersions opsetImports(const Graph &graph)
{
    OpsetVersions versions;
    eachMember(graph, model_facts::opsetImport, [&](std::string name, const JsonValue &version) {
        if (version.kind() == JsonKind::Integer) {
            versions.emplace(std::move(name), version.integer());
        }
    });
    return versions;
}

GraphAttr opsetImportAttr(const OpsetVersions &versions)
{
    return {std::string(model_facts::opsetImport), "dict", numbersObject(versions)};
}

UndefinedOutputs undefinedOutputs(const Graph &graph)
{
    UndefinedOutputs outputs;
    eachMember(graph, model_facts::undefinedOutputs, [&](std::string name, const JsonValue &place) {
        if (place.kind() == JsonKind::Integer && place.integer() >= 0) {
            outputs.emplace(std::move(name), place.integer());
        }
    });
    return outputs;
}

GraphAttr undefinedOutputsAttr(const UndefinedOutputs &outputs)
{
    return {std::string(model_facts::undefinedOutputs), "dict", numbersObject(outputs)};
}

ModelFunctions modelFunctions(const Graph &graph)
{
    ModelFunctions functions;
    eachMember(graph, model_facts::functions, [&](std::string name, const JsonValue &place) {
        if (place.isString()) {
            functions.emplace(std::move(name), place.text());
        }
    });
    return functions;
}

GraphAttr functionsAttr(const ModelFunctions &functions)
{
    return {std::string(model_facts::functions), "dict", textsObject(functions)};
}

bool callsFunction(const Node &node)
{
    return node.dialect == Dialect::Onnx && node.subgraphs.size() == 1
           && std::none_of(node.attrs.begin(), node.attrs.end(), [](const AttrDict::Item &item) {
                  return item.second.starts_with("graph ");
              });
}

FunctionPlace functionPlace(std::string_view text)
{
    FunctionPlace function;
    if (text.starts_with(renamedWord)) {
        const std::size_t end = endOfObject(text);
        eachMember(text.substr(renamedWord.size(), end - renamedWord.size()),
                   [&](std::string name, const JsonValue &renamed) {
                       if (renamed.isString()) {
                           function.renamed.emplace(std::move(name), renamed.text());
                       }
                   });
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    function.place = text;
    return function;
}

std::string functionText(const FunctionPlace &function)
{
    return function.renamed.empty()
               ? function.place
               : fmt::format("{}{} {}", renamedWord, textsObject(function.renamed), function.place);
}

} // namespace nervure
