// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/onnx_walk.h"

#include "core/graph/analysis/deciding_values.h"
#include "core/graph/analysis/declared_types.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace nervure {

namespace {

/// TensorFlow's attribute with the shapes of a node's outputs.
constexpr std::string_view saidShapes = "_output_shapes";

/// Bodies deeper than this stay unknown.
constexpr int deepestBody = 16;

/// Nothing that a file declares.
const DeclaredUse noDeclaration;

/// The type, of whose sizes nothing is known.
ValueType sizesUnknown(ValueType type)
{
    type.shape = type.shape ? std::optional(Dimensions(type.shape->size())) : std::nullopt;
    return type;
}

/// TensorFlow's files may say what comes out of an operator that nobody knows.
void takeSaidShapes(const Node &node, ValueCall &call)
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

/// Looks at the node itself, as names may repeat: the values that it holds instead are not those that were meant.
bool hasWrongAttrs(const IndexedNode &node)
{
    Diagnostics found;
    if (node.spec) {
        static_cast<void>(parseAttrs(node.spec->attrs, node.node->attrs, node.spec->name,
                                     node.node->name, found));
    }
    return hasErrors(found);
}

} // namespace

bool isBodyInput(const Node &node)
{
    return node.isVariable() && !node.attrs.find(onnx_variable::data)
           && !node.attrs.find(onnx_variable::outer);
}

bool Budget::spend(std::size_t &left, std::size_t amount)
{
    const bool isThere = left >= amount;
    left = isThere ? left - amount : 0;
    return isThere;
}

OnnxWalk::OnnxWalk(const IndexedGraph &graph, WalkShare &share, const OnnxScope *outer,
                   const AttrDict *callAttrs, const DeclaredUse &use, const EarlierValues *earlier)
    : m_graph(graph),
      m_share(share),
      m_outer(outer),
      m_use(use),
      m_earlier(earlier),
      m_declared(graph, use, earlier),
      m_loops(graph),
      m_scope(graph, m_values, outer, callAttrs)
{
    m_values.resize(graph.entryCount());
    if (share.ops.evaluator()) {
        m_decides = decidingNodesWithBodies(graph, outer || callAttrs);
    }
}

Diagnostics OnnxWalk::contradictions()
{
    Diagnostics all = m_declared.contradictions();
    all.insert(all.end(), m_wrongInputs.begin(), m_wrongInputs.end());
    for (auto &[place, inside] : m_inBodies) {
        all.insert(all.end(), inside.begin(), inside.end());
    }
    return all;
}

void OnnxWalk::setVariable(std::uint32_t id, ValueType type)
{
    m_values[m_graph.entryId(id, 0)] = std::move(type);
}

void OnnxWalk::setVariables(const std::vector<ValueType> &inputs, bool isReached)
{
    std::size_t place = 0;
    for (const NodeId id : m_graph.graph().nodes()) {
        const Node &variable = m_graph.graph().node(id);
        const auto number = variable.isVariable() ? m_graph.find(id) : std::nullopt;
        const bool isInput = isBodyInput(variable);
        if (number && isInput && place < inputs.size()) {
            setVariable(*number,
                        bodyInput(*number, inputs[place], isReached && !isAsTold(inputs, place)));
        } else if (number) {
            setVariable(*number, declaredType(variable));
        }
        place += isInput ? 1 : 0;
    }
}

/// The type that an input is given, with what the file says of it. `isOther`: it says the sizes of something else.
/// One element has the rank that the file says: runtimes give a loop's counter as [1] to a body that declares it so.
ValueType OnnxWalk::bodyInput(std::uint32_t id, ValueType told, bool isOther)
{
    const IndexedNode &variable = m_graph.node(id);
    const ValueType said = declaredType(*variable.node);
    if (said.elementCount() == 1 && told.elementCount() == 1) {
        told.shape = said.shape;
    }
    if (!isOther && contradict(told, said)) {
        m_wrongInputs.push_back(wrongDeclaration(variable, 0, said, told));
    }
    return merged(told, isOther ? sizesUnknown(said) : said);
}

void OnnxWalk::run()
{
    goThrough();
    while (m_loops.learn(m_values)) {
        m_faults.clear();
        goThrough();
    }
}

std::vector<ValueType> OnnxWalk::heads() const
{
    std::vector<ValueType> heads;
    for (const IndexedEntry &head : m_graph.heads()) {
        heads.push_back(valueOf(head));
    }
    return heads;
}

bool OnnxWalk::isAsTold(const std::vector<ValueType> &inputs, std::size_t place) const
{
    return m_earlier && place < inputs.size() && place < m_earlier->told.size()
           && inputs[place] == m_earlier->told[place];
}

void OnnxWalk::goThrough()
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
            continue;
        }
        m_declared.enter(id, m_values);
        if (wrong.count(node.node->name) == 0 || !hasWrongAttrs(node)) {
            step(id, node);
        } else if (!node.node->declaredTypes.empty()) {
            setOutputs(id, node, {});
        }
    }
}

