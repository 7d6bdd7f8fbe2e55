// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/lightnet_writer.h"

#include "core/formats/lightnet/lightnet_reader.h"
#include "core/graph/op/lightnet_text.h"
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

/// An entry of "tensors_in" or "tensors_out".
std::string tensorJson(const std::string &role, const std::string &tensor,
                       const LightNetCompiled &compiled)
{
    std::string text = "{\"arg_name\":" + jsonQuoted(role) + ",\"name\":" + jsonQuoted(tensor);
    const auto extra = compiled.find(tensor);
    if (extra != compiled.end() && extra->second.isObject()) {
        for (const JsonValue member : extra->second) {
            text += "," + jsonQuoted(member.key()) + ":" + member.compactText();
        }
    }
    return text + "}";
}

/// All entries of one of them, as the file lists them.
std::string tensorsJson(const std::vector<Port> &ports, const LightNetCompiled &compiled)
{
    std::string text;
    for (const std::size_t i : listedOrder(ports, ports.size())) {
        text += (text.empty() ? "" : ",") + tensorJson(ports[i].role, ports[i].tensor, compiled);
    }
    return text;
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

std::vector<Port> lightNetInputs(const Graph &graph, const Node &node)
{
    std::vector<Port> ports = node.inputPorts;
    ports.resize(node.inputs.size(), Port{"src", {}});
    for (std::size_t i = 0; i < ports.size(); ++i) {
        ports[i].tensor = lightNetInputTensor(graph, node, i);
    }
    return ports;
}

std::string lightNetOpJson(const Graph &graph, const Node &node, const LightNetCompiled &compiled)
{
    std::string text = "{\"name\":" + jsonQuoted(node.name) + ",\"optype\":" + jsonQuoted(node.op)
                       + ",\"tensors_in\":[";
    text += tensorsJson(lightNetInputs(graph, node), compiled);
    text += "],\"tensors_out\":[";
    text += tensorsJson(node.outputPorts, compiled);
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
    std::optional<Result<JsonTree>> tensors;
    for (const GraphAttr &attr : graph.attrs()) {
        if (attr.tag != lightNetTag) {
            diagnostics.push_back(
                makeWarning("not-carried", "graph attribute {} is left out", quoted(attr.name)));
        } else if (attr.name == "tensors") {
            tensors = JsonTree::parse(attr.json);
        } else {
            text += jsonQuoted(attr.name) + ":" + attr.json + ",";
        }
    }
    LightNetCompiled compiled;
    if (tensors && *tensors) {
        for (const JsonValue tensor : (*tensors)->root()) {
            compiled.emplace(tensor.key(), tensor);
        }
    }
    text += "\"ops\":[";
    bool isFirst = true;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (node.dialect != Dialect::LightNet) {
            diagnostics.push_back(makeWarningAt(
                node.name, "not-carried", "node {}: operator {} is not LightNet's and is left out",
                quoted(node.name), quoted(node.op)));
            continue;
        }
        text += isFirst ? "" : ",";
        isFirst = false;
        text += lightNetOpJson(graph, node, compiled);
    }
    return lightNetLayout(text + "]}") + "\n";
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the text of the graph does not fit into memory");
}

} // namespace nervure
