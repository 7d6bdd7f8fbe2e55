// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_graph.h"

#include "core/formats/onnx/onnx_attribute.h"
#include "core/formats/onnx/onnx_declared.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_model_attrs.h"
#include "core/formats/onnx/onnx_names.h"
#include "core/formats/onnx/onnx_tensor_attrs.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/onnx/value_table.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <unordered_set>

namespace nervure::onnx {

namespace {

constexpr std::size_t mostGraphLevels = 64;

/// The state that the graphs of one file share.
class FileReader {
public:
    FileReader(const ModelMessage &model, const std::filesystem::path &path)
        : descriptions(path),
          m_model(model)
    {}

    Diagnostics diagnostics;
    TensorDescriptions descriptions;

    /// Reads the model's own functions, but not the calls in them.
    Status readFunctions()
    {
        for (const NamedMessage &function : m_model.functions) {
            ASSIGN_OR_RETURN(GraphMessage message,
                             readFunction(function.field.bytes, m_model.file));
            m_functions.emplace(operatorName(message.domain, message.name), std::move(message));
        }
        return {};
    }

    [[nodiscard]] std::string_view file() const { return m_model.file; }

    /// The version of the operator set that a node's operator is of: of the standard's the first, and of others
    /// 0, where the file names none (onnx/IR "Operator Sets").
    [[nodiscard]] std::uint16_t opset(std::string_view domain) const
    {
        for (const OpsetImport &opset : m_model.opsets) {
            if (isOnnxDomain(domain) ? isOnnxDomain(opset.domain) : opset.domain == domain) {
                constexpr std::int64_t most = std::numeric_limits<std::uint16_t>::max();
                return static_cast<std::uint16_t>(std::clamp<std::int64_t>(opset.version, 0, most));
            }
        }
        return isOnnxDomain(domain) ? 1 : 0;
    }

    /// A function's body, and how many nodes it has with all that it holds.
    struct Body {
        std::shared_ptr<const Graph> graph; ///< null: there is none
        double size = 0;
    };
    /// The body of the model's own function of that operator, made once.
    Result<Body> functionBody(const std::string &op);

private:
    const ModelMessage &m_model;
    std::map<std::string, GraphMessage> m_functions; ///< by operatorName()
    std::map<std::string, Body> m_bodies;
    std::set<std::string> m_open; ///< functions that are being read
};

/// Reads one graph; `outer` is the one around it.
class GraphReader {
public:
    GraphReader(FileReader &file, const GraphReader *outer)
        : m_file(file),
          m_outer(outer),
          m_level(outer ? outer->m_level + 1 : 0)
    {}

    Result<Graph> read(const GraphMessage &message)
    {
        if (m_level > mostGraphLevels) {
            return makeError("onnx", "graphs hold each other more than {} deep", mostGraphLevels);
        }
        m_graph.setDialect(Dialect::Onnx);
        m_size = static_cast<double>(message.nodes.size());
        m_values.reserve(message.inputs.size() + message.initializers.size()
                         + message.nodes.size());
        for (const NamedMessage &input : message.inputs) {
            RETURN_IF_FAILED(addVariable(input, message.isFunction));
        }
        for (const NamedMessage &initializer : message.initializers) {
            RETURN_IF_FAILED(addInitializer(initializer));
        }
        for (const NamedMessage &initializer : message.sparseInitializers) {
            RETURN_IF_FAILED(addSparseInitializer(initializer));
        }
        if (m_outer) {
            findOperatorsValues(message);
        }
        for (const NodeMessage &node : message.nodes) {
            RETURN_IF_FAILED(addOperator(node));
        }
        connectEarlyReaders();
        setHeads(message);
        declareTypes(message, m_values, m_file.file(), m_graph, m_file.diagnostics);
        return std::move(m_graph);
    }

    /// Nodes of the graph and of all that it holds, those of functions as often as they are called.
    [[nodiscard]] double size() const { return m_size; }
    [[nodiscard]] const auto &undefinedOutputs() const { return m_undefinedOutputs; }

private:
    /// A few functions that call each other can stand for more nodes than a machine holds.
    Status grow(double size)
    {
        constexpr double mostNodes = 1e7;
        m_size += size;
        return m_size <= mostNodes
                   ? Status()
                   : makeError("onnx-function",
                               "the calls of functions stand for more than {} nodes", mostNodes);
    }

