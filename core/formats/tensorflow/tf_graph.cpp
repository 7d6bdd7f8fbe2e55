// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensorflow/tf_graph.h"

#include "core/formats/tensorflow/tf_attribute.h"
#include "core/formats/tensorflow/tf_loops.h"
#include "core/formats/tensorflow/tf_node.h"
#include "core/formats/tensorflow/tf_tensor.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/op/value_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace nervure::tensorflow {

namespace {

constexpr std::size_t mostLevels = 64;
constexpr std::int64_t mostOutputsInAll = 1 << 20;
constexpr double mostNodes = 1e7;

constexpr std::string_view outputShapesKey = "_output_shapes";
constexpr std::string_view deviceKey = "_device";

/// What the graphs of one file share.
class FileReader {
public:
    FileReader(std::string_view file, const OpRegistry &ops) : m_file(file), m_ops(ops) {}

    Status addFunctions(const std::vector<std::string_view> &messages)
    {
        for (const std::string_view message : messages) {
            ASSIGN_OR_RETURN(const std::string_view name, functionName(message, m_file));
            m_functions.emplace(name, message);
        }
        return {};
    }

    [[nodiscard]] std::string_view file() const { return m_file; }
    [[nodiscard]] const OpRegistry &ops() const { return m_ops; }
    [[nodiscard]] bool isFunction(std::string_view name) const
    {
        return m_functions.count(name) != 0;
    }

    /// A function's body, and how many nodes it has with all that it holds.
    struct Body {
        std::shared_ptr<const Graph> graph; ///< null: there is none
        double size = 0;
        std::vector<std::string> outputs;
    };
    /// The body of the function of that name, made once; none of one that calls itself.
    Result<Body> body(std::string_view name);

    /// Counts what small files can claim to have.
    Status claim(std::int64_t outputs)
    {
        m_outputs += std::min(outputs, mostOutputsInAll);
        return outputs <= mostOutputs && m_outputs <= mostOutputsInAll
                   ? Status()
                   : makeError("tensorflow", "operators have more than {} outputs, or {} in all",
                               mostOutputs, mostOutputsInAll);
    }

    Diagnostics diagnostics;

private:
    std::string_view m_file;
    const OpRegistry &m_ops;
    std::unordered_map<std::string_view, std::string_view> m_functions;
    std::unordered_map<std::string_view, Body> m_bodies;
    std::set<std::string_view> m_open;
    std::int64_t m_outputs = 0;
};

/// Reads one graph.
class GraphReader {
public:
    explicit GraphReader(FileReader &file) : m_file(file)
    {
        m_graph.setDialect(Dialect::TensorFlow);
    }

    Result<Graph> readDocument(const GraphMessage &message)
    {
        RETURN_IF_FAILED(read(message.nodes));
        setHeads();
        return std::move(m_graph);
    }

    Result<Graph> readBody(const FunctionMessage &function)
    {
        for (const auto &[name, type] : function.inputs) {
            Node variable;
            variable.name = name;
            if (type != 0) {
                variable.attrs.set(onnx_variable::elemType, typeName(type));
            }
            add(std::move(variable));
        }
        m_firstNode = m_graph.nodeCount();
        RETURN_IF_FAILED(read(function.nodes));
        std::vector<Entry> heads;
        for (const std::string_view output : function.outputs) {
            const auto result = function.results.find(output);
            ASSIGN_OR_RETURN(const Source source,
                             sourceOf(result == function.results.end() ? output : result->second));
            const auto entry = entryOf(source);
            if (!entry) {
                m_file.diagnostics.push_back(
                    makeError("tensorflow",
                              "the result {} of the function {} is a value that nobody "
                              "defines",
                              quoted(output), quoted(function.name)));
                continue;
            }
            heads.push_back(*entry);
        }
        m_graph.setHeads(std::move(heads));
        return std::move(m_graph);
    }

    /// Nodes of the graph that was read and of all that it holds.
    [[nodiscard]] double size() const { return m_size; }

private:
    NodeId add(Node node)
    {
        node.dialect = Dialect::TensorFlow;
        node.sourceIndex = static_cast<std::uint32_t>(m_graph.nodeCount());
        const std::string name = node.name;
        const NodeId id = m_graph.add(std::move(node));
        if (!m_ids.emplace(name, id).second) {
            m_file.diagnostics.push_back(
                makeErrorAt(name, "tensorflow", "there are two nodes {}, expected one of each name",
                            quoted(name)));
        }
        return id;
    }

    Status read(const std::vector<NodeMessage> &nodes)
    {
        RETURN_IF_FAILED(grow(static_cast<double>(nodes.size())));
        for (const NodeMessage &node : nodes) {
            RETURN_IF_FAILED(addNode(node));
        }
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            RETURN_IF_FAILED(connect(idAt(i), nodes[i]));
        }
        m_loose = m_loops.close(m_graph, m_file.diagnostics);
        return {};
    }

    [[nodiscard]] NodeId idAt(std::size_t i) const
    {
        return NodeId{static_cast<std::uint32_t>(m_firstNode + i)};
    }

