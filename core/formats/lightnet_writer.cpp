// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet_writer.h"

#include "core/formats/lightnet_reader.h"
#include "core/graph/lightnet_text.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

/// Prints a JSON value with LightNet's blanks.
class LayoutPrinter {
public:
    void print(const JsonValue &value, int depth)
    {
        switch (value.kind()) {
        case JsonKind::Object: printObject(value, depth); break;
        case JsonKind::Array: printArray(value, depth); break;
        case JsonKind::String: m_out += lightNetQuoted(value.string()); break;
        case JsonKind::Integer:
        case JsonKind::Number: m_out += lightNetNumberText(value.number()); break;
        default: m_out += value.compactText();
        }
    }
    [[nodiscard]] std::string take() { return std::move(m_out); }

private:
    void tabs(int count) { m_out.append(static_cast<std::size_t>(count), '\t'); }
    void printObject(const JsonValue &object, int depth)
    {
        m_out += "{\n";
        bool isFirst = true;
        for (const JsonValue member : object) {
            m_out += isFirst ? "" : ",\n";
            isFirst = false;
            tabs(depth + 1);
            m_out += lightNetQuoted(member.key()) + ":\t";
            print(member, depth + 1);
        }
        m_out += '\n';
        tabs(depth);
        m_out += '}';
    }
    void printArray(const JsonValue &array, int depth)
    {
        m_out += '[';
        bool isFirst = true;
        for (const JsonValue element : array) {
            m_out += isFirst ? "" : ", ";
            isFirst = false;
            if (element.kind() == JsonKind::Boolean) {
                // LightNet stores arrays of booleans as numbers.
                m_out += element.boolean() ? '1' : '0';
            } else {
                print(element, depth + 1);
            }
        }
        m_out += ']';
    }

    std::string m_out;
};

/// Entries of "tensors_in" or "tensors_out".
std::string tensorJson(const std::string &role, const std::string &tensor,
                       const Result<JsonTree> *compiled)
{
    std::string text = "{\"arg_name\":" + jsonQuoted(role) + ",\"name\":" + jsonQuoted(tensor);
    const auto extra = compiled && *compiled ? (*compiled)->root().find(tensor) : std::nullopt;
    if (extra && extra->isObject()) {
        for (const JsonValue member : *extra) {
            text += "," + jsonQuoted(member.key()) + ":" + member.compactText();
        }
    }
    return text + "}";
}

} // namespace

std::string lightNetInputTensor(const Graph &graph, const Node &node, std::size_t input)
{
    const Entry &entry = node.inputs[input];
    if (graph.contains(entry.node)) {
        const auto &ports = graph.node(entry.node).outputPorts;
        if (entry.index < ports.size()) {
            return ports[entry.index].tensor;
        }
    }
    return input < node.inputPorts.size() ? node.inputPorts[input].tensor : std::string();
}

std::string lightNetOpJson(const Graph &graph, const Node &node, const Result<JsonTree> *compiled)
{
    std::string text = "{\"name\":" + jsonQuoted(node.name) + ",\"optype\":" + jsonQuoted(node.op)
                       + ",\"tensors_in\":[";
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string role = i < node.inputPorts.size() ? node.inputPorts[i].role : "src";
        text +=
            (i > 0 ? "," : "") + tensorJson(role, lightNetInputTensor(graph, node, i), compiled);
    }
    text += "],\"tensors_out\":[";
    for (std::size_t i = 0; i < node.outputPorts.size(); ++i) {
        const Port &port = node.outputPorts[i];
        text += (i > 0 ? "," : "") + tensorJson(port.role, port.tensor, compiled);
    }
    text += "],\"params\":[";
    bool isFirst = true;
    for (const auto &[name, value] : node.attrs) {
        text += isFirst ? "" : ",";
        isFirst = false;
        const bool isJson = JsonTree::parse(value).ok();
        text += "{\"arg_name\":" + jsonQuoted(name)
                + ",\"value\":" + (isJson ? value : jsonQuoted(value)) + "}";
    }
    return text + "]}";
}

std::string lightNetLayout(std::string_view json, int depth)
{
    const Result<JsonTree> tree = JsonTree::parse(json);
    assert(tree.ok() && "the text is JSON of our own");
    LayoutPrinter printer;
    if (tree) {
        printer.print(tree->root(), depth);
    }
    return printer.take();
}

Result<std::string> writeLightNetJson(const Graph &graph, const FormatContext &,
                                      Diagnostics &diagnostics)
try {
    std::string text = "{";
    std::optional<Result<JsonTree>> compiled;
    for (const GraphAttr &attr : graph.attrs()) {
        if (attr.tag != lightNetTag) {
            diagnostics.push_back(makeWarning("not-carried", "graph attribute " + quoted(attr.name)
                                                                 + " is left out"));
        } else if (attr.name == "tensors") {
            compiled = JsonTree::parse(attr.json);
        } else {
            text += jsonQuoted(attr.name) + ":" + attr.json + ",";
        }
    }
    text += "\"ops\":[";
    bool isFirst = true;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (node.dialect != Dialect::LightNet) {
            diagnostics.push_back(makeWarning("not-carried",
                                              "node " + quoted(node.name) + ": operator "
                                                  + quoted(node.op)
                                                  + " is not LightNet's and is left out",
                                              node.name));
            continue;
        }
        text += isFirst ? "" : ",";
        isFirst = false;
        text += lightNetOpJson(graph, node, compiled ? &*compiled : nullptr);
    }
    return lightNetLayout(text + "]}") + "\n";
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the text of the graph does not fit into memory");
}

} // namespace nervure
