// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/darknet_description.h"

#include "core/formats/darknet/darknet_layers.h"
#include "core/graph/darknet_fork.h"
#include "core/graph/op/attr_field.h"

#include <map>

namespace nervure {

namespace {

class Description {
public:
    explicit Description(const Graph &graph) : m_graph(graph) {}

    Result<std::vector<DarknetSection>> take()
    {
        RETURN_IF_FAILED(takeInput());
        for (const NodeId id : m_graph.nodes()) {
            const Node &node = m_graph.node(id);
            if (!node.isVariable()) {
                RETURN_IF_FAILED(takeLayer(node));
                m_numbers.emplace(id, static_cast<std::int64_t>(m_numbers.size()));
                m_above = id;
            }
        }
        return std::move(m_sections);
    }

private:
    Status takeInput()
    {
        for (const NodeId id : m_graph.nodes()) {
            const Node &node = m_graph.node(id);
            if (node.isVariable() && node.attrs.find("shape")) {
                m_above = id;
                m_sections.push_back({"net", node.name, netKeys(node), {}, {}});
                return {};
            }
        }
        return makeError("cfg-write", "the graph has no input with a shape, which [net] tells");
    }

    /// The keys of [net], with the sizes that the input has now.
    static AttrDict netKeys(const Node &input)
    {
        AttrDict keys;
        for (const auto &[key, value] : input.attrs) {
            if (key != "shape" && key != "dtype") {
                keys.set(key, value);
            }
        }
        const IntTuple shape = leadingTuple(*input.attrs.find("shape")).value_or(IntTuple());
        const bool isImage = shape.size() == 4;
        const std::vector<std::string> names =
            isImage ? std::vector<std::string>{"channels", "height", "width"}
                    : std::vector<std::string>{"inputs"};
        for (std::size_t i = 0; i < names.size() && i + 1 < shape.size(); ++i) {
            const std::string *had = keys.find(names[i]);
            if (!had || leadingInteger(*had) != shape[i + 1]) {
                keys.set(names[i], std::to_string(shape[i + 1]));
            }
        }
        return keys;
    }

    Status takeLayer(const Node &layer)
    {
        if (layer.dialect != Dialect::Darknet) {
            return makeErrorAt(layer.name, "cfg-write", "{} is of dialect {}, expected a layer",
                               layer.op, dialectName(layer.dialect));
        }
        DarknetSection section{layer.op, layer.name, layer.attrs, {}, {}};
        section.attrs.erase(ofDarknetFork);
        RETURN_IF_FAILED(takeNumbers(layer, section));
        m_sections.push_back(std::move(section));
        return {};
    }

    /// Layers that name none read the one above.
    Status takeNumbers(const Node &layer, DarknetSection &section) const
    {
        if (layer.op == "implicit") {
            return {};
        }
        const bool isRoute = layer.op == "route";
        if (!isRoute && (layer.inputs.empty() || layer.inputs[0].node != m_above)) {
            return makeErrorAt(layer.name, "cfg-write",
                               "it reads another result than that of the layer above it, for which "
                               "a .cfg needs a route");
        }
        const DarknetReference *reference = darknetReference(layer.op);
        if (!reference || !reference->isInput) {
            return {};
        }
        section.numbersKey = reference->key;
        for (std::size_t i = isRoute ? 0 : 1; i < layer.inputs.size(); ++i) {
            const Node *source = m_graph.find(layer.inputs[i].node);
            if (source && source->isVariable() && i > 0) {
                continue; // weights
            }
            ASSIGN_OR_RETURN(const std::int64_t number, numberOf(layer, layer.inputs[i]));
            section.numbers.push_back(number);
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
    std::vector<DarknetSection> m_sections;
    NodeId m_above;
    std::map<NodeId, std::int64_t> m_numbers;
};

} // namespace

Result<std::vector<DarknetSection>> darknetDescription(const Graph &graph)
{
    return Description(graph).take();
}

} // namespace nervure
