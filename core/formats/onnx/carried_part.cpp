// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/carried_part.h"

#include "core/formats/onnx/carried_functions.h"
#include "core/formats/onnx/onnx_attribute.h"
#include "core/formats/onnx/onnx_copies.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_graph.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/onnx/onnx_tensor_attrs.h"
#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <set>

namespace nervure::onnx {

namespace {

/// Initializers whose values are those of the model's file.
std::vector<NodeId> ownInitializers(const Graph &graph)
{
    std::vector<NodeId> ids;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (node.isVariable() && holdsOnnxValues(node.attrs)
            && !node.attrs.find(onnx_variable::array) && !node.attrs.find(onnx_variable::carried)) {
            ids.push_back(id);
        }
    }
    return ids;
}

/// Takes one graph along, of the model or in it.
class GraphCarrier {
public:
    /// `file` is null for a body.
    GraphCarrier(Graph &graph, const GraphMessage &message, const ModelMessage *file,
                 const SourceModel &model, const ModelFunctions &functions, Diagnostics &left)
        : m_graph(graph),
          m_message(message),
          m_file(file),
          m_model(model),
          m_functions(functions),
          m_ids(idsOf(message)),
          m_left(left)
    {}

    Status carry()
    {
        for (const NodeId id : ownInitializers(m_graph)) {
            RETURN_IF_FAILED(carryInitializer(id));
        }
        const std::vector<NodeId> ids(m_graph.nodes().begin(), m_graph.nodes().end());
        for (const NodeId id : ids) {
            if (!m_graph.node(id).isVariable()) {
                RETURN_IF_FAILED(carryOperator(id));
            }
        }
        return {};
    }

private:
    [[nodiscard]] bool isBody() const { return m_file == nullptr; }

    Status carryInitializer(NodeId id)
    {
        const auto carried = initializerText(id);
        AttrDict &attrs = m_graph.edit(id).attrs;
        attrs.erase(onnx_variable::copyOf);
        return setCarried(id, carried);
    }

    Result<std::string> initializerText(NodeId id) const
    {
        const Node &variable = m_graph.node(id);
        if (variable.attrs.find(onnx_variable::type)) {
            return makeError("values-left", "they are sparse");
        }
        const NodeId original = originalOf(variable).value_or(id);
        const auto at = std::find(m_ids.initializers.begin(), m_ids.initializers.end(), original);
        if (at == m_ids.initializers.end()) {
            return makeError("values-left", "its file has none");
        }
        const auto place = static_cast<std::size_t>(at - m_ids.initializers.begin());
        ASSIGN_OR_RETURN(const TensorMessage tensor,
                         readTensor(m_message.initializers[place].field.bytes, m_model.bytes));
        return carriedText(tensor, m_model);
    }

    Status setCarried(NodeId id, const Result<std::string> &carried)
    {
        AttrDict &attrs = m_graph.edit(id).attrs;
        if (carried) {
            attrs.set(onnx_variable::data, std::string(onnx_variable::inside));
            attrs.set(onnx_variable::carried, *carried);
            return {};
        }
        for (const auto key : {onnx_variable::data, onnx_variable::value, onnx_variable::input}) {
            attrs.erase(key);
        }
        return leave(id, fmt::format("the values of {} stay in their model: {}",
                                     quoted(m_graph.node(id).name), carried.error().message));
    }

    /// Values that stay behind are reported; a body cannot do without.
    Status leave(NodeId id, const std::string &message)
    {
        if (isBody()) {
            return makeError("values-left", "{}", message);
        }
        m_left.push_back(makeWarningAt(m_graph.node(id).name, "values-left", "{}", message));
        return {};
    }

    /// The message of an operator in the file; null where it has none.
    const NodeMessage *messageOf(NodeId id)
    {
        const std::uint32_t first = m_ids.firstOperator;
        if (id.value >= first && id.value - first < m_message.nodes.size()) {
            return &m_message.nodes[id.value - first];
        }
        if (m_file && !m_before) {
            auto before = buildGraph(*m_file, m_model.path);
            m_before = before ? std::move(before->graph) : Graph();
        }
        const auto original = m_before && m_before->nodeCount() > 0
                                  ? originalOf(m_graph.node(id), *m_before, m_message.nodes, first)
                                  : std::nullopt;
        return original ? &m_message.nodes[original->value - first] : nullptr;
    }

    Status carryOperator(NodeId id)
    {
        const Node &node = m_graph.node(id);
        const NodeMessage *message =
            node.attrs.empty() && node.subgraphs.empty() ? nullptr : messageOf(id);
        if (!message) {
            const std::size_t own = m_functions.count(node.op);
            return node.subgraphs.size() <= own ? Status() : noBodies(id);
        }
        std::set<std::string_view> known;
        std::size_t bodies = 0;
        for (const NamedMessage &attribute : message->attributes) {
            ASSIGN_OR_RETURN(const AttributeText value,
                             readAttribute(attribute.field.bytes, m_model.bytes));
            const std::string *text = m_graph.node(id).attrs.find(attribute.name);
            if (!known.insert(attribute.name).second || !text || *text != value.text) {
                continue;
            }
            for (const std::string_view body : value.graphs) {
                RETURN_IF_FAILED(carryBody(id, bodies++, body));
            }
            if (isConstant(id, attribute, value.type)) {
                return makeInitializer(id, attribute);
            }
            RETURN_IF_FAILED(carryAttribute(id, attribute, value));
        }
        return {}; // the body of a function comes with the function
    }

