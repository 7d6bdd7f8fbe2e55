// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/protobuf/wire_reader.h"
#include "core/support/containers/small_vector.h"

#include <cstdint>
#include <string_view>
#include <vector>

/// ONNX's messages as they stand in a file (onnx_fields.h): views of its bytes, nothing copied, weights
/// not read.
namespace nervure::onnx {

/// AttributeProto::AttributeType.
enum class AttributeType : std::uint8_t {
    Undefined,
    Float,
    Int,
    String,
    Tensor,
    Graph,
    Floats,
    Ints,
    Strings,
    Tensors,
    Graphs,
    SparseTensor,
    SparseTensors,
    TypeProto,
    TypeProtos,
};

/// A named message and the place of its field: what it is made of is read by who needs it.
struct NamedMessage {
    std::string_view name;
    WireField field;
};

/// NodeProto.
struct NodeMessage {
    WireField field;
    std::string_view name;
    std::string_view opType;
    std::string_view domain;
    SmallVector<std::string_view, 4> inputs;
    SmallVector<std::string_view, 2> outputs;
    std::vector<NamedMessage> attributes;
};

/// GraphProto, or the body of a FunctionProto.
struct GraphMessage {
    std::string_view bytes;  ///< of the message
    bool isFunction = false; ///< then inputs and outputs are names, and there are no initializers
    std::string_view domain; ///< of a function
    std::string_view name;
    std::string_view docString;
    std::vector<NodeMessage> nodes;
    std::vector<NamedMessage> initializers;       ///< TensorProto
    std::vector<NamedMessage> sparseInitializers; ///< SparseTensorProto, by the name of its values
    std::vector<NamedMessage> inputs;             ///< ValueInfoProto
    std::vector<NamedMessage> outputs;
    std::vector<NamedMessage> valueInfos;
};

/// OperatorSetIdProto. The domain of ONNX's own operators is "" or "ai.onnx".
struct OpsetImport {
    std::string_view domain;
    std::int64_t version = 0;
};

/// ModelProto. `file` is what places in messages count from.
struct ModelMessage {
    std::string_view file;
    std::int64_t irVersion = 0;
    std::int64_t modelVersion = 0;
    std::string_view producerName;
    std::string_view producerVersion;
    std::string_view domain;
    std::string_view docString;
    std::vector<OpsetImport> opsets;
    std::vector<std::pair<std::string_view, std::string_view>> metadata;
    std::vector<NamedMessage> functions; ///< FunctionProto
    WireField graph;                     ///< number 0: there is none
};

/// Reads the fields of a model, not its graph's. Fails with code "protobuf" or "onnx" on what is no model.
Result<ModelMessage> readModel(std::string_view file);

/// Reads a graph and its nodes, not the graphs inside them.
Result<GraphMessage> readGraph(std::string_view message, std::string_view file);

/// Reads a FunctionProto in the same way.
Result<GraphMessage> readFunction(std::string_view message, std::string_view file);

/// The text or message in a field that is to be one. `what` names it in the error.
Result<std::string_view> bytesOf(const WireField &field, std::string_view file,
                                 std::string_view what);

/// The (key, value) of a StringStringEntryProto.
Result<std::pair<std::string_view, std::string_view>> readStringPair(std::string_view message,
                                                                     std::string_view file);

} // namespace nervure::onnx
