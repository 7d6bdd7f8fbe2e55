// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensorflow/tf_messages.h"

#include "core/formats/tensorflow/tf_fields.h"

#include <algorithm>

namespace nervure::tensorflow {

namespace {

/// The text or message in a field that is to be one.
Result<std::string_view> bytesIn(const WireField &field, const char *what)
{
    if (field.type != WireType::Bytes) {
        return makeError("tensorflow", "found a number, expected {}", what);
    }
    return field.bytes;
}

/// Key and value of an entry of a map.
Result<std::pair<std::string_view, std::string_view>> readEntry(std::string_view message,
                                                                std::string_view file)
{
    std::pair<std::string_view, std::string_view> entry;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == map_entry::key) {
            ASSIGN_OR_RETURN(entry.first, bytesIn(*field, "a name"));
        } else if (field->number == map_entry::value) {
            ASSIGN_OR_RETURN(entry.second, bytesIn(*field, "a value"));
        }
    }
    RETURN_IF_FAILED(reader.status());
    return entry;
}

Result<NodeMessage> readNode(std::string_view message, std::string_view file)
{
    NodeMessage node;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        switch (field->number) {
        case node_def::name: {
            ASSIGN_OR_RETURN(node.name, bytesIn(*field, "a node's name"));
            break;
        }
        case node_def::op: {
            ASSIGN_OR_RETURN(node.op, bytesIn(*field, "an operator's name"));
            break;
        }
        case node_def::device: {
            ASSIGN_OR_RETURN(node.device, bytesIn(*field, "a device"));
            break;
        }
        case node_def::input: {
            ASSIGN_OR_RETURN(const auto input, bytesIn(*field, "the name of an input"));
            node.inputs.push_back(input);
            break;
        }
        case node_def::attr: {
            ASSIGN_OR_RETURN(const auto bytes, bytesIn(*field, "an attribute"));
            ASSIGN_OR_RETURN(const auto entry, readEntry(bytes, file));
            node.attributes.push_back(entry);
            break;
        }
        default: break;
        }
    }
    RETURN_IF_FAILED(reader.status());
    return node;
}

Result<std::pair<std::string_view, std::uint64_t>> readArgument(const WireField &field,
                                                                std::string_view file)
{
    std::pair<std::string_view, std::uint64_t> argument;
    ASSIGN_OR_RETURN(const auto bytes, bytesIn(field, "an argument"));
    WireReader reader(bytes, file);
    while (const auto part = reader.next()) {
        if (part->number == op_def::argName) {
            argument.first = part->bytes;
        } else if (part->number == op_def::argType) {
            argument.second = part->value;
        }
    }
    RETURN_IF_FAILED(reader.status());
    return argument;
}

Status readSignature(std::string_view message, std::string_view file, FunctionMessage &function)
{
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == op_def::name) {
            ASSIGN_OR_RETURN(function.name, bytesIn(*field, "a function's name"));
        } else if (field->number == op_def::inputArg) {
            ASSIGN_OR_RETURN(const auto argument, readArgument(*field, file));
            function.inputs.push_back(argument);
        } else if (field->number == op_def::outputArg) {
            ASSIGN_OR_RETURN(const auto argument, readArgument(*field, file));
            function.outputs.push_back(argument.first);
        }
    }
    return reader.status();
}

Result<std::uint64_t> readProducer(std::string_view message, std::string_view file)
{
    std::uint64_t producer = 0;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        producer = field->number == version_def::producer ? field->value : producer;
    }
    RETURN_IF_FAILED(reader.status());
    return producer;
}

Status readLibrary(std::string_view message, std::string_view file, GraphMessage &graph)
{
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == library_def::function) {
            ASSIGN_OR_RETURN(const auto function, bytesIn(*field, "a function"));
            graph.functions.push_back(function);
        }
    }
    return reader.status();
}

bool isIdentifier(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
               || std::string_view("_>-./").find(static_cast<char>(c)) != std::string_view::npos;
    });
}

} // namespace

std::string_view NodeMessage::attribute(std::string_view key) const
{
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [key](const auto &entry) { return entry.first == key; });
    return found == attributes.end() ? std::string_view() : found->second;
}

Result<GraphMessage> readGraphDef(std::string_view file)
{
    GraphMessage graph;
    WireReader reader(file);
    while (const auto field = reader.next()) {
        if (field->number == graph_def::node) {
            ASSIGN_OR_RETURN(const auto bytes, bytesIn(*field, "a node"));
            ASSIGN_OR_RETURN(NodeMessage node, readNode(bytes, file));
            graph.nodes.push_back(std::move(node));
        } else if (field->number == graph_def::library) {
            ASSIGN_OR_RETURN(const auto bytes, bytesIn(*field, "a library"));
            RETURN_IF_FAILED(readLibrary(bytes, file, graph));
        } else if (field->number == graph_def::versions) {
            ASSIGN_OR_RETURN(const auto bytes, bytesIn(*field, "versions"));
            ASSIGN_OR_RETURN(graph.producer, readProducer(bytes, file));
        }
    }
    RETURN_IF_FAILED(reader.status());
    return graph;
}

Result<std::string_view> functionName(std::string_view message, std::string_view file)
{
    FunctionMessage function;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == function_def::signature) {
            ASSIGN_OR_RETURN(const auto bytes, bytesIn(*field, "a signature"));
            RETURN_IF_FAILED(readSignature(bytes, file, function));
        }
    }
    RETURN_IF_FAILED(reader.status());
    return function.name;
}

Result<FunctionMessage> readFunction(std::string_view message, std::string_view file)
{
    FunctionMessage function;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == function_def::signature) {
            ASSIGN_OR_RETURN(const auto bytes, bytesIn(*field, "a signature"));
            RETURN_IF_FAILED(readSignature(bytes, file, function));
        } else if (field->number == function_def::node) {
            ASSIGN_OR_RETURN(const auto bytes, bytesIn(*field, "a node"));
            ASSIGN_OR_RETURN(NodeMessage node, readNode(bytes, file));
            function.nodes.push_back(std::move(node));
        } else if (field->number == function_def::ret) {
            ASSIGN_OR_RETURN(const auto bytes, bytesIn(*field, "a result"));
            ASSIGN_OR_RETURN(const auto entry, readEntry(bytes, file));
            function.results.insert(entry);
        }
    }
    RETURN_IF_FAILED(reader.status());
    return function;
}

bool isGraphDef(std::string_view bytes)
{
    const auto fields = firstFields(bytes, MessageEnd::There);
    if (!fields) {
        return false;
    }
    bool hasNode = false;
    for (const WireField &field : *fields) {
        const bool isVersion = field.number == graph_def::version;
        if (field.number > graph_def::versions + 1
            || (field.type == WireType::Bytes) == isVersion) {
            return false;
        }
        if (field.number == graph_def::node && !hasNode) {
            const auto node = readNode(field.bytes, bytes);
            if (!node || !isIdentifier(node->name) || !isIdentifier(node->op)) {
                return false;
            }
            hasNode = true;
        }
    }
    return hasNode;
}

} // namespace nervure::tensorflow