    void findOperatorsValues(const GraphMessage &message)
    {
        for (const NodeMessage &node : message.nodes) {
            m_operatorsValues.insert(node.outputs.begin(), node.outputs.end());
        }
    }

    NodeId add(Node node)
    {
        node.dialect = Dialect::Onnx;
        node.sourceIndex = static_cast<std::uint32_t>(m_graph.nodeCount());
        return m_graph.add(std::move(node));
    }

    Status addVariable(const NamedMessage &input, bool isFunctions)
    {
        Node node;
        node.name = input.name;
        if (!isFunctions) {
            WireReader reader(input.field.bytes, m_file.file());
            while (const auto field = reader.next()) {
                if (field->number == value::type) {
                    ASSIGN_OR_RETURN(const auto type,
                                     bytesOf(*field, m_file.file(), "a value's type"));
                    RETURN_IF_FAILED(setType(node.attrs, type, m_file.file()));
                }
            }
        }
        define(input.name, {add(std::move(node)), 0, 0});
        return {};
    }

    /// The variable of an initializer: the graph's input of that name, which it stays, or a new one.
    Node &initialized(std::string_view name)
    {
        if (const Entry *known = m_values.find(name)) {
            Node &input = m_graph.edit(known->node);
            if (!input.attrs.find(onnx_variable::data)) {
                input.attrs.set(onnx_variable::input, "true");
            }
            return input;
        }
        Node node;
        node.name = name;
        const NodeId id = add(std::move(node));
        define(name, {id, 0, 0});
        return m_graph.edit(id);
    }

    Status addInitializer(const NamedMessage &initializer)
    {
        ASSIGN_OR_RETURN(const TensorMessage tensor,
                         readTensor(initializer.field.bytes, m_file.file()));
        m_file.descriptions.describe(tensor, initialized(initializer.name).attrs);
        return {};
    }

    Status addSparseInitializer(const NamedMessage &initializer)
    {
        ASSIGN_OR_RETURN(std::string text,
                         sparseTensorText(initializer.field.bytes, m_file.file()));
        AttrDict &attrs = initialized(initializer.name).attrs;
        attrs.set(onnx_variable::type, std::move(text));
        attrs.set(onnx_variable::data, std::string(onnx_variable::inside));
        return {};
    }

    Status addOperator(const NodeMessage &message)
    {
        Node node;
        node.op = operatorName(message.domain, message.opType);
        node.opset = m_file.opset(message.domain);
        node.name = message.name;
        for (const std::string_view output : message.outputs) {
            node.name = node.name.empty() ? output : std::string_view(node.name);
            node.outputPorts.push_back({{}, std::string(output), 0});
        }
        std::vector<std::string_view> readByBodies;
        RETURN_IF_FAILED(addAttributes(message, node, readByBodies));
        ASSIGN_OR_RETURN(FileReader::Body body, m_file.functionBody(node.op));
        if (body.graph) {
            RETURN_IF_FAILED(grow(body.size));
            node.subgraphs.push_back(std::move(body.graph));
        }
        // The inputs may add variables, which come behind all operators.
        const NodeId id = add(std::move(node));
        connect(id, message);
        for (const std::string_view name : readByBodies) {
            static_cast<void>(valueOf(name)); // may be that of a graph further out
            m_readByBodies.emplace_back(id, name);
        }
        for (std::size_t i = 0; i < message.outputs.size(); ++i) {
            if (!message.outputs[i].empty()) {
                define(message.outputs[i], {id, static_cast<std::uint32_t>(i), 0});
            }
        }
        return {};
    }

