// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_messages.h"

#include "core/formats/onnx/onnx_fields.h"

namespace nervure::onnx {

namespace {

/// Calls `take` for each field of a message until one fails.
template <typename Take>
Status eachField(std::string_view message, std::string_view file, Take &&take)
{
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        RETURN_IF_FAILED(take(*field));
    }
    return reader.status();
}

Status takeText(const WireField &field, std::string_view file, std::string_view what,
                std::string_view &text)
{
    ASSIGN_OR_RETURN(text, bytesOf(field, file, what));
    return {};
}

/// The name of a message, which is the text in its field `number`.
Result<NamedMessage> named(const WireField &field, std::string_view file, std::uint32_t number,
                           std::string_view what)
{
    NamedMessage message{{}, field};
    ASSIGN_OR_RETURN(const std::string_view bytes, bytesOf(field, file, what));
    RETURN_IF_FAILED(eachField(bytes, file, [&](const WireField &inner) {
        return inner.number == number ? takeText(inner, file, "a name", message.name) : Status();
    }));
    return message;
}

Status addNamed(const WireField &field, std::string_view file, std::uint32_t number,
                std::string_view what, std::vector<NamedMessage> &list)
{
    ASSIGN_OR_RETURN(NamedMessage message, named(field, file, number, what));
    list.push_back(message);
    return {};
}

Status readNodeField(const WireField &field, std::string_view file, NodeMessage &node)
{
    switch (field.number) {
    case node::input:
        node.inputs.push_back({});
        return takeText(field, file, "the name of an input", *(node.inputs.end() - 1));
    case node::output:
        node.outputs.push_back({});
        return takeText(field, file, "the name of an output", *(node.outputs.end() - 1));
    case node::name: return takeText(field, file, "a node's name", node.name);
    case node::opType: return takeText(field, file, "an operator's name", node.opType);
    case node::domain: return takeText(field, file, "a domain", node.domain);
    case node::attribute:
        return addNamed(field, file, attribute::name, "an attribute", node.attributes);
    default: return {};
    }
}

Status addNode(const WireField &field, std::string_view file, std::vector<NodeMessage> &nodes)
{
    ASSIGN_OR_RETURN(const std::string_view bytes, bytesOf(field, file, "a node"));
    NodeMessage &node = nodes.emplace_back();
    node.field = field;
    return eachField(bytes, file,
                     [&](const WireField &inner) { return readNodeField(inner, file, node); });
}

/// A sparse tensor has the name of its values.
Status addSparse(const WireField &field, std::string_view file, std::vector<NamedMessage> &list)
{
    NamedMessage sparse{{}, field};
    ASSIGN_OR_RETURN(const std::string_view bytes, bytesOf(field, file, "a sparse initializer"));
    RETURN_IF_FAILED(eachField(bytes, file, [&](const WireField &inner) -> Status {
        if (inner.number == sparse_tensor::values) {
            ASSIGN_OR_RETURN(const NamedMessage values,
                             named(inner, file, tensor::name, "the values of a sparse tensor"));
            sparse.name = values.name;
        }
        return {};
    }));
    list.push_back(sparse);
    return {};
}

Status readGraphField(const WireField &field, std::string_view file, GraphMessage &graph)
{
    switch (field.number) {
    case graph::node: return addNode(field, file, graph.nodes);
    case graph::name: return takeText(field, file, "a graph's name", graph.name);
    case graph::docString: return takeText(field, file, "a text", graph.docString);
    case graph::initializer:
        return addNamed(field, file, tensor::name, "an initializer", graph.initializers);
    case graph::sparseInitializer: return addSparse(field, file, graph.sparseInitializers);
    case graph::input: return addNamed(field, file, value::name, "an input", graph.inputs);
    case graph::output: return addNamed(field, file, value::name, "an output", graph.outputs);
    case graph::valueInfo:
        return addNamed(field, file, value::name, "a value's type", graph.valueInfos);
    default: return {};
    }
}

Status readFunctionField(const WireField &field, std::string_view file, GraphMessage &graph)
{
    switch (field.number) {
    case function::name: return takeText(field, file, "a function's name", graph.name);
    case function::domain: return takeText(field, file, "a domain", graph.domain);
    case function::docString: return takeText(field, file, "a text", graph.docString);
    case function::node: return addNode(field, file, graph.nodes);
    case function::valueInfo:
        return addNamed(field, file, value::name, "a value's type", graph.valueInfos);
    case function::input:
    case function::output: {
        NamedMessage value{{}, field};
        RETURN_IF_FAILED(takeText(field, file, "a value's name", value.name));
        (field.number == function::input ? graph.inputs : graph.outputs).push_back(value);
        return {};
    }
    default: return {};
    }
}

Status addOpset(const WireField &field, std::string_view file, std::vector<OpsetImport> &opsets)
{
    ASSIGN_OR_RETURN(const std::string_view bytes, bytesOf(field, file, "an operator set"));
    OpsetImport &opset = opsets.emplace_back();
    return eachField(bytes, file, [&](const WireField &inner) -> Status {
        if (inner.number == opset_import::domain) {
            return takeText(inner, file, "a domain", opset.domain);
        }
        if (inner.number == opset_import::version) {
            opset.version = static_cast<std::int64_t>(inner.value);
        }
        return {};
    });
}

Status readModelField(const WireField &field, ModelMessage &model)
{
    const std::string_view file = model.file;
    switch (field.number) {
    case model::irVersion: model.irVersion = static_cast<std::int64_t>(field.value); return {};
    case model::modelVersion:
        model.modelVersion = static_cast<std::int64_t>(field.value);
        return {};
    case model::producerName: return takeText(field, file, "a producer", model.producerName);
    case model::producerVersion:
        return takeText(field, file, "a producer's version", model.producerVersion);
    case model::domain: return takeText(field, file, "a domain", model.domain);
    case model::docString: return takeText(field, file, "a text", model.docString);
    case model::opsetImport: return addOpset(field, file, model.opsets);
    case model::functions:
        return addNamed(field, file, function::name, "a function", model.functions);
    case model::metadataProps: {
        ASSIGN_OR_RETURN(const std::string_view bytes, bytesOf(field, file, "a text of metadata"));
        ASSIGN_OR_RETURN(const auto pair, readStringPair(bytes, file));
        model.metadata.push_back(pair);
        return {};
    }
    case model::graph: {
        if (model.graph.number != 0) {
            return makeError("onnx", "byte {}: found a second graph, expected one",
                             field.whole.data() - file.data());
        }
        ASSIGN_OR_RETURN([[maybe_unused]] const auto bytes, bytesOf(field, file, "the graph"));
        model.graph = field;
        return {};
    }
    default: return {};
    }
}

} // namespace

