// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/onnx_inference.h"

#include "core/graph/analysis/deciding_values.h"
#include "core/graph/analysis/declared_values.h"
#include "core/graph/analysis/loop_values.h"
#include "core/graph/analysis/onnx_scope.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/op/value_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace nervure {

namespace {

/// TensorFlow's attribute with the shapes of a node's outputs.
constexpr std::string_view saidShapes = "_output_shapes";

/// Bodies deeper than this stay unknown.
constexpr int deepestBody = 16;

/// What one inference may take in all. A small file can hold bodies that each level goes through several
/// times, and values that grow from node to node.
struct Budget {
    std::size_t steps = 500'000; ///< nodes in bodies, as often as they are asked
    std::size_t elements = 8'000'000;

    /// Whether that much is left; then it is spent.
    static bool spend(std::size_t &left, std::size_t amount)
    {
        const bool isThere = left >= amount;
        left = isThere ? left - amount : 0;
        return isThere;
    }
};

/// What the walks of one inference share.
struct WalkShare {
    const OpRegistry &ops;
    const CancelToken &cancel;
    DeclaredUse declared{};
    const EarlierValues *earlier = nullptr; ///< of the outermost graph
    Budget budget{};
};

bool isBodyInput(const Node &node)
{
    return node.isVariable() && !node.attrs.find(onnx_variable::data)
           && !node.attrs.find(onnx_variable::outer);
}

/// Walks through one graph.
class Walk {
public:
    Walk(const IndexedGraph &graph, WalkShare &share, const OnnxScope *outer,
         const AttrDict *callAttrs)
        : m_graph(graph),
          m_share(share),
          m_outer(outer),
          m_declared(graph, share.declared, outer || callAttrs ? nullptr : share.earlier),
          m_loops(graph),
          m_scope(graph, m_values, outer, callAttrs)
    {
        m_values.resize(graph.entryCount());
        if (share.ops.evaluator()) {
            m_decides = decidingNodesWithBodies(graph, outer || callAttrs);
        }
    }

    std::vector<ValueType> &values() { return m_values; }
    Diagnostics &faults() { return m_faults; }
    DeclaredValues &declared() { return m_declared; }

    void setVariable(std::uint32_t id, ValueType type)
    {
        m_values[m_graph.entryId(id, 0)] = std::move(type);
    }

    /// Of a body: what the file says of its variables, and of its own inputs what is told.
    void setVariables(const std::vector<ValueType> &inputs)
    {
        std::size_t place = 0;
        for (const NodeId id : m_graph.graph().nodes()) {
            const Node &variable = m_graph.graph().node(id);
            const auto number = variable.isVariable() ? m_graph.find(id) : std::nullopt;
            const bool isInput = isBodyInput(variable);
            if (number) {
                const ValueType said = declaredType(variable);
                setVariable(*number, isInput && place < inputs.size()
                                         ? asDeclared(inputs[place], said)
                                         : said);
            }
            place += isInput ? 1 : 0;
        }
    }

    void run()
    {
        goThrough();
        while (m_loops.learn(m_values)) {
            m_faults.clear();
            goThrough();
        }
    }

    /// What comes into a body, as the body declares it: one element has the rank that is declared, since runtimes
    /// give a loop's counter as [1] to a body that says so.
    static ValueType asDeclared(const ValueType &given, const ValueType &said)
    {
        ValueType value = merged(given, said);
        if (said.elementCount() == 1 && given.elementCount() == 1) {
            value.shape = said.shape;
        }
        return value;
    }

    [[nodiscard]] std::vector<ValueType> heads() const
    {
        std::vector<ValueType> heads;
        for (const IndexedEntry &head : m_graph.heads()) {
            heads.push_back(valueOf(head));
        }
        return heads;
    }

private:
    void goThrough()
    {
        const std::set<std::string_view> wrong = nodesWithProblems();
        m_declared.restart();
        for (std::uint32_t id = 0; id < m_graph.nodeCount() && !m_share.cancel.isCanceled(); ++id) {
            const IndexedNode &node = m_graph.node(id);
            if (node.isVariable()) {
                readOuter(id, *node.node);
                ValueType &value = m_values[m_graph.entryId(id, 0)];
                value = m_declared.filled(id, 0, std::move(value));
                m_declared.leave(id, m_values);
            } else if (wrong.count(node.node->name) == 0) {
                step(id, node);
            } else if (!node.node->declaredTypes.empty()) {
                setOutputs(id, node, {});
            }
        }
    }

