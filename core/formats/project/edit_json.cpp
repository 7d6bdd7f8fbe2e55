// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/edit_json.h"

#include <fmt/format.h>
#include <memory>

namespace nervure {

namespace {

/// Prints edits and what they hold: objects of one member that names the kind of edit.
class EditPrinter {
public:
    [[nodiscard]] std::string take() { return std::move(m_out); }

    void operator()(const SetAttribute &edit)
    {
        open("set", edit.node);
        text(edit.key);
        text(edit.value);
        if (edit.position) {
            number(*edit.position);
        }
        m_out += "]}";
    }
    void operator()(const RemoveAttribute &edit)
    {
        open("unset", edit.node);
        text(edit.key);
        m_out += "]}";
    }
    void operator()(const RenameNode &edit)
    {
        open("rename", edit.node);
        text(edit.name);
        m_out += "]}";
    }
    void operator()(const AddNode &edit)
    {
        m_out += "{\"add\":";
        node(edit.node);
        if (edit.id) {
            m_out += fmt::format(",\"id\":{}", edit.id->value);
        }
        if (edit.position) {
            m_out += fmt::format(",\"at\":{}", *edit.position);
        }
        m_out += '}';
    }
    void operator()(const RemoveNode &edit)
    {
        open("remove", edit.node);
        m_out += "]}";
    }
    void operator()(const SetInputs &edit)
    {
        open("inputs", edit.node);
        m_out += ',';
        entries(edit.inputs);
        m_out += ',';
        ports(edit.ports);
        m_out += ',';
        ids(edit.controlDeps);
        m_out += "]}";
    }
    void operator()(const SetOutputPorts &edit)
    {
        open("tensors", edit.node);
        m_out += ',';
        ports(edit.ports);
        m_out += "]}";
    }
    void operator()(const SetDeclaredTypes &edit)
    {
        open("types", edit.node);
        m_out += ',';
        types(edit.types);
        m_out += "]}";
    }
    void operator()(const SetHeads &edit)
    {
        m_out += "{\"heads\":";
        entries(edit.heads);
        m_out += '}';
    }
    void operator()(const MoveNode &edit)
    {
        open("move", edit.node);
        number(edit.position);
        m_out += "]}";
    }
    void operator()(const SetNote &edit)
    {
        open("note", edit.node);
        text(edit.text);
        m_out += "]}";
    }
    void operator()(const SetGraphAttrs &edit)
    {
        m_out += "{\"attrs\":";
        graphAttrs(edit.attrs);
        m_out += '}';
    }
    void operator()(const CompositeEdit &edit)
    {
        m_out += "{\"all\":[";
        for (const Edit &part : edit.edits) {
            separate();
            std::visit(*this, part.change);
        }
        m_out += "]}";
    }

private:
    void open(const char *kind, NodeId id) { m_out += fmt::format("{{\"{}\":[{}", kind, id.value); }
    void separate()
    {
        if (!m_out.ends_with('[')) {
            m_out += ',';
        }
    }
    void number(std::size_t value)
    {
        separate();
        m_out += std::to_string(value);
    }
    void text(std::string_view value)
    {
        separate();
        m_out += jsonQuoted(value);
    }
    template <typename Items, typename Print>
    void list(const Items &items, Print print)
    {
        m_out += '[';
        for (const auto &item : items) {
            separate();
            print(item);
        }
        m_out += ']';
    }
    template <typename Items>
    void entries(const Items &items)
    {
        list(items, [this](const Entry &entry) {
            m_out += fmt::format("[{},{},{}]", entry.node.value, entry.index, entry.version);
        });
    }
    void ports(const std::vector<Port> &items)
    {
        list(items, [this](const Port &port) {
            m_out += '[';
            text(port.role);
            text(port.tensor);
            number(port.listed);
            m_out += ']';
        });
    }
    void types(const std::vector<ValueType> &items)
    {
        list(items, [this](const ValueType &type) { m_out += jsonQuoted(type.text()); });
    }
    void ids(const std::vector<NodeId> &items)
    {
        list(items, [this](NodeId id) { m_out += std::to_string(id.value); });
    }
    void graphAttrs(const std::vector<GraphAttr> &attrs)
    {
        list(attrs, [this](const GraphAttr &attr) {
            m_out += '[';
            text(attr.name);
            text(attr.tag);
            text(attr.json);
            m_out += ']';
        });
    }
    void node(const Node &node)
    {
        m_out += "{\"op\":" + jsonQuoted(node.op) + ",\"name\":" + jsonQuoted(node.name)
                 + ",\"dialect\":" + jsonQuoted(dialectName(node.dialect)) + ",\"attrs\":";
        list(node.attrs, [this](const AttrDict::Item &item) {
            m_out += '[';
            text(item.first);
            text(item.second);
            m_out += ']';
        });
        m_out += ",\"inputs\":";
        entries(node.inputs);
        m_out += ",\"reads\":";
        ports(node.inputPorts);
        m_out += ",\"tensors\":";
        ports(node.outputPorts);
        m_out += ",\"control\":";
        ids(node.controlDeps);
        if (node.opset != 0) {
            m_out += fmt::format(",\"opset\":{}", node.opset);
        }
        if (node.sourceIndex) {
            m_out += fmt::format(",\"source\":{}", *node.sourceIndex);
        }
        if (!node.note().empty()) {
            m_out += ",\"note\":" + jsonQuoted(node.note());
        }
        if (!node.declaredTypes.empty()) {
            m_out += ",\"types\":";
            types(node.declaredTypes);
        }
        if (!node.subgraphs.empty()) {
            m_out += ",\"subgraphs\":";
            list(node.subgraphs,
                 [this](const std::shared_ptr<const Graph> &subgraph) { graph(*subgraph); });
        }
        m_out += '}';
    }
    void graph(const Graph &graph)
    {
        m_out += "{\"dialect\":" + jsonQuoted(dialectName(graph.dialect())) + ",\"nodes\":";
        list(graph.nodes(), [this, &graph](NodeId id) {
            m_out += fmt::format("[{},", id.value);
            node(graph.node(id));
            m_out += ']';
        });
        m_out += ",\"heads\":";
        entries(graph.heads());
        m_out += ",\"attrs\":";
        graphAttrs(graph.attrs());
        m_out += ",\"note\":" + jsonQuoted(graph.note()) + '}';
    }

    std::string m_out;
};

} // namespace

std::string editJson(const Edit &edit)
{
    EditPrinter printer;
    std::visit(printer, edit.change);
    return printer.take();
}

} // namespace nervure