    Status grow(double size)
    {
        m_size += size;
        return m_size <= mostNodes
                   ? Status()
                   : makeError("tensorflow", "the calls of functions stand for more than {} nodes",
                               mostNodes);
    }

    Status addNode(const NodeMessage &message)
    {
        Node node;
        node.name = message.name;
        if (isConst(message.op)) {
            RETURN_IF_FAILED(describeConst(message, node));
        } else if (isPlaceholder(message.op)) {
            RETURN_IF_FAILED(describePlaceholder(message, node));
        } else {
            node.op = message.op;
        }
        for (const auto &[key, value] : message.attributes) {
            const bool isOfVariable = node.isVariable() && !key.starts_with('_');
            if (!isOfVariable) {
                RETURN_IF_FAILED(addAttribute(message, key, value, node));
            }
        }
        if (!message.device.empty()) {
            node.attrs.set(deviceKey, std::string(message.device));
        }
        if (!node.isVariable() && m_file.isFunction(message.op)) {
            ASSIGN_OR_RETURN([[maybe_unused]] const bool isThere, addBody(message.op, node));
        }
        add(std::move(node));
        return {};
    }

    Status addAttribute(const NodeMessage &message, std::string_view key, std::string_view value,
                        Node &node)
    {
        auto read = readAttribute(value, m_file.file());
        if (!read) {
            Diagnostic error = read.error();
            error.message = fmt::format("{} {}: attribute {}: {}", message.op, quoted(message.name),
                                        quoted(key), error.message);
            return error;
        }
        AttributeText text = std::move(read).value();
        if (key == "num" || key == "num_split" || key == "N") {
            RETURN_IF_FAILED(m_file.claim(parseInteger(text.text).value_or(0)));
        }
        for (const std::string_view function : text.functions) {
            ASSIGN_OR_RETURN(const bool isThere, addBody(function, node));
            if (isThere && text.functions.size() == 1) {
                text.text = "graph " + text.text;
            }
        }
        node.attrs.set(key, std::move(text.text));
        return {};
    }

    Result<bool> addBody(std::string_view function, Node &node)
    {
        ASSIGN_OR_RETURN(FileReader::Body body, m_file.body(function));
        if (!body.graph) {
            return false;
        }
        RETURN_IF_FAILED(grow(body.size));
        node.subgraphs.push_back(std::move(body.graph));
        return true;
    }

    Status describeConst(const NodeMessage &message, Node &node)
    {
        node.attrs.set(onnx_variable::data, std::string(onnx_variable::inside));
        ASSIGN_OR_RETURN(const AttributeText value,
                         readAttribute(message.attribute("value"), m_file.file()));
        ASSIGN_OR_RETURN(const TensorMessage tensor, readTensor(value.tensor, m_file.file()));
        node.attrs.set(onnx_variable::elemType, typeName(tensor.dataType));
        node.attrs.set(onnx_variable::shape, sizesText(tensor.dims));
        const auto values = allValues(tensor);
        if (!values.empty()) {
            node.attrs.set(onnx_variable::value, join(values, ", "));
        }
        return {};
    }

    Status describePlaceholder(const NodeMessage &message, Node &node)
    {
        ASSIGN_OR_RETURN(const AttributeText type,
                         readAttribute(message.attribute("dtype"), m_file.file()));
        ASSIGN_OR_RETURN(AttributeText shape,
                         readAttribute(message.attribute("shape"), m_file.file()));
        if (!type.text.empty()) {
            node.attrs.set(onnx_variable::elemType, type.text);
        }
        if (!shape.text.starts_with('[')) { // old writers say it there alone
            ASSIGN_OR_RETURN(AttributeText outputs,
                             readAttribute(message.attribute(outputShapesKey), m_file.file()));
            shape.text = outputs.text.starts_with("[[")
                             ? outputs.text.substr(1, outputs.text.size() - 2)
                             : std::string();
        }
        if (!shape.text.empty()) {
            node.attrs.set(onnx_variable::shape, std::move(shape.text));
        }
        return {};
    }

    Status connect(NodeId id, const NodeMessage &message)
    {
        Entries entries;
        std::vector<NodeId> controls;
        for (const std::string_view input : message.inputs) {
            ASSIGN_OR_RETURN(const Source source, sourceOf(input));
            const auto entry = entryOf(source);
            if (!entry) {
                m_file.diagnostics.push_back(makeErrorAt(
                    std::string(message.name), "tensorflow",
                    "{}: reads the value {}, which nobody defines", message.op, quoted(input)));
                continue;
            }
            if (source.isControl) {
                controls.push_back(entry->node);
                continue;
            }
            const bool isBack =
                isMerge(message.op) && isNextIteration(m_graph.node(entry->node).op);
            if (isBack) {
                if (!m_loops.add(id, entry->node)) {
                    m_file.diagnostics.push_back(makeErrorAt(
                        std::string(message.name), "tensorflow",
                        "{}: reads {}, expected one NextIteration", message.op, quoted(input)));
                }
                continue;
            }
            RETURN_IF_FAILED(claimOutput(*entry));
            m_isRead.insert(entry->node);
            entries.push_back(*entry);
        }
        Node &node = m_graph.edit(id);
        node.inputs = std::move(entries);
        for (const NodeId control : controls) {
            addControl(node, control);
        }
        return {};
    }