    /// What a node with wrong attributes holds instead is not what was meant.
    [[nodiscard]] std::set<std::string_view> nodesWithProblems() const
    {
        std::set<std::string_view> names;
        for (const Diagnostic &problem : m_graph.problems()) {
            if (problem.severity == Severity::Error && !problem.where.node.empty()) {
                names.insert(problem.where.node);
            }
        }
        return names;
    }

    [[nodiscard]] const ValueType &valueOf(const IndexedEntry &entry) const
    {
        static const ValueType unknown;
        const std::uint32_t id = m_graph.entryId(entry);
        const bool isThere = entry.nodeId < m_graph.nodeCount()
                             && entry.index < m_graph.node(entry.nodeId).outputCount;
        return isThere ? m_values[id] : unknown;
    }

    void readOuter(std::uint32_t id, const Node &variable)
    {
        if (m_outer && variable.attrs.find(onnx_variable::outer)) {
            setVariable(id, m_outer->find(variable.name));
        }
    }

    void step(std::uint32_t id, const IndexedNode &node)
    {
        ValueCall call = gather(node);
        const Status status = ask(node, call);
        if (!status) {
            Diagnostic fault = status.error();
            fault.message = fmt::format("{} {}: {}{}", node.node->op, quoted(node.node->name),
                                        fault.message, sources(node, call));
            fault.where.node = node.node->name;
            m_faults.push_back(std::move(fault));
            call.outputs.assign(node.outputCount, {}); // also what an earlier walk found
        } else if (!m_decides.empty() && m_decides[id]) {
            evaluate(node, call);
        }
        setOutputs(id, node, std::move(call.outputs));
        if (!node.spec && node.node->attrs.find(saidShapes)) {
            m_declared.markKnown(id, m_values);
        }
    }

    void setOutputs(std::uint32_t id, const IndexedNode &node, std::vector<ValueType> outputs)
    {
        outputs.resize(node.outputCount);
        m_declared.enter(id, m_values);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = m_graph.entryId(id, i);
            m_values[entry] = m_declared.filled(
                id, i, affordable(m_loops.inAllSteps(entry, std::move(outputs[i]))));
        }
        m_declared.leave(id, m_values);
    }

    /// The value without what would take too much memory.
    ValueType affordable(ValueType value)
    {
        if (value.shape && value.shape->size() > mostDimensions) {
            value.shape.reset();
        }
        const std::size_t count =
            value.elements ? value.elements->whole.size() + value.elements->real.size() : 0;
        if (!Budget::spend(m_share.budget.elements, count)) {
            value.elements.reset();
        }
        value.elements = value.elementCount() == 0 ? std::make_shared<const KnownElements>()
                                                   : roundedElements(value.elements, value.element);
        return value;
    }

    Status ask(const IndexedNode &node, ValueCall &call)
    {
        if (node.spec && node.spec->values) {
            return inferValues(*node.spec->values, call);
        }
        // A function of the model's own: its body says what its outputs are.
        if (!node.spec && node.node->subgraphs.size() == 1) {
            ASSIGN_OR_RETURN(call.outputs, inferBody(node, 0, call.inputs, true));
            call.outputs.resize(node.outputCount);
        } else if (!node.spec) {
            takeSaidShapes(*node.node, call);
        }
        return {};
    }

    /// Computes the elements that the operator's rule leaves open, where those of all inputs are known.
    void evaluate(const IndexedNode &node, ValueCall &call)
    {
        const auto isOpen = [](const ValueType &output) {
            const auto count = output.elementCount();
            return !output.elements && count && *count > 0 && *count <= KnownElements::mostComputed;
        };
        if (!node.spec || !node.node->subgraphs.empty() || call.inputs.empty()
            || std::none_of(call.outputs.begin(), call.outputs.end(), isOpen)) {
            return;
        }
        for (std::size_t i = 0; i < call.inputs.size(); ++i) {
            if (call.has(i) && !call.in(i).knowsAllNumbers()) {
                return;
            }
        }
        const auto found = m_share.ops.evaluator()(m_share.ops, node, call, m_share.cancel);
        for (std::size_t i = 0; i < std::min(found.size(), call.outputs.size()); ++i) {
            if (isOpen(call.outputs[i])) {
                call.outputs[i].elements = found[i];
            }
        }
    }