    Status carryBody(NodeId id, std::size_t body, std::string_view bytes)
    {
        if (body >= m_graph.node(id).subgraphs.size()) {
            return {};
        }
        ASSIGN_OR_RETURN(const GraphMessage message, readGraph(bytes, m_model.bytes));
        Graph inner = *m_graph.node(id).subgraphs[body];
        GraphCarrier carrier(inner, message, nullptr, m_model, m_functions, m_left);
        if (const Status status = carrier.carry(); !status) {
            return makeErrorAt(m_graph.node(id).name, "values-left", "{}: in a body: {}",
                               quoted(m_graph.node(id).name), status.error().message);
        }
        m_graph.edit(id).subgraphs.own()[body] = std::make_shared<const Graph>(std::move(inner));
        return {};
    }

    Status noBodies(NodeId id) const
    {
        return makeErrorAt(
            m_graph.node(id).name, "values-left",
            "{}: its bodies are not in the model's file, which has to be saved first",
            quoted(m_graph.node(id).name));
    }

    [[nodiscard]] bool isConstant(NodeId id, const NamedMessage &attribute,
                                  AttributeType type) const
    {
        return type == AttributeType::Tensor && attribute.name == "value"
               && m_graph.node(id).op == "Constant";
    }

    /// A Constant is a variable with values that come from elsewhere.
    Status makeInitializer(NodeId id, const NamedMessage &attribute)
    {
        WireReader reader(attribute.field.bytes, m_model.bytes);
        std::string_view bytes;
        while (const auto field = reader.next()) {
            bytes = field->number == attribute::t ? field->bytes : bytes;
        }
        ASSIGN_OR_RETURN(const TensorMessage tensor, readTensor(bytes, m_model.bytes));
        Node variable;
        variable.dialect = Dialect::Onnx;
        const Node &constant = m_graph.node(id);
        variable.name =
            constant.outputPorts.empty() ? constant.name : constant.outputPorts[0].tensor;
        variable.notes = constant.notes;
        TensorDescriptions().describe(tensor, variable.attrs);
        m_graph.edit(id) = std::move(variable);
        return setCarried(id, carriedText(tensor, m_model));
    }

    /// Carries an attribute that has no text from which it could be written.
    Status carryAttribute(NodeId id, const NamedMessage &attribute, const AttributeText &value)
    {
        switch (value.type) {
        case AttributeType::Tensor:
        case AttributeType::Tensors:
        case AttributeType::SparseTensor:
        case AttributeType::SparseTensors:
        case AttributeType::TypeProto:
        case AttributeType::TypeProtos:
            if (attributeValue(value.type, value.text)) {
                return {};
            }
            m_graph.edit(id).attrs.erase(attribute.name);
            return leave(id, fmt::format("the values of {} of {} stay in their model",
                                         quoted(attribute.name), quoted(m_graph.node(id).name)));
        default: return {};
        }
    }

    Graph &m_graph;
    const GraphMessage &m_message;
    const ModelMessage *m_file;
    std::optional<Graph> m_before; ///< the graph as the file has it, for copies of its operators
    const SourceModel &m_model;
    const ModelFunctions &m_functions; ///< whose calls have a body that is no attribute
    FileIds m_ids;
    Diagnostics &m_left;
};

/// True if there is anything that the graph does not say itself.
bool needsModel(const Graph &part)
{
    return std::any_of(part.nodes().begin(), part.nodes().end(),
                       [&part](NodeId id) {
                           const Node &node = part.node(id);
                           return !node.subgraphs.empty()
                                  || (!node.isVariable() && !node.attrs.empty());
                       })
           || !ownInitializers(part).empty() || !modelFunctions(part).empty();
}

/// The names of what bodies read of a graph that does not have it.
void findMissing(const Graph &body, const std::set<std::string_view> &values,
                 std::set<std::string> &missing)
{
    for (const NodeId id : body.nodes()) {
        const Node &node = body.node(id);
        if (node.attrs.find(onnx_variable::outer) && values.count(node.name) == 0) {
            missing.insert(node.name);
        }
    }
}

/// Bodies read what is around them by name, which no edge says.
void tellMissing(const Graph &part, Diagnostics &left)
{
    std::set<std::string_view> values;
    for (const NodeId id : part.nodes()) {
        const Node &node = part.node(id);
        values.insert(node.isVariable() ? std::string_view(node.name) : std::string_view());
        for (const Port &port : node.outputPorts) {
            values.insert(port.tensor);
        }
    }
    for (const NodeId id : part.nodes()) {
        std::set<std::string> missing;
        for (const auto &body : part.node(id).subgraphs) {
            findMissing(*body, values, missing);
        }
        if (!missing.empty()) {
            left.push_back(makeWarningAt(part.node(id).name, "values-left",
                                         "a body of {} reads {}, which was not copied",
                                         quoted(part.node(id).name), quoted(*missing.begin())));
        }
    }
}

} // namespace

Result<CarriedPart> carryValues(Graph part, const SourceModel &model)
{
    CarriedPart result{std::move(part), {}};
    if (!needsModel(result.graph)) {
        return result;
    }
    ASSIGN_OR_RETURN(const ModelMessage file, readModel(model.bytes));
    ASSIGN_OR_RETURN(const GraphMessage message, readGraph(file.graph.bytes, model.bytes));
    const ModelFunctions functions = modelFunctions(result.graph);
    RETURN_IF_FAILED(
        GraphCarrier(result.graph, message, &file, model, functions, result.left).carry());
    RETURN_IF_FAILED(carryFunctions(result.graph, file, model));
    tellMissing(result.graph, result.left);
    return result;
}

Graph copiesInModel(Graph part)
{
    for (const NodeId id : ownInitializers(part)) {
        if (!part.node(id).attrs.find(onnx_variable::copyOf)) {
            part.edit(id).attrs.set(onnx_variable::copyOf,
                                    fmt::format("{}#{}", part.node(id).name, id.value));
        }
    }
    return part;
}

} // namespace nervure::onnx