std::set<std::string_view> OnnxWalk::nodesWithProblems() const
{
    std::set<std::string_view> names;
    for (const Diagnostic &problem : m_graph.problems()) {
        if (problem.severity == Severity::Error) {
            names.insert(problem.where.node);
        }
    }
    return names;
}

const ValueType &OnnxWalk::valueOf(const IndexedEntry &entry) const
{
    static const ValueType unknown;
    const std::uint32_t id = m_graph.entryId(entry);
    const bool isThere =
        entry.nodeId < m_graph.nodeCount() && entry.index < m_graph.node(entry.nodeId).outputCount;
    return isThere ? m_values[id] : unknown;
}

void OnnxWalk::readOuter(std::uint32_t id, const Node &variable)
{
    if (m_outer && variable.attrs.find(onnx_variable::outer)) {
        setVariable(id, m_outer->find(variable.name));
    }
}

void OnnxWalk::step(std::uint32_t id, const IndexedNode &node)
{
    m_current = id;
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

void OnnxWalk::setOutputs(std::uint32_t id, const IndexedNode &node, std::vector<ValueType> outputs)
{
    outputs.resize(node.outputCount);
    for (std::uint32_t i = 0; i < node.outputCount; ++i) {
        const std::uint32_t entry = m_graph.entryId(id, i);
        m_values[entry] =
            m_declared.filled(id, i, affordable(m_loops.inAllSteps(entry, std::move(outputs[i]))));
    }
    m_declared.leave(id, m_values);
}

ValueType OnnxWalk::affordable(ValueType value)
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

void OnnxWalk::evaluate(const IndexedNode &node, ValueCall &call)
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

Status OnnxWalk::ask(const IndexedNode &node, ValueCall &call)
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

const OnnxAttrs &OnnxWalk::attrsOf(const IndexedNode &node)
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
        const std::string *value =
            decl && text.starts_with('@') ? given->find(std::string_view(text).substr(1)) : nullptr;
        if (value) {
            // A text that does not parse is reported where the call's attributes are checked.
            static_cast<void>(decl->parse(*value, &m_ownAttrs));
        }
    }
    return m_ownAttrs;
}

ValueCall OnnxWalk::gather(const IndexedNode &node)
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

void OnnxWalk::addBodies(const IndexedNode &node, ValueCall &call)
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

Result<std::vector<ValueType>> OnnxWalk::inferBody(const IndexedNode &node, std::size_t body,
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
    const BodyPlace place{node.source, body};
    const bool isReached = m_declared.isReached(m_current);
    const EarlierValues *earlier = isFunction ? nullptr : earlierBody(place);
    const bool isStale = isReached && !earlier;
    OnnxWalk walk(**index, m_share, isFunction ? nullptr : &m_scope,
                  isFunction ? &node.node->attrs : m_scope.callAttrs(),
                  isStale ? noDeclaration : m_use, earlier);
    walk.setVariables(inputs, isReached && !isFunction);
    walk.run();
    noteContradictions(place, walk);
    std::vector<ValueType> heads = walk.heads();
    const Diagnostics faults = std::move(walk.faults());
    if (m_share.keepsBodies) {
        m_bodies[place] = {std::move(*index), std::move(inputs), std::move(walk.values()),
                           std::move(walk.declared().reached()), std::move(walk.bodies())};
    }
    return faults.empty() ? Result<std::vector<ValueType>>(std::move(heads))
                          : Result<std::vector<ValueType>>(faults.front());
}

const EarlierValues *OnnxWalk::earlierBody(const BodyPlace &place) const
{
    if (!m_earlier) {
        return nullptr;
    }
    const auto known = m_earlier->bodies.find(place);
    return known == m_earlier->bodies.end() ? nullptr : &known->second;
}

void OnnxWalk::noteContradictions(const BodyPlace &place, OnnxWalk &body)
{
    Diagnostics inside = body.contradictions();
    for (Diagnostic &one : inside) {
        std::vector<std::string> &owners = one.where.owners;
        owners.insert(owners.begin(), m_graph.node(m_current).node->name);
    }
    m_inBodies[place] = std::move(inside);
}

std::string OnnxWalk::sources(const IndexedNode &node, const ValueCall &call) const
{
    constexpr std::size_t mostSources = 4;
    std::string text;
    const auto names = node.spec && node.spec->inputNames
                           ? node.spec->inputNames(node.rule(Semantics::Fixed))
                           : std::vector<std::string>();
    for (std::size_t i = 0; i < node.inputs.size() && i < mostSources; ++i) {
        const ValueType &value = valueOf(node.inputs[i]);
        if (value.kind != ValueType::Kind::Unknown) {
            text +=
                fmt::format("{}{} is {} from {}", text.empty() ? "; " : ", ",
                            i < names.size() ? names[i] : fmt::format("input {}", i), value.text(),
                            quoted(m_graph.node(node.inputs[i].nodeId).node->name));
        }
    }
    return call.inputs.empty() ? std::string() : text;
}

} // namespace nervure