    /// Of an operator that nobody knows, TensorFlow's files may say what comes out.
    static void takeSaidShapes(const Node &node, ValueCall &call)
    {
        const std::string *said = node.attrs.find(saidShapes);
        std::size_t at = 1; // "[[1, 2], ?, [3]]"
        for (ValueType &output : call.outputs) {
            const std::size_t end =
                said ? said->find(at < said->size() && (*said)[at] == '[' ? ']' : '?', at)
                     : std::string::npos;
            if (end == std::string::npos) {
                return;
            }
            if ((*said)[end] == ']') {
                output = ValueType::tensor(ElementType::Undefined,
                                           dimensionsFromText(said->substr(at, end + 1 - at)));
            }
            at = end + 3; // ", " follows
        }
    }

    /// The node's attributes; those of a function's node may be what the call says: "@alpha".
    const OnnxAttrs &attrsOf(const IndexedNode &node)
    {
        m_ownAttrs = {};
        const AttrDict *given = m_scope.callAttrs();
        if (!node.spec || !node.spec->values) {
            return m_ownAttrs;
        }
        if (!given) {
            return node.attrs.as<OnnxAttrs>();
        }
        m_ownAttrs = node.attrs.as<OnnxAttrs>();
        for (const auto &[key, text] : node.node->attrs) {
            const AttrDecl *decl = node.spec->attrs.find(key);
            const std::string *value = decl && text.starts_with('@')
                                           ? given->find(std::string_view(text).substr(1))
                                           : nullptr;
            if (value) {
                // What does not parse is told where the call's attributes are checked.
                static_cast<void>(decl->parse(*value, &m_ownAttrs));
            }
        }
        return m_ownAttrs;
    }

    ValueCall gather(const IndexedNode &node)
    {
        ValueCall call{attrsOf(node)};
        call.version = node.spec ? node.spec->sinceVersion : 0;
        const auto &ports = node.node->inputPorts;
        call.inputs.resize(node.inputs.size());
        call.given.resize(node.inputs.size());
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const std::size_t place = i < ports.size() ? ports[i].listed : i;
            if (place >= call.inputs.size()) {
                call.inputs.resize(place + 1);
                call.given.resize(place + 1);
            }
            call.inputs[place] = valueOf(node.inputs[i]);
            call.given[place] = true;
        }
        call.outputs.resize(node.outputCount);
        if (!node.node->subgraphs.empty()) {
            addBodies(node, call);
        }
        return call;
    }

    void addBodies(const IndexedNode &node, ValueCall &call)
    {
        for (const auto &[key, text] : node.node->attrs) {
            if (text.starts_with("graph ")) {
                call.bodies.push_back(key);
            }
        }
        call.inferBody = [this, &node](std::size_t body, std::vector<ValueType> inputs) {
            return inferBody(node, body, std::move(inputs), false);
        };
    }

    Result<std::vector<ValueType>> inferBody(const IndexedNode &node, std::size_t body,
                                             std::vector<ValueType> inputs, bool isFunction)
    {
        if (body >= node.node->subgraphs.size() || m_scope.depth() >= deepestBody) {
            return std::vector<ValueType>();
        }
        const Graph &graph = *node.node->subgraphs[body];
        if (!Budget::spend(m_share.budget.steps, graph.nodeCount())) {
            return std::vector<ValueType>();
        }
        Diagnostics ignored; // the check of the model tells them
        auto index = IndexedGraph::build(graph, m_share.ops, ignored);
        if (!index) {
            return std::vector<ValueType>();
        }
        Walk walk(**index, m_share, isFunction ? nullptr : &m_scope,
                  isFunction ? &node.node->attrs : m_scope.callAttrs());
        walk.setVariables(inputs);
        walk.run();
        return walk.faults().empty() ? Result<std::vector<ValueType>>(walk.heads())
                                     : Result<std::vector<ValueType>>(walk.faults().front());
    }

    /// "; X is float32[1, 3] from 'x'": the inputs that are known, for a message about them.
    [[nodiscard]] std::string sources(const IndexedNode &node, const ValueCall &call) const
    {
        constexpr std::size_t mostSources = 4;
        std::string text;
        const auto names = node.spec && node.spec->inputNames
                               ? node.spec->inputNames(node.rule(Semantics::Fixed))
                               : std::vector<std::string>();
        for (std::size_t i = 0; i < node.inputs.size() && i < mostSources; ++i) {
            const ValueType &value = valueOf(node.inputs[i]);
            if (value.kind != ValueType::Kind::Unknown) {
                text += fmt::format("{}{} is {} from {}", text.empty() ? "; " : ", ",
                                    i < names.size() ? names[i] : fmt::format("input {}", i),
                                    value.text(),
                                    quoted(m_graph.node(node.inputs[i].nodeId).node->name));
            }
        }
        return call.inputs.empty() ? std::string() : text;
    }

    const IndexedGraph &m_graph;
    WalkShare &m_share;
    const OnnxScope *m_outer;
    std::vector<ValueType> m_values;
    DeclaredValues m_declared;
    LoopValues m_loops;
    OnnxScope m_scope;
    std::vector<bool> m_decides; ///< by node; empty where nothing is computed
    OnnxAttrs m_ownAttrs;        ///< of the node that is asked, where they are not its own
    Diagnostics m_faults;
};

} // namespace

