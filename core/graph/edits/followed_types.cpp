// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/followed_types.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/edits/type_follower.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/same_node.h"

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

/// The values of a graph before an edit, with those of its bodies, for inference of what it is now.
EarlierValues earlierOf(const Graph &before, const Graph &now, InferredBody found)
{
    EarlierValues earlier{std::move(found.graph),
                          std::move(found.told),
                          std::move(found.values),
                          changedNodes(before, now),
                          {},
                          {}};
    earlier.tuned = tunedNodes(before, now, earlier.changed);
    for (auto &[place, body] : found.bodies) {
        const auto &[id, number] = place;
        const Node *is = now.find(id);
        if (is && number < is->subgraphs.size()) {
            earlier.bodies.emplace(place, earlierOf(*before.node(id).subgraphs[number],
                                                    *is->subgraphs[number], std::move(body)));
        }
    }
    return earlier;
}

/// Infers with the bodies of control flow; `index` is not null.
InferredBody inferAll(std::shared_ptr<const IndexedGraph> index, const OpRegistry &ops,
                      const EarlierValues *earlier)
{
    OnnxFacts facts;
    facts.earlier = earlier;
    facts.keepsBodies = true;
    OnnxValues found = inferOnnxValues(*index, ops, facts, {});
    return {std::move(index),
            {},
            std::move(found.values),
            std::move(found.reached),
            std::move(found.bodies)};
}

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
    const auto indexBefore = isAsked ? indexOfAll(before, ops) : nullptr;
    const auto indexNow = indexBefore ? indexOfAll(now, ops) : nullptr;
    if (!indexNow) {
        return {};
    }
    const EarlierValues earlier = earlierOf(before, now, inferAll(indexBefore, ops, nullptr));
    const InferredBody found = inferAll(indexNow, ops, &earlier);
    return TypeFollower(now, earlier, found).follow();
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
