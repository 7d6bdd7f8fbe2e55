// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/followed_types.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/same_node.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>

namespace nervure {

namespace {

/// True if a variable is of another type or has other values; not where these are.
bool isOtherVariable(const AttrDict &a, const AttrDict &b)
{
    using namespace onnx_variable;
    for (const std::string_view key : {elemType, shape, type, value, array, carried, copyOf}) {
        const std::string *x = a.find(key);
        const std::string *y = b.find(key);
        if (!x != !y || (x && *x != *y)) {
            return true;
        }
    }
    return holdsOnnxValues(a) != holdsOnnxValues(b);
}

/// True if the node computes something else from its inputs, or reads others. Its name does not matter, nor
/// what is declared of it.
bool isOtherNode(const Node &a, const Node &b)
{
    if (a.isVariable() && b.isVariable()) {
        return isOtherVariable(a.attrs, b.attrs);
    }
    const auto isListedElsewhere = [](const Port &x, const Port &y) {
        return x.listed != y.listed;
    };
    return a.op != b.op || a.dialect != b.dialect || a.opset != b.opset || !(a.attrs == b.attrs)
           || !(a.inputs == b.inputs) || a.inputPorts.size() != b.inputPorts.size()
           || !std::equal(a.inputPorts.begin(), a.inputPorts.end(), b.inputPorts.begin(),
                          [&](const Port &x, const Port &y) { return !isListedElsewhere(x, y); })
           || !sameBodies(a, b);
}

std::unordered_set<NodeId> changedNodes(const Graph &before, const Graph &now)
{
    std::unordered_set<NodeId> changed;
    for (const NodeId id : now.touchedSince(before)) {
        const Node *was = before.find(id);
        const Node *is = now.find(id);
        if (was && (!is || isOtherNode(*was, *is))) {
            changed.insert(id);
        }
    }
    return changed;
}

/// Those that differ in attributes alone.
std::unordered_set<NodeId> tunedNodes(const Graph &before, const Graph &now,
                                      const std::unordered_set<NodeId> &changed)
{
    std::unordered_set<NodeId> tuned;
    for (const NodeId id : changed) {
        Node same = before.node(id);
        if (now.contains(id) && !same.isVariable()) {
            same.attrs = now.node(id).attrs;
            if (!isOtherNode(same, now.node(id))) {
                tuned.insert(id);
            }
        }
    }
    return tuned;
}

/// The snapshot of all nodes, also of those that no output needs; inputs that read nothing read something
/// unknown.
std::shared_ptr<const IndexedGraph> indexOfAll(const Graph &graph, const OpRegistry &ops)
{
    Graph all = graph;
    std::set<NodeId> read;
    for (const NodeId id : graph.nodes()) {
        const Entries inputs = graph.node(id).inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            read.insert(inputs[i].node);
            if (!graph.contains(inputs[i].node)) {
                Node nothing;
                nothing.dialect = Dialect::Onnx;
                const NodeId made = all.add(std::move(nothing));
                all.edit(id).inputs[i] = Entry{made};
            }
        }
    }
    std::vector<Entry> heads;
    for (const NodeId id : graph.nodes()) {
        if (read.count(id) == 0) {
            heads.push_back({id});
        }
    }
    all.setHeads(std::move(heads));
    Diagnostics ignored; // of the check of the model
    auto index = IndexedGraph::build(all, ops, ignored);
    return index ? *index : nullptr;
}

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

/// What is to be declared of a value of which `known` is inferred. Other tools want an output of the graph to
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
std::shared_ptr<const Graph> bodyWithoutSizes(const Graph &body)
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
            result.edit(id).subgraphs[i] = bodyWithoutSizes(*node.subgraphs[i]);
        }
    }
    return std::make_shared<const Graph>(std::move(result));
}

class TypeFollower {
public:
    TypeFollower(const Graph &before, const Graph &now, const OpRegistry &ops)
        : m_before(before),
          m_now(now),
          m_changed(changedNodes(before, now)),
          m_indexBefore(indexOfAll(before, ops)),
          m_indexNow(indexOfAll(now, ops))
    {
        if (m_indexBefore && m_indexNow) {
            m_valuesBefore = inferOnnxValues(*m_indexBefore, ops, {}, {}).values;
            const auto tuned = tunedNodes(before, now, m_changed);
            const EarlierValues earlier{*m_indexBefore, m_valuesBefore, m_changed, tuned};
            m_found = inferOnnxValues(*m_indexNow, ops, {{}, {}, {}, false, &earlier}, {});
        }
    }

    FollowedTypes follow()
    {
        for (const NodeId id : m_now.nodes()) {
            const auto number = m_indexNow && m_indexBefore ? m_indexNow->find(id) : std::nullopt;
            if (number) {
                followNode(id, *number);
            }
        }
        return std::move(m_followed);
    }

private:
    void followNode(NodeId id, std::uint32_t number)
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
            types.assign(m_changed.count(id) == 0 ? types.size() : 0, types.front());
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

