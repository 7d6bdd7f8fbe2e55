// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/darknet_writer.h"

#include "core/formats/darknet/darknet_reader.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <iterator>
#include <map>

namespace nervure {

namespace {

class CfgWriter {
public:
    explicit CfgWriter(const Graph &graph) : m_graph(graph) {}

    Result<std::string> write()
    {
        RETURN_IF_FAILED(writeInput());
        for (const NodeId id : m_graph.nodes()) {
            const Node &node = m_graph.node(id);
            if (!node.isVariable()) {
                RETURN_IF_FAILED(writeLayer(node));
                m_numbers.emplace(id, static_cast<std::int64_t>(m_numbers.size()));
                m_above = id;
            }
        }
        return std::move(m_text);
    }

private:
    Status writeInput()
    {
        for (const NodeId id : m_graph.nodes()) {
            const Node &node = m_graph.node(id);
            if (node.isVariable() && node.attrs.find("shape")) {
                m_above = id;
                m_text = "[net]\n";
                writeKeys(node);
                return {};
            }
        }
        return makeError("cfg-write", "the graph has no input with a shape, which [net] tells");
    }

    void writeKeys(const Node &node)
    {
        for (const auto &[key, value] : node.attrs) {
            const bool isOurs = node.isVariable() && (key == "shape" || key == "dtype");
            if (!isOurs && !m_ownKeys.contains(key)) {
                m_text += fmt::format("{}={}\n", key, value);
            }
        }
    }

    Status writeLayer(const Node &layer)
    {
        if (layer.dialect != Dialect::Darknet) {
            return makeErrorAt(layer.name, "cfg-write", "{} is of dialect {}, expected a layer",
                               layer.op, dialectName(layer.dialect));
        }
        m_ownKeys.clear();
        RETURN_IF_FAILED(findNumbers(layer));
        m_text += fmt::format("\n[{}]\n", layer.op);
        for (const auto &[key, value] : m_ownKeys) {
            m_text += fmt::format("{}={}\n", key, value);
        }
        writeKeys(layer);
        return {};
    }

    /// The numbers of a route or shortcut; others read the layer above.
    Status findNumbers(const Node &layer)
    {
        if (layer.op == "route") {
            std::string numbers;
            for (const Entry &input : layer.inputs) {
                ASSIGN_OR_RETURN(const std::int64_t number, numberOf(layer, input));
                numbers += fmt::format("{}{}", numbers.empty() ? "" : ",", number);
            }
            m_ownKeys["layers"] = numbers;
            return {};
        }
        if (layer.inputs.empty() || layer.inputs[0].node != m_above) {
            return makeErrorAt(layer.name, "cfg-write",
                               "it reads another result than that of the layer above it, for which "
                               "a .cfg needs a route");
        }
        if (layer.op == "shortcut" && layer.inputs.size() > 1) {
            ASSIGN_OR_RETURN(const std::int64_t number, numberOf(layer, layer.inputs[1]));
            m_ownKeys["from"] = std::to_string(number);
        }
        return {};
    }

    Result<std::int64_t> numberOf(const Node &layer, const Entry &input) const
    {
        const auto found = m_numbers.find(input.node);
        return found != m_numbers.end() ? Result<std::int64_t>(found->second)
                                        : makeErrorAt(layer.name, "cfg-write",
                                                      "it reads what is no earlier layer's result");
    }

    const Graph &m_graph;
    std::string m_text;
    NodeId m_above;
    std::map<NodeId, std::int64_t> m_numbers;
    std::map<std::string, std::string> m_ownKeys;
};

} // namespace

Result<std::string> writeDarknetCfg(const Graph &graph, const FormatContext &, Diagnostics &)
{
    return CfgWriter(graph).write();
}

Result<std::string> rewriteDarknetCfg(const Graph &graph, std::string_view original,
                                      const FormatContext &context, Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(std::string text, writeDarknetCfg(graph, context, diagnostics));
    if (const auto before = readDarknetCfg(original, context)) {
        const auto same = writeDarknetCfg(before->graph, context, diagnostics);
        if (same && *same == text) {
            return std::string(original);
        }
    }
    if (original.find_first_of("#;") != std::string_view::npos) {
        diagnostics.push_back(
            makeWarning("cfg-comments", "comments in the network description are not kept"));
    }
    return text;
}

} // namespace nervure
