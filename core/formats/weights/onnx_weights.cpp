// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/onnx_weights.h"

#include "core/formats/onnx/external_data.h"
#include "core/formats/onnx/onnx_copies.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/onnx/onnx_tensor.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace nervure {

namespace fs = std::filesystem;

namespace {

using namespace onnx;

class Collector {
public:
    Collector(std::string_view model, const fs::path &file, const AllowedFolders &allowed)
        : m_model(model),
          m_file(file),
          m_allowed(allowed)
    {}

    Result<FoundWeights> run()
    {
        ASSIGN_OR_RETURN(const ModelMessage model, readModel(m_model));
        ASSIGN_OR_RETURN(const GraphMessage graph, readGraph(model.graph.bytes, m_model));
        m_ids = idsOf(graph);
        RETURN_IF_FAILED(addGraph(graph, {}, 0));
        for (const NamedMessage &function : model.functions) {
            m_owner = NodeId();
            ASSIGN_OR_RETURN(const GraphMessage body, readFunction(function.field.bytes, m_model));
            RETURN_IF_FAILED(addGraph(body, std::string(function.name) + '/', 0));
        }
        return std::move(m_found);
    }

private:
    Status addGraph(const GraphMessage &graph, const std::string &prefix, int level)
    {
        constexpr int mostLevels = 64;
        if (level > mostLevels) {
            return makeError("onnx", "graphs hold each other more than {} deep", mostLevels);
        }
        const bool isOwn = prefix.empty();
        for (std::size_t i = 0; i < graph.initializers.size(); ++i) {
            m_node = isOwn ? m_ids.initializers[i] : NodeId();
            const NamedMessage &initializer = graph.initializers[i];
            RETURN_IF_FAILED(addTensor(initializer.field.bytes, prefix, initializer.name));
        }
        for (std::size_t i = 0; i < graph.sparseInitializers.size(); ++i) {
            m_node = isOwn ? m_ids.sparseInitializers[i] : NodeId();
            RETURN_IF_FAILED(addSparse(graph.sparseInitializers[i], prefix));
        }
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            m_node = isOwn ? NodeId{m_ids.firstOperator + static_cast<std::uint32_t>(i)} : NodeId();
            m_owner = isOwn && level == 0 ? m_node : m_owner;
            RETURN_IF_FAILED(addNode(graph.nodes[i], prefix, level));
        }
        return {};
    }

    Status addNode(const NodeMessage &node, const std::string &prefix, int level)
    {
        const std::string_view value = node.outputs.empty() ? node.name : node.outputs[0];
        const std::string name(node.name.empty() ? value : node.name);
        for (const NamedMessage &attribute : node.attributes) {
            WireReader reader(attribute.field.bytes, m_model);
            while (const auto field = reader.next()) {
                if (field->type != WireType::Bytes) {
                    continue;
                }
                if (field->number == attribute::t && node.opType == "Constant") {
                    RETURN_IF_FAILED(addTensor(field->bytes, prefix, value));
                } else if (field->number == attribute::g || field->number == attribute::graphs) {
                    ASSIGN_OR_RETURN(const GraphMessage body, readGraph(field->bytes, m_model));
                    RETURN_IF_FAILED(addGraph(body, prefix + name + '/', level + 1));
                }
            }
            RETURN_IF_FAILED(reader.status());
        }
        return {};
    }

    Status addTensor(std::string_view message, const std::string &prefix, std::string_view name)
    {
        auto tensor = readTensor(message, m_model);
        Weight weight;
        weight.name = prefix + std::string(name);
        weight.node = m_node;
        weight.owner = m_node.isValid() ? NodeId() : m_owner;
        if (tensor) {
            describe(weight, *tensor);
        } else {
            weight.problem = tensor.error().message;
        }
        m_found.weights.push_back(std::move(weight));
        return {};
    }

    void describe(Weight &weight, const TensorMessage &tensor)
    {
        weight.type = storedTypeOf(tensor.dataType);
        weight.typeName = elementTypeName(tensor.dataType);
        weight.shape = tensor.dims;
        const auto count = weightCount(tensor.dims);
        if (!count) {
            weight.problem = "found the shape " + dimensionsText(tensor.dims)
                             + ", expected sizes from 0 up whose product can be counted";
            return;
        }
        weight.count = *count;
        weight.storedBytes = packedBytes(weight.type, weight.count);
        if (tensor.external) {
            setExternal(weight, *tensor.external);
        } else if (weight.type == ElementType::String) {
            setTexts(weight, tensor);
        } else if (tensor.raw) {
            setPacked(weight, *tensor.raw);
        } else {
            setTyped(weight, tensor);
        }
        if (weight.type == ElementType::Undefined) {
            weight.problem = "elements of " + weight.typeName + " cannot be read";
        }
    }