    [[nodiscard]] ValueType followed(const Entry &value, std::uint32_t number, bool isReached)
    {
        const ValueType &declared = declaredOutput(m_now.node(value.node), value.index);
        const Node *was = m_before.find(value.node);
        const bool isByEdit = was && !(declaredOutput(*was, value.index) == declared);
        if (isByEdit || declared.kind == ValueType::Kind::Unknown
            || value.index >= m_indexNow->node(number).outputCount) {
            return declared;
        }
        const ValueType &known = m_found.values[m_indexNow->entryId(number, value.index)];
        // What a rule left unknown was taken from what is declared where the node was not reached.
        const bool isChanged = was && m_changed.count(value.node) != 0;
        const bool holds = isReached
                               ? filledIn(known, declared) == known && isAsBefore(value, known)
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

    [[nodiscard]] bool isAsBefore(const Entry &value, const ValueType &known) const
    {
        const auto number = m_indexBefore->find(value.node);
        return number && value.index < m_indexBefore->node(*number).outputCount
               && m_valuesBefore[m_indexBefore->entryId(*number, value.index)] == known;
    }

    static bool isControlFlow(const Node &node)
    {
        return std::any_of(node.attrs.begin(), node.attrs.end(), [](const AttrDict::Item &item) {
            return item.second.starts_with("graph ");
        });
    }

    void followBodies(NodeId id, const Node &node)
    {
        if (std::none_of(node.subgraphs.begin(), node.subgraphs.end(),
                         [](const auto &body) { return declaresTypes(*body); })) {
            return;
        }
        Node changed = node;
        for (std::shared_ptr<const Graph> &body : changed.subgraphs.own()) {
            body = bodyWithoutSizes(*body);
        }
        const auto &order = m_now.nodes();
        const auto place = std::find(order.begin(), order.end(), id) - order.begin();
        m_followed.edit.edits.push_back({RemoveNode{id}});
        m_followed.edit.edits.push_back(
            {AddNode{std::move(changed), id, static_cast<std::size_t>(place)}});
    }

    void tellLoss(const Entry &value, const ValueType &before, const ValueType &now)
    {
        const Node &node = m_now.node(value.node);
        const std::string &name = value.index < node.outputPorts.size()
                                      ? node.outputPorts[value.index].tensor
                                      : node.name;
        Diagnostic note = makeWarningAt(
            node.name, "declared-type",
            "{} {}: the size of output {}, declared as {}, is no longer known; it is declared as "
            "{} now",
            node.op, quoted(node.name), quoted(name), before.text(), now.text());
        note.severity = Severity::Note;
        m_followed.notes.push_back(std::move(note));
    }

    const Graph &m_before;
    const Graph &m_now;
    std::unordered_set<NodeId> m_changed;
    std::shared_ptr<const IndexedGraph> m_indexBefore; ///< null: there is none
    std::shared_ptr<const IndexedGraph> m_indexNow;
    ValueTypes m_valuesBefore;
    OnnxValues m_found;
    FollowedTypes m_followed;
};

/// True if the nodes of both compute the same from the same.
bool isSameComputation(const Graph &before, const Graph &now)
{
    const auto touched = now.touchedSince(before);
    return std::all_of(touched.begin(), touched.end(), [&](NodeId id) {
        const Node *was = before.find(id);
        const Node *is = now.find(id);
        return was && is && !isOtherNode(*was, *is) && was->declaredTypes == is->declaredTypes;
    });
}

} // namespace

FollowedTypes followTypes(const Graph &before, const Graph &now, const OpRegistry &ops)
{
    const bool isAsked = now.dialect() == Dialect::Onnx && before.dialect() == Dialect::Onnx
                         && declaresTypes(now) && !isSameComputation(before, now);
    return isAsked ? TypeFollower(before, now, ops).follow() : FollowedTypes();
}

Result<Edit> withFollowedTypes(const Graph &graph, Edit edit, const OpRegistry &ops,
                               Diagnostics &notes)
{
    if (graph.dialect() != Dialect::Onnx) {
        return edit;
    }
    Graph now = graph;
    RETURN_IF_FAILED(apply(now, edit));
    FollowedTypes followed = followTypes(graph, now, ops);
    notes.insert(notes.end(), followed.notes.begin(), followed.notes.end());
    if (followed.edit.edits.empty()) {
        return edit;
    }
    CompositeEdit all;
    if (auto *parts = std::get_if<CompositeEdit>(&edit.change)) {
        all = std::move(*parts);
    } else {
        all.edits.push_back(std::move(edit));
    }
    for (Edit &step : followed.edit.edits) {
        all.edits.push_back(std::move(step));
    }
    return Edit{std::move(all)};
}

} // namespace nervure