    /// `readByBodies` gets the names of values of this graph, or of one around it, that bodies read.
    Status addAttributes(const NodeMessage &message, Node &node,
                         std::vector<std::string_view> &readByBodies)
    {
        for (const NamedMessage &attribute : message.attributes) {
            ASSIGN_OR_RETURN(AttributeText value,
                             readAttribute(attribute.field.bytes, m_file.file()));
            if (node.attrs.find(attribute.name)) {
                m_file.diagnostics.push_back(makeErrorAt(node.name, "onnx-attribute",
                                                         "{}: attribute {} is given twice", node.op,
                                                         quoted(attribute.name)));
                continue;
            }
            node.attrs.set(attribute.name, std::move(value.text));
            for (const std::string_view graph : value.graphs) {
                ASSIGN_OR_RETURN(const GraphMessage inner, readGraph(graph, m_file.file()));
                GraphReader reader(m_file, this);
                ASSIGN_OR_RETURN(Graph body, reader.read(inner));
                RETURN_IF_FAILED(grow(reader.size()));
                readByBodies.insert(readByBodies.end(), reader.m_outerNames.begin(),
                                    reader.m_outerNames.end());
                node.subgraphs.push_back(std::make_shared<const Graph>(std::move(body)));
            }
        }
        return {};
    }

    void connect(NodeId id, const NodeMessage &message)
    {
        Entries entries;
        std::vector<std::uint32_t> listed; // where the entries stand
        bool needsPorts = false;
        for (std::size_t i = 0; i < message.inputs.size(); ++i) {
            const std::string_view name = message.inputs[i];
            if (name.empty()) {
                continue;
            }
            const Entry entry = valueOf(name);
            needsPorts = needsPorts || !entry.node.isValid() || entries.size() < i;
            if (!entry.node.isValid()) {
                m_early.push_back({id, entries.size()});
            }
            entries.push_back(entry);
            listed.push_back(static_cast<std::uint32_t>(i));
        }
        const std::size_t end = listed.empty() ? 0 : listed.back() + std::size_t{1};
        if (end < message.inputs.size()) {
            needsPorts = true;
            listed.push_back(static_cast<std::uint32_t>(end));
        }
        Node &node = m_graph.edit(id);
        node.inputs = std::move(entries);
        for (std::size_t i = 0; needsPorts && i < listed.size(); ++i) {
            node.inputPorts.push_back({{}, std::string(message.inputs[listed[i]]), listed[i]});
        }
    }

    /// The value of that name as far as it is known: of this graph, or a variable for that of one around
    /// it.
    Entry valueOf(std::string_view name)
    {
        if (const Entry *known = m_values.find(name)) {
            return *known;
        }
        if (m_operatorsValues.count(name) != 0 || !isOuterValue(name)) {
            return {};
        }
        // Numbered when the operators are: until then readers are unconnected.
        m_outerNames.push_back(name);
        return {};
    }

    [[nodiscard]] bool isOuterValue(std::string_view name) const
    {
        for (const GraphReader *graph = m_outer; graph; graph = graph->m_outer) {
            if (graph->m_values.contains(name)) {
                return true;
            }
        }
        return false;
    }

    /// Operators that read what came later in the file, or from outside.
    void connectEarlyReaders()
    {
        for (const std::string_view name : m_outerNames) {
            if (!m_outerVariables.contains(name)) {
                Node variable;
                variable.name = name;
                variable.attrs.set(onnx_variable::outer, "true");
                m_outerVariables.define(name, {add(std::move(variable)), 0, 0});
            }
        }
        for (const auto &[id, input] : m_early) {
            const std::string name = m_graph.node(id).inputPorts[input].tensor;
            const Entry *known = m_values.find(name);
            const Entry *outer = m_outerVariables.find(name);
            if (outer) {
                m_graph.edit(id).inputs[input] = *outer;
            } else if (known) {
                m_graph.edit(id).inputs[input] = *known;
                m_file.diagnostics.push_back(
                    makeWarningAt(m_graph.node(id).name, "onnx-order",
                                  "{}: reads the value {}, which is computed later in the file",
                                  m_graph.node(id).op, quoted(name)));
            } else {
                m_file.diagnostics.push_back(
                    makeErrorAt(m_graph.node(id).name, "onnx-value",
                                "{}: reads the value {}, which nobody defines", m_graph.node(id).op,
                                quoted(name)));
            }
            dropNeedlessPorts(id);
        }
        orderBodies();
    }

