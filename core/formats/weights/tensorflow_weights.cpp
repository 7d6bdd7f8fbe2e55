// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/tensorflow_weights.h"

#include "core/formats/tensorflow/tf_attribute.h"
#include "core/formats/tensorflow/tf_fields.h"
#include "core/formats/tensorflow/tf_messages.h"
#include "core/formats/tensorflow/tf_tensor.h"

#include <fmt/format.h>
#include <map>
#include <utility>

namespace nervure::tensorflow {

namespace {

void describeElements(Weight &weight, const TensorMessage &tensor)
{
    if (weight.type == ElementType::String) {
        for (const WireField &field : tensor.listed) {
            if (field.number == tensor_proto::stringVal) {
                weight.texts.push_back(field.bytes);
                weight.storedBytes += field.bytes.size();
            }
        }
        if (weight.texts.size() != weight.count) {
            weight.problem =
                fmt::format("found {} texts, expected {}", weight.texts.size(), weight.count);
        }
    } else if (tensor.content) {
        weight.packed = *tensor.content;
        weight.storedBytes = tensor.content->size();
        const std::uint64_t expected = packedBytes(weight.type, weight.count);
        if (weight.packed.size() != expected) {
            weight.problem = fmt::format("found {} bytes of elements, expected {}",
                                         weight.packed.size(), expected);
        }
    } else {
        for (const WireField &field : tensor.listed) {
            weight.storedBytes += field.whole.size();
        }
        weight.decode = [tensor, count = weight.count](const JobControl &control) {
            return listedElements(tensor, count, control.cancel);
        };
    }
}

Weight weightOf(const TensorMessage &tensor)
{
    Weight weight;
    weight.type = elementTypeOf(tensor.dataType);
    weight.typeName = typeName(tensor.dataType);
    weight.shape = tensor.dims;
    const auto count = weightCount(tensor.dims);
    if (!count) {
        weight.problem = "found the shape " + sizesText(tensor.dims)
                         + ", expected sizes from 0 up whose product can be counted";
        return weight;
    }
    weight.count = *count;
    describeElements(weight, tensor);
    if (weight.type == ElementType::Undefined) {
        weight.problem = "elements of " + weight.typeName + " cannot be read";
    }
    return weight;
}

/// Goes over the nodes of a graph, and of the functions that they call.
class ConstantCollector {
public:
    explicit ConstantCollector(std::string_view file) : m_file(file) {}

    Result<FoundWeights> run()
    {
        ASSIGN_OR_RETURN(const GraphMessage message, readGraphDef(m_file));
        for (const std::string_view bytes : message.functions) {
            ASSIGN_OR_RETURN(FunctionMessage function, readFunction(bytes, m_file));
            m_functions.emplace(function.name, std::move(function));
        }
        RETURN_IF_FAILED(addNodes(message.nodes, {}, 0));
        return std::move(m_found);
    }

private:
    Status addNodes(const std::vector<NodeMessage> &nodes, const std::string &prefix, int depth)
    {
        constexpr int mostCalls = 16; // deeper ones are not run
        if (depth > mostCalls || m_left < nodes.size()) {
            return {};
        }
        m_left -= nodes.size();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].op == "Const" || nodes[i].op == "HostConst") {
                RETURN_IF_FAILED(addConstant(nodes[i], prefix, i));
            } else if (!m_functions.empty()) {
                RETURN_IF_FAILED(addFunctions(nodes[i], prefix, depth));
            }
        }
        return {};
    }

    Status addConstant(const NodeMessage &node, const std::string &prefix, std::size_t place)
    {
        ASSIGN_OR_RETURN(const AttributeText value, readAttribute(node.attribute("value"), m_file));
        ASSIGN_OR_RETURN(const TensorMessage tensor, readTensor(value.tensor, m_file));
        Weight weight = weightOf(tensor);
        weight.name = prefix + std::string(node.name);
        // Nodes have the ids of their places.
        weight.node = prefix.empty() ? NodeId{static_cast<std::uint32_t>(place)} : NodeId();
        m_found.weights.push_back(std::move(weight));
        return {};
    }

    Status addFunctions(const NodeMessage &node, const std::string &prefix, int depth)
    {
        const std::string inner = prefix + std::string(node.name) + '/';
        if (const auto called = m_functions.find(node.op); called != m_functions.end()) {
            RETURN_IF_FAILED(addNodes(called->second.nodes, inner, depth + 1));
        }
        for (const auto &[key, value] : node.attributes) {
            ASSIGN_OR_RETURN(const AttributeText text, readAttribute(value, m_file));
            for (const std::string_view name : text.functions) {
                if (const auto called = m_functions.find(name); called != m_functions.end()) {
                    const std::string body = inner + std::string(key) + '/';
                    RETURN_IF_FAILED(addNodes(called->second.nodes, body, depth + 1));
                }
            }
        }
        return {};
    }

    std::string_view m_file;
    std::map<std::string_view, FunctionMessage> m_functions;
    /// Nodes that may still be gone over: a few functions can call each other very often.
    std::size_t m_left = 1'000'000;
    FoundWeights m_found;
};

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

Result<FoundWeights> tensorFlowWeights(std::string_view graph)
{
    return tensorflow::ConstantCollector(graph).run();
}

} // namespace nervure
