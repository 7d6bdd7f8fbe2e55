// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/lowering_reader.h"

#include "core/support/misspelling.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace nervure::custom {

namespace {

/// Reads one graph. Nodes stand in their order, each reads what is before it.
class GraphReader {
public:
    GraphReader(const DeclarationJson &json, const Declaration &operation, const OpRegistry &known)
        : m_json(json),
          m_operation(operation),
          m_known(known),
          m_names(namesOf(operation))
    {}

    Result<LoweringGraph> read(const JsonValue &object)
    {
        RETURN_IF_FAILED(m_json.checkMembers(object, "a lowering", {"when", "nodes", "outputs"}));
        ASSIGN_OR_RETURN(m_graph.when, m_json.formula(object, "when", Kind::Truth, m_names));
        ASSIGN_OR_RETURN(const auto nodes, m_json.list(object, "nodes"));
        for (const JsonValue &node : nodes) {
            RETURN_IF_FAILED(readNode(node));
        }
        ASSIGN_OR_RETURN(m_graph.outputs, readSources(object, "outputs"));
        if (m_graph.outputs.size() != m_operation.outputs.size()) {
            return m_json.errorAt(
                object, fmt::format("a lowering has {} outputs, expected {} as the operator",
                                    m_graph.outputs.size(), m_operation.outputs.size()));
        }
        return std::move(m_graph);
    }

private:
    Status readNode(const JsonValue &object)
    {
        RETURN_IF_FAILED(
            m_json.checkMembers(object, "a node of a lowering", {"name", "op", "inputs", "attrs"}));
        LoweringNode node;
        if (!object.find("name")) {
            return m_json.errorAt(object, "a node of a lowering has no 'name'");
        }
        ASSIGN_OR_RETURN(node.name, m_json.name(*object.find("name"), "a node of a lowering"));
        if (nodeNamed(node.name) || inputNamed(node.name)) {
            return m_json.errorAt(
                object, fmt::format("{} is named twice in a lowering", quoted(node.name)));
        }
        ASSIGN_OR_RETURN(node.op, readOperator(object));
        ASSIGN_OR_RETURN(node.inputs, readSources(object, "inputs"));
        RETURN_IF_FAILED(readAttributes(object, node));
        m_graph.nodes.push_back(std::move(node));
        return {};
    }

    Result<const OpSpec *> readOperator(const JsonValue &object) const
    {
        ASSIGN_OR_RETURN(const std::string name, m_json.text(object, "op"));
        const OpSpec *op = m_known.findBuiltIn(Dialect::Nnvm, name);
        op = op ? op : m_known.findBuiltIn(Dialect::Nervure, name);
        if (op) {
            return op;
        }
        const auto similar = misspeltFrom(name, m_known.names(Dialect::Nnvm));
        return m_json.errorAt(*object.find("op"),
                              fmt::format("there is no operator {}, {}", quoted(name),
                                          similar ? "did you mean " + quoted(*similar)
                                                  : "expected one of NNVM's or ours"));
    }

    Result<std::vector<Source>> readSources(const JsonValue &object, std::string_view key) const
    {
        ASSIGN_OR_RETURN(const auto list, m_json.list(object, key));
        std::vector<Source> sources;
        for (const JsonValue &item : list) {
            ASSIGN_OR_RETURN(const std::string text, m_json.textOf(item, key));
            const std::size_t colon = std::min(text.find(':'), text.size());
            const std::string name = text.substr(0, colon);
            const auto output =
                colon < text.size() ? parseInteger(text.substr(colon + 1)) : std::optional(0L);
            const auto node = nodeNamed(name);
            const auto input = colon == text.size() ? inputNamed(name) : std::nullopt;
            if ((!node && !input) || !output || *output < 0 || *output > 255) {
                return m_json.errorAt(
                    item,
                    fmt::format(
                        "{} of a lowering, expected an input, a node before it, or NODE:OUTPUT",
                        quoted(text)));
            }
            sources.push_back({input, node.value_or(0), static_cast<std::uint32_t>(*output)});
        }
        return sources;
    }

    Status readAttributes(const JsonValue &object, LoweringNode &node) const
    {
        const auto attrs = object.find("attrs");
        if (!attrs) {
            return {};
        }
        if (!attrs->isObject()) {
            return m_json.wrongKind(*attrs, "attrs", "an object");
        }
        for (const JsonValue attr : *attrs) {
            const std::string key(attr.key());
            if (!node.op->attrs.find(key) && !node.op->attrs.acceptsAnyKey) {
                return m_json.errorAt(attr, fmt::format("operator {} has no attribute {}",
                                                        node.op->name, quoted(key)));
            }
            if (attr.isString()) {
                ASSIGN_OR_RETURN(Pattern pattern, m_json.pattern(attr, key, m_names));
                node.attrs.emplace_back(key, std::move(pattern));
            } else if (attr.isNumber() || attr.isArray()) {
                node.attrs.emplace_back(key, Pattern{{attr.compactText()}});
            } else if (attr.kind() == JsonKind::Boolean) {
                node.attrs.emplace_back(key, Pattern{{attr.boolean() ? "True" : "False"}});
            } else {
                return m_json.wrongKind(attr, key, "a text, a number, true, false or a list");
            }
        }
        return {};
    }

    [[nodiscard]] std::optional<std::size_t> nodeNamed(std::string_view name) const
    {
        return placeOf(m_graph.nodes, name);
    }

    [[nodiscard]] std::optional<std::size_t> inputNamed(std::string_view name) const
    {
        return placeOf(m_operation.inputs, name);
    }

    template <typename Item>
    static std::optional<std::size_t> placeOf(const std::vector<Item> &items, std::string_view name)
    {
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (items[i].name == name) {
                return i;
            }
        }
        return std::nullopt;
    }

    const DeclarationJson &m_json;
    const Declaration &m_operation;
    const OpRegistry &m_known;
    const Names m_names;
    LoweringGraph m_graph;
};

} // namespace

Result<std::vector<LoweringGraph>> readLowerings(const DeclarationJson &json,
                                                 const JsonValue &object,
                                                 const Declaration &operation,
                                                 const OpRegistry &known)
{
    ASSIGN_OR_RETURN(const auto list, json.list(object, "lowering"));
    std::vector<LoweringGraph> graphs;
    for (const JsonValue &item : list) {
        ASSIGN_OR_RETURN(LoweringGraph graph, GraphReader(json, operation, known).read(item));
        graphs.push_back(std::move(graph));
    }
    return graphs;
}

} // namespace nervure::custom
