// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/type_follower.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <vector>

namespace nervure {

namespace {

ValueType typeWithoutSizes(ValueType type)
{
    for (std::size_t i = 0; type.shape && i < type.shape->size(); ++i) {
        (*type.shape)[i] = Dimension();
    }
    if (type.inner) {
        type.inner = std::make_shared<const ValueType>(typeWithoutSizes(*type.inner));
    }
    return type;
}

/// The type to be declared of a value of which `known` is inferred. Other tools want an output of the graph to
/// have a type and a rank.
ValueType declarationOf(const ValueType &known, const ValueType &declared, bool isOutput)
{
    ValueType type = known;
    type.elements = nullptr;
    if (isOutput) {
        return contradict(type, declared) ? type : filledIn(type, typeWithoutSizes(declared));
    }
    const bool isSaid = !type.isTensor() || (type.element != ElementType::Undefined && type.shape);
    return isSaid ? type : ValueType();
}

bool losesSizes(const ValueType &before, const ValueType &now)
{
    if (!before.shape || !now.shape || before.shape->size() != now.shape->size()) {
        return before.shape && !now.shape;
    }
    for (std::size_t i = 0; i < before.shape->size(); ++i) {
        if (!(*before.shape)[i].isUnknown() && (*now.shape)[i].isUnknown()) {
            return true;
        }
    }
    return false;
}

/// The body without sizes that may be others now: of its inputs and outputs, and of values inside of it.
Graph bodyWithoutSizes(const Graph &body)
{
    Graph result = body;
    for (const NodeId id : body.nodes()) {
        const Node &node = body.node(id);
        const std::string *sizes = node.attrs.find(onnx_variable::shape);
        const bool isInput =
            node.isVariable() && isOnnxInput(node.attrs) && !holdsOnnxValues(node.attrs);
        if (const auto shape = isInput && sizes ? dimensionsFromText(*sizes) : std::nullopt) {
            result.edit(id).attrs.set(onnx_variable::shape,
                                      dimensionsText(Dimensions(shape->size())));
        }
        for (std::size_t i = 0; i < node.declaredTypes.size(); ++i) {
            const bool isOutput =
                std::any_of(body.heads().begin(), body.heads().end(),
                            [&](const Entry &head) { return head.node == id && head.index == i; });
            ValueType &type = result.edit(id).declaredTypes[i];
            type = isOutput ? typeWithoutSizes(type) : ValueType();
        }
        for (std::size_t i = 0; i < node.subgraphs.size(); ++i) {
            result.edit(id).subgraphs.own()[i] =
                std::make_shared<const Graph>(bodyWithoutSizes(*node.subgraphs[i]));
        }
    }
    return result;
}

bool isControlFlow(const Node &node)
{
    return std::any_of(node.attrs.begin(), node.attrs.end(), [](const AttrDict::Item &item) {
        return item.second.starts_with("graph ");
    });
}

/// True if the body declares types, of operators' values or of its own inputs.
bool saysTypes(const Graph &body)
{
    const auto inputs = bodyInputs(body);
    return declaresTypes(body) || std::any_of(inputs.begin(), inputs.end(), [&body](NodeId id) {
               return body.node(id).attrs.find(onnx_variable::shape) != nullptr;
           });
}

} // namespace

FollowedTypes TypeFollower::follow()
{
    for (const NodeId id : m_now.nodes()) {
        if (const auto number = m_found.graph->find(id)) {
            followNode(id, *number);
        } else if (!m_now.node(id).declaredTypes.empty()) {
            m_followed.edit.edits.push_back({SetDeclaredTypes{id, {}}}); // nobody needs it
        }
    }
    return std::move(m_followed);
}

void TypeFollower::followNode(NodeId id, std::uint32_t number)
{
    const Node &node = m_now.node(id);
    const bool isReached = number < m_found.reached.size() && m_found.reached[number];
    if (isReached && !node.subgraphs.empty() && isControlFlow(node)) {
        followBodies(id, node);
    }
    if (node.declaredTypes.empty()) {
        return;
    }
    std::vector<ValueType> types = node.declaredTypes;
    if (node.isVariable()) {
        types.assign(m_earlier.changed.count(id) == 0 ? types.size() : 0, types.front());
    }
    for (std::uint32_t i = 0; i < types.size() && !node.isVariable(); ++i) {
        types[i] = followed({id, i}, number, isReached);
    }
    while (!types.empty() && types.back().kind == ValueType::Kind::Unknown) {
        types.pop_back();
    }
    if (!(types == node.declaredTypes)) {
        m_followed.edit.edits.push_back({SetDeclaredTypes{id, std::move(types)}});
    }
}

ValueType TypeFollower::followed(const Entry &value, std::uint32_t number, bool isReached)
{
    const ValueType &declared = declaredOutput(m_now.node(value.node), value.index);
    const Node *was = m_earlier.graph->graph().find(value.node);
    const bool isByEdit = was && !(declaredOutput(*was, value.index) == declared);
    if (isByEdit || declared.kind == ValueType::Kind::Unknown
        || value.index >= m_found.graph->node(number).outputCount) {
        return declared;
    }
    const ValueType &known = m_found.values[m_found.graph->entryId(number, value.index)];
    // The declared type filled what a rule left unknown where the node was not reached.
    const bool isChanged = was && m_earlier.changed.count(value.node) != 0;
    const bool holds = isReached   ? filledIn(known, declared) == known && isAsBefore(value, known)
                       : isChanged ? isAsBefore(value, known)
                                   : was || !contradict(known, declared);
    if (holds) {
        return declared;
    }
    const auto &heads = m_now.heads();
    const bool isOutput = std::any_of(heads.begin(), heads.end(), [&](const Entry &head) {
        return head.node == value.node && head.index == value.index;
    });
    ValueType type = declarationOf(known, declared, isOutput);
    if (isOutput && losesSizes(declared, type)) {
        tellLoss(value, declared, type);
    }
    return type;
}

bool TypeFollower::isAsBefore(const Entry &value, const ValueType &known) const
{
    const IndexedGraph &before = *m_earlier.graph;
    const auto number = before.find(value.node);
    return number && value.index < before.node(*number).outputCount
           && m_earlier.values[before.entryId(*number, value.index)] == known;
}

void TypeFollower::followBodies(NodeId id, const Node &node)
{
    Node changed = node;
    bool isOther = false;
    for (std::size_t i = 0; i < node.subgraphs.size(); ++i) {
        const Graph &body = *node.subgraphs[i];
        Graph now = saysTypes(body) ? followedBody(body, {id, i}) : body;
        if (!now.sameAs(body)) {
            changed.subgraphs.own()[i] = std::make_shared<const Graph>(std::move(now));
            isOther = true;
        }
    }
    if (!isOther) {
        return;
    }
    const auto &order = m_now.nodes();
    const auto place = std::find(order.begin(), order.end(), id) - order.begin();
    m_followed.edit.edits.push_back({RemoveNode{id}});
    m_followed.edit.edits.push_back(
        {AddNode{std::move(changed), id, static_cast<std::size_t>(place)}});
}

Graph TypeFollower::followedBody(const Graph &body, const BodyPlace &place)
{
    const auto earlier = m_earlier.bodies.find(place);
    const auto found = m_found.bodies.find(place);
    if (earlier == m_earlier.bodies.end() || found == m_found.bodies.end()) {
        return bodyWithoutSizes(body);
    }
    TypeFollower inside(body, earlier->second, found->second);
    inside.followInputs();
    Graph now = body;
    const bool isDone = apply(now, Edit{inside.follow().edit}).ok();
    return isDone ? now : bodyWithoutSizes(body);
}

void TypeFollower::followInputs()
{
    for (const NodeId id : bodyInputs(m_now)) {
        const auto number = m_found.graph->find(id);
        const bool isNew = !m_earlier.graph->find(id);
        if (!number || isNew || !m_now.node(id).attrs.find(onnx_variable::shape)) {
            continue;
        }
        const ValueType &known = m_found.values[m_found.graph->entryId(*number, 0)];
        if (isAsBefore({id}, known) || !known.isTensor()) {
            continue;
        }
        if (known.shape) {
            setInput(id, onnx_variable::shape, dimensionsText(*known.shape));
        }
        if (known.element != ElementType::Undefined) {
            setInput(id, onnx_variable::elemType, std::string(elementTypeName(known.element)));
        }
    }
}

void TypeFollower::setInput(NodeId id, std::string_view key, const std::string &value)
{
    const std::string *text = m_now.node(id).attrs.find(key);
    if (!text || *text != value) {
        m_followed.edit.edits.push_back({SetAttribute{id, std::string(key), value, {}}});
    }
}

void TypeFollower::tellLoss(const Entry &value, const ValueType &before, const ValueType &now)
{
    const Node &node = m_now.node(value.node);
    const std::string &name =
        value.index < node.outputPorts.size() ? node.outputPorts[value.index].tensor : node.name;
    Diagnostic note = makeWarningAt(
        node.name, "declared-type",
        "{} {}: the size of output {}, declared as {}, is no longer known; it is declared as "
        "{} now",
        node.op, quoted(node.name), quoted(name), before.text(), now.text());
    note.severity = Severity::Note;
    m_followed.notes.push_back(std::move(note));
}

} // namespace nervure