std::vector<std::string> dimensionNames(const Graph &graph)
{
    std::vector<std::string> names;
    const auto add = [&names](std::string name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
        }
    };
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const std::string *text =
            isBodyInput(node) ? node.attrs.find(onnx_variable::shape) : nullptr;
        const auto shape = text ? dimensionsFromText(*text) : std::nullopt;
        for (const Dimension &dimension : shape ? *shape : Dimensions()) {
            for (std::string &name : dimension.names()) {
                add(std::move(name));
            }
        }
    }
    return names;
}

OnnxValues inferOnnxValues(const IndexedGraph &graph, const OpRegistry &ops, const OnnxFacts &facts,
                           const CancelToken &cancel)
{
    OnnxValues found;
    const DimensionNumbers numbers = dimensionFacts(graph.graph(), facts);
    warnOfUnusedFacts(graph, facts, numbers, found.warnings);
    WalkShare share{ops, cancel, declaredUse(graph.graph(), facts, numbers), facts.earlier};
    Walk walk(graph, share, nullptr, nullptr);
    for (const std::uint32_t id : graph.inputNodes()) {
        walk.setVariable(id, variableType(*graph.node(id).node, facts, numbers));
    }
    walk.run();
    found.values = std::move(walk.values());
    found.faults = std::move(walk.faults());
    DeclaredValues &declared = walk.declared();
    found.declared = std::move(declared.marks());
    found.reached = std::move(declared.reached());
    found.warnings.insert(found.warnings.end(), declared.contradictions().begin(),
                          declared.contradictions().end());
    if (share.budget.steps == 0) {
        found.warnings.push_back(makeWarning(
            "infer-shape", "bodies hold so many others that not all of them were gone through"));
    }
    return found;
}

OnnxValues inferOnnxBody(const IndexedGraph &body, const OpRegistry &ops,
                         const std::vector<ValueType> &inputs, const OnnxScope *outer,
                         const CancelToken &cancel)
{
    WalkShare share{ops, cancel};
    Walk walk(body, share, outer, nullptr);
    walk.setVariables(inputs);
    walk.run();
    return {std::move(walk.values()), std::move(walk.faults()), {}};
}

std::vector<NodeId> bodyInputs(const Graph &body)
{
    std::vector<NodeId> inputs;
    for (const NodeId id : body.nodes()) {
        if (isBodyInput(body.node(id))) {
            inputs.push_back(id);
        }
    }
    return inputs;
}

} // namespace nervure