    static void setPacked(Weight &weight, std::string_view bytes)
    {
        weight.packed = bytes;
        if (bytes.size() != weight.storedBytes) {
            weight.problem = fmt::format("found {} bytes of elements, expected {}", bytes.size(),
                                         weight.storedBytes);
        }
    }

    static void setTexts(Weight &weight, const TensorMessage &tensor)
    {
        for (const WireField &field : tensor.typed) {
            if (field.number == tensor::stringData) {
                weight.texts.push_back(field.bytes);
                weight.storedBytes += field.bytes.size();
            }
        }
        if (weight.texts.size() != weight.count) {
            weight.problem =
                fmt::format("found {} texts, expected {}", weight.texts.size(), weight.count);
        }
    }

    /// Elements that are listed one by one have no place of their own: they are read when they are asked for.
    static void setTyped(Weight &weight, const TensorMessage &tensor)
    {
        weight.storedBytes = 0;
        for (const WireField &field : tensor.typed) {
            weight.storedBytes += field.whole.size();
        }
        weight.decode = [fields = tensor.typed, type = weight.type,
                         count = weight.count](const JobControl &control) -> Result<std::string> {
            ASSIGN_OR_RETURN(std::string elements,
                             listedElements(fields, type, count, control.cancel));
            return bitsOf(type) < 8 && !areLooseInLists(type) ? unpacked(type, elements, 0, count)
                                                              : elements;
        };
    }

    void setExternal(Weight &weight, const ExternalData &external)
    {
        weight.file = external.location;
        const auto bytes = openExternal(weight.file);
        if (!bytes) {
            weight.problem = bytes.error().message;
            return;
        }
        const std::string_view all = (*bytes)->view();
        const std::uint64_t length = external.length.value_or(weight.storedBytes);
        if (external.offset > all.size() || length > all.size() - external.offset) {
            weight.problem = fmt::format("found {} bytes in {}, expected {} from byte {} on",
                                         all.size(), quoted(weight.file), length, external.offset);
            return;
        }
        setPacked(weight, all.substr(external.offset, length));
    }

    Result<std::shared_ptr<const FileBytes>> openExternal(const std::string &location)
    {
        const auto known = m_external.find(location);
        if (known != m_external.end()) {
            return known->second;
        }
        const auto path = externalFile(location, m_file, m_allowed);
        auto bytes =
            path ? FileBytes::map(*path) : Result<std::shared_ptr<const FileBytes>>(path.error());
        if (bytes) {
            m_found.files.push_back(*bytes);
        } else if (path) {
            bytes = makeError("file", "{}: {}", path->string(), bytes.error().message);
        }
        m_external.emplace(location, bytes);
        return bytes;
    }

    /// Of a sparse tensor what is stored is shown: its values.
    Status addSparse(const NamedMessage &sparse, const std::string &prefix)
    {
        ASSIGN_OR_RETURN(std::string note, sparseTensorText(sparse.field.bytes, m_model));
        WireReader reader(sparse.field.bytes, m_model);
        while (const auto field = reader.next()) {
            if (field->number == sparse_tensor::values) {
                ASSIGN_OR_RETURN(const auto values, bytesOf(*field, m_model, "values"));
                RETURN_IF_FAILED(addTensor(values, prefix, sparse.name));
                m_found.weights.back().note = std::move(note);
                return {};
            }
        }
        return reader.status();
    }

    std::string_view m_model;
    const fs::path &m_file;
    const AllowedFolders &m_allowed;
    FileIds m_ids;
    NodeId m_node;  ///< whose tensor comes next; invalid: one inside a body or function
    NodeId m_owner; ///< the operator whose bodies are read; invalid: none, or a function's
    FoundWeights m_found;
    std::map<std::string, Result<std::shared_ptr<const FileBytes>>> m_external; ///< by location
};

} // namespace

Result<FoundWeights> onnxWeights(std::string_view model, const fs::path &file,
                                 const AllowedFolders &allowed)
{
    return Collector(model, file, allowed).run();
}

} // namespace nervure