Result<std::string_view> bytesOf(const WireField &field, std::string_view file,
                                 std::string_view what)
{
    if (field.type != WireType::Bytes) {
        return makeError("protobuf", "byte {}: field {} holds a number, expected {}",
                         field.whole.data() - file.data(), field.number, what);
    }
    return field.bytes;
}

Result<std::pair<std::string_view, std::string_view>> readStringPair(std::string_view message,
                                                                     std::string_view file)
{
    std::pair<std::string_view, std::string_view> pair;
    RETURN_IF_FAILED(eachField(message, file, [&](const WireField &field) -> Status {
        if (field.number == string_pair::key) {
            return takeText(field, file, "a key", pair.first);
        }
        return field.number == string_pair::value ? takeText(field, file, "a value", pair.second)
                                                  : Status();
    }));
    return pair;
}

Result<GraphMessage> readGraph(std::string_view message, std::string_view file)
{
    GraphMessage graph;
    graph.bytes = message;
    RETURN_IF_FAILED(eachField(
        message, file, [&](const WireField &field) { return readGraphField(field, file, graph); }));
    return graph;
}

Result<GraphMessage> readFunction(std::string_view message, std::string_view file)
{
    GraphMessage graph;
    graph.bytes = message;
    graph.isFunction = true;
    RETURN_IF_FAILED(eachField(message, file, [&](const WireField &field) {
        return readFunctionField(field, file, graph);
    }));
    return graph;
}

Result<ModelMessage> readModel(std::string_view file)
{
    ModelMessage model;
    model.file = file;
    RETURN_IF_FAILED(eachField(
        file, file, [&](const WireField &field) { return readModelField(field, model); }));
    if (model.graph.number == 0) {
        return makeError("onnx", "the model has no graph");
    }
    return model;
}

} // namespace nervure::onnx