    Status claimOutput(const Entry &entry)
    {
        std::uint32_t &known = m_lastOutput[entry.node];
        const std::int64_t more = std::int64_t{entry.index} - known;
        known = std::max(known, entry.index);
        return more > 0 ? m_file.claim(more) : Status();
    }

    /// The value that a name stands for.
    [[nodiscard]] std::optional<Entry> entryOf(const Source &source) const
    {
        const auto found = m_ids.find(std::string(source.node));
        if (found == m_ids.end()) {
            return std::nullopt;
        }
        Entry entry{found->second, static_cast<std::uint32_t>(source.index), 0};
        if (!source.output.empty()) {
            entry.index += placeOf(m_graph.node(entry.node), source.output);
        }
        return entry;
    }

    /// Where the output of that name stands among the operator's; lists are last or alone.
    [[nodiscard]] std::uint32_t placeOf(const Node &node, std::string_view output) const
    {
        std::vector<std::string> names;
        const OpSpec *spec = m_file.ops().find(node);
        if (spec && spec->values) {
            for (const FormalValue &formal : spec->values->signature.outputs) {
                names.push_back(formal.name);
            }
        } else if (m_file.isFunction(node.op)) {
            const auto body = m_file.body(node.op);
            names = body ? body->outputs : names;
        }
        const auto found = std::find(names.begin(), names.end(), output);
        return found == names.end() ? 0 : static_cast<std::uint32_t>(found - names.begin());
    }

    /// All outputs of a node that nobody reads, but those that TensorFlow reserves for gradients. Of an operator that
    /// is not known, the first.
    void addResults(NodeId id, std::vector<Entry> &heads) const
    {
        constexpr std::string_view reserved = "reserve_space";
        const Node &node = m_graph.node(id);
        const OpSpec *spec = m_file.ops().find(node);
        std::vector<std::string> names{"output"};
        if (spec) {
            Diagnostics ignored; // the check of the model tells them
            const ParsedAttrs attrs =
                parseAttrs(spec->attrs, node.attrs, spec->name, node.name, ignored);
            names = outputNamesOf(spec, {node, attrs, Semantics::Fixed}, 1);
        }
        for (std::uint32_t i = 0; i < names.size(); ++i) {
            if (!names[i].starts_with(reserved)) {
                heads.push_back({id, i, 0});
            }
        }
    }

    void setHeads()
    {
        std::vector<Entry> heads;
        for (const NodeId id : m_loose) {
            heads.push_back({id, 0, 0});
        }
        for (const NodeId id : m_graph.nodes()) {
            const Node &node = m_graph.node(id);
            if (!node.isVariable() && m_isRead.count(id) == 0 && !hasNoResult(node.op)) {
                addResults(id, heads);
            }
        }
        if (heads.empty() && m_graph.nodeCount() > 0) {
            heads.push_back({m_graph.nodes().back(), 0, 0});
        }
        m_graph.setHeads(std::move(heads));
    }

    FileReader &m_file;
    Graph m_graph;
    std::size_t m_firstNode = 0;
    double m_size = 0;
    std::unordered_map<std::string, NodeId> m_ids;
    std::unordered_set<NodeId> m_isRead;
    std::unordered_map<NodeId, std::uint32_t> m_lastOutput; ///< that is read
    Loops m_loops;
    std::vector<NodeId> m_loose; ///< of these, what nothing depends on
};

Result<FileReader::Body> FileReader::body(std::string_view name)
{
    const auto known = m_bodies.find(name);
    const auto function = m_functions.find(name);
    if (known != m_bodies.end() || function == m_functions.end()) {
        return known != m_bodies.end() ? known->second : Body();
    }
    if (m_open.size() == mostLevels) {
        return makeError("tensorflow", "functions call each other more than {} deep", mostLevels);
    }
    if (!m_open.insert(name).second) {
        diagnostics.push_back(
            makeError("tensorflow", "the function {} calls itself", quoted(name)));
        return Body();
    }
    ASSIGN_OR_RETURN(const FunctionMessage message, readFunction(function->second, m_file));
    GraphReader reader(*this);
    ASSIGN_OR_RETURN(Graph graph, reader.readBody(message));
    m_open.erase(name);
    Body body{std::make_shared<const Graph>(std::move(graph)),
              reader.size(),
              {message.outputs.begin(), message.outputs.end()}};
    m_bodies.emplace(name, body);
    return body;
}

} // namespace

Result<LoadedGraph> buildGraph(const GraphMessage &message, std::string_view file,
                               const OpRegistry &ops)
{
    FileReader reader(file, ops);
    RETURN_IF_FAILED(reader.addFunctions(message.functions));
    ASSIGN_OR_RETURN(Graph graph, GraphReader(reader).readDocument(message));
    if (message.producer != 0) {
        graph.setAttrs({{"producer", "int", fmt::format("{}", message.producer)}});
    }
    return LoadedGraph{std::move(graph), std::move(reader.diagnostics)};
}

} // namespace nervure::tensorflow
