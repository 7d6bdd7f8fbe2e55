// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/coreml/from_coreml.h"

#include "core/graph/onnx_variable.h"
#include "core/graph/value/value_type.h"
#include "core/passes/conversion/coreml/from_coreml_layers.h"
#include "core/passes/conversion/lowered_graph.h"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace nervure {

namespace {

/// The name of the first output that the model describes; empty: it describes none.
std::string firstOutput(const Graph &network)
{
    for (const GraphAttr &attr : network.attrs()) {
        if (attr.name == "outputs") {
            const auto outputs = nlohmann::json::parse(attr.json, nullptr, false);
            const bool isThere = outputs.is_array() && !outputs.empty() && outputs[0].is_string();
            return isThere ? outputs[0].get<std::string>() : std::string();
        }
    }
    return {};
}

bool isPreprocessing(const Node &node)
{
    return node.op == "scaler" || node.op == "meanImage";
}

/// The importer's walk over preprocessing and layers, in the order of the file.
class CoreMlImporter {
public:
    CoreMlImporter(const Graph &network, const OpRegistry &ops) : m_network(network), m_to(ops)
    {
        m_to.nnvm().reserveIds(network.idLimit());
    }

    Status run()
    {
        addInputs();
        for (const NodeId id : m_network.nodes()) {
            const Node &node = m_network.node(id);
            if (node.isVariable()) {
                continue;
            }
            m_to.nnvm().setOrigin({id}, "what " + node.op + " computes");
            if (Status status = convert(id, node); !status) {
                Diagnostic error = status.error();
                error.where.node = node.name;
                return error;
            }
        }
        const std::string wanted = firstOutput(m_network);
        const auto known = m_named.find(wanted);
        if (known != m_named.end()) {
            m_result = known->second;
        } else {
            Node variable;
            variable.name = wanted;
            m_result = m_to.nnvm().variable(std::move(variable)).front();
        }
        return {};
    }

    [[nodiscard]] Graph finish(Provenance &provenance)
    {
        return m_to.nnvm().finish({m_result}, provenance);
    }
    [[nodiscard]] std::vector<CoreMlParam> takeParams() { return m_to.takeParams(); }

private:
    void addInputs()
    {
        for (const NodeId id : m_network.nodes()) {
            const Node &node = m_network.node(id);
            if (!node.isVariable() || holdsOnnxValues(node.attrs)) {
                continue;
            }
            Node variable;
            variable.name = node.name;
            m_to.nnvm().setOrigin({id}, "the network's input");
            m_inputs.push_back(id);
            set({id, 0, 0}, node.name, m_to.nnvm().variable(id, std::move(variable)).front());
        }
    }

    void set(const Entry &value, const std::string &name, const Entry &symbol)
    {
        m_values[value] = symbol;
        m_named[name] = symbol;
    }

    Status convert(NodeId id, const Node &node)
    {
        const CoreMlLayer layer(m_network, node);
        if (isPreprocessing(node)) {
            return preprocess(layer, id);
        }
        if (node.outputPorts.size() != 1) {
            return makeError("AssertionError", "{}", "");
        }
        std::vector<Entry> inputs;
        for (const Entry &input : node.inputs) {
            const Node *source =
                m_network.contains(input.node) ? &m_network.node(input.node) : nullptr;
            if (source && holdsOnnxValues(source->attrs)) {
                continue;
            }
            const auto known = m_values.find(input);
            if (known == m_values.end()) {
                return makeError("AssertionError", "{}", "");
            }
            inputs.push_back(known->second);
        }
        ASSIGN_OR_RETURN(const Entry symbol, m_to.convert(layer, inputs));
        set({id, 0, 0}, node.outputPorts[0].tensor, symbol);
        return {};
    }

    /// A scaler is for all inputs of the model, whatever input it names.
    Status preprocess(const CoreMlLayer &layer, NodeId id)
    {
        const NodeId own = inputOf(layer.node());
        for (const NodeId input : m_inputs) {
            if (layer.op() != "scaler" && input != own) {
                continue;
            }
            const std::string &name = m_network.node(input).name;
            ASSIGN_OR_RETURN(const Entry symbol, m_to.convert(layer, {m_named[name]}));
            set({input, 0, 0}, name, symbol);
        }
        // What reads the preprocessed input reads what became of the input.
        m_preprocessed[id] = own;
        for (const auto &[made, input] : m_preprocessed) {
            m_values[{made, 0, 0}] = m_values[{input, 0, 0}];
        }
        return {};
    }

    [[nodiscard]] NodeId inputOf(const Node &node) const
    {
        const NodeId source = node.inputs.empty() ? NodeId() : node.inputs[0].node;
        const auto known = m_preprocessed.find(source);
        return known == m_preprocessed.end() ? source : known->second;
    }

    const Graph &m_network;
    CoreMlConversions m_to;
    std::vector<NodeId> m_inputs;
    std::map<Entry, Entry> m_values;
    std::map<std::string, Entry> m_named;
    std::map<NodeId, NodeId> m_preprocessed; ///< by preprocessing: the input
    Entry m_result;
};

/// The importer's variables say nothing of themselves: whoever runs them gives them what the model's description
/// says and the arrays that it returns.
void tellImportedShapes(PassContext &context, const std::vector<CoreMlParam> &params)
{
    for (const CoreMlParam &param : params) {
        tellImported(context, param.name, param.shape, DType::Float32);
    }
    for (const std::uint32_t id : context.index->inputNodes()) {
        const Node &node = *context.index->node(id).node;
        const std::string *text = node.attrs.find(onnx_variable::shape);
        const auto sizes =
            text && !holdsOnnxValues(node.attrs) ? dimensionsFromText(*text) : std::nullopt;
        if (sizes) {
            tellImported(context, node.name,
                         loweredShape(ValueType::tensor(ElementType::Float32, sizes)),
                         DType::Float32);
        }
    }
}

} // namespace

Status importCoreMlNetwork(PassContext &context)
{
    CoreMlImporter importer(context.graph, context.ops);
    RETURN_IF_FAILED(importer.run());
    tellImportedShapes(context, importer.takeParams());
    context.graph = importer.finish(context.provenance);
    return {};
}

Result<std::vector<CoreMlParam>> coreMlParams(const Graph &network, const OpRegistry &ops)
{
    CoreMlImporter importer(network, ops);
    RETURN_IF_FAILED(importer.run());
    return importer.takeParams();
}

} // namespace nervure