    /// An operator runs after what its bodies read has been computed, which no input says.
    void orderBodies()
    {
        for (const auto &[id, name] : m_readByBodies) {
            const Entry *outer = m_outerVariables.find(name);
            const Entry *known = outer ? outer : m_values.find(name);
            const NodeId producer = known ? known->node : NodeId();
            auto &deps = m_graph.edit(id).controlDeps;
            // A value that comes later in the file is a fault that is reported; it must not close a cycle.
            const bool isLater = producer.isValid() && !outer && !(producer.value < id.value);
            if (producer.isValid() && !isLater
                && std::find(deps.begin(), deps.end(), producer) == deps.end()) {
                deps.push_back(producer);
            }
        }
    }

    /// Ports are for inputs that are left out or that nobody defines.
    void dropNeedlessPorts(NodeId id)
    {
        Node &node = m_graph.edit(id);
        bool isNeeded = node.inputPorts.size() > node.inputs.size();
        for (std::size_t i = 0; i < node.inputs.size() && i < node.inputPorts.size(); ++i) {
            isNeeded = isNeeded || !node.inputs[i].node.isValid() || node.inputPorts[i].listed != i;
        }
        if (!isNeeded) {
            node.inputPorts = {};
        }
    }

    void define(std::string_view name, Entry entry) { m_values.define(name, entry); }

    void setHeads(const GraphMessage &message)
    {
        std::vector<Entry> heads;
        for (std::size_t i = 0; i < message.outputs.size(); ++i) {
            const NamedMessage &output = message.outputs[i];
            const Entry *known = m_values.find(output.name);
            if (!known) {
                m_undefinedOutputs.emplace(output.name, i);
                m_file.diagnostics.push_back(makeError(
                    "onnx-value", "the output {} of the graph {} is a value that nobody defines",
                    quoted(output.name), quoted(message.name)));
                continue;
            }
            heads.push_back(*known);
        }
        m_graph.setHeads(std::move(heads));
    }

    FileReader &m_file;
    const GraphReader *m_outer;
    std::size_t m_level;
    double m_size = 0;
    Graph m_graph;
    ValueTable m_values;
    /// Names of the values of all operators of a graph inside another, which are never those around it.
    std::unordered_set<std::string_view> m_operatorsValues;
    UndefinedOutputs m_undefinedOutputs;
    ValueTable m_outerVariables;
    std::vector<std::string_view> m_outerNames;
    std::vector<std::pair<NodeId, std::size_t>> m_early; ///< inputs that could not be connected yet
    std::vector<std::pair<NodeId, std::string_view>> m_readByBodies; ///< operators and values
};

Result<FileReader::Body> FileReader::functionBody(const std::string &op)
{
    const auto known = m_bodies.find(op);
    const auto function = m_functions.find(op);
    if (known != m_bodies.end() || function == m_functions.end()) {
        return known != m_bodies.end() ? known->second : Body();
    }
    if (m_open.size() == mostGraphLevels) {
        return makeError("onnx-function", "functions call each other more than {} deep",
                         mostGraphLevels);
    }
    if (!m_open.insert(op).second) {
        diagnostics.push_back(
            makeError("onnx-function", "the function {} calls itself", quoted(op)));
        return Body();
    }
    GraphReader reader(*this, nullptr);
    ASSIGN_OR_RETURN(Graph body, reader.read(function->second));
    m_open.erase(op);
    return m_bodies[op] = {std::make_shared<const Graph>(std::move(body)), reader.size()};
}

} // namespace

Result<ReadGraph> buildGraph(const ModelMessage &model, const std::filesystem::path &path)
{
    ASSIGN_OR_RETURN(const GraphMessage message, readGraph(model.graph.bytes, model.file));
    FileReader file(model, path);
    RETURN_IF_FAILED(file.readFunctions());
    GraphReader reader(file, nullptr);
    ASSIGN_OR_RETURN(Graph graph, reader.read(message));
    graph.setAttrs(modelAttrs(model, message, reader.undefinedOutputs()));
    return ReadGraph{std::move(graph), std::move(file.diagnostics)};
}

} // namespace nervure::onnx
