// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/shown_bodies.h"

#include "core/graph/analysis/parameters.h"
#include "core/graph/analysis/whole_graph.h"
#include "core/graph/body_names.h"

#include <algorithm>
#include <map>
#include <set>

namespace nervure {

namespace {

using Amount = std::optional<std::int64_t>;
using InferredBodies = std::map<BodyPlace, InferredBody>;

constexpr std::size_t mostBodyNodes = 500'000;
constexpr std::size_t deepestShownBody = 64;

Amount sum(const Amount &a, const Amount &b)
{
    std::int64_t result = 0;
    return a && b && !__builtin_add_overflow(*a, *b, &result) ? Amount(result) : std::nullopt;
}

/// The values that the passes of inference would have set.
Analyses analysesOf(const InferredBody &body)
{
    Shapes shapes;
    DTypes types;
    for (const ValueType &value : body.values) {
        shapes.push_back(value.numbers());
        types.push_back(value.isTensor() ? toDType(value.element) : DType::Unknown);
    }
    Analyses analyses;
    analyses.set(keys::shape, std::move(shapes), *body.graph);
    analyses.set(keys::dtype, std::move(types), *body.graph);
    analyses.set(keys::valueType, body.values, *body.graph);
    return analyses;
}

/// Lists the bodies in a graph.
class BodyList {
public:
    explicit BodyList(const OpRegistry &ops) : m_ops(ops) {}

    void add(const Graph &graph, const InferredBodies &inferred, const ShownBody &around)
    {
        if (around.place.size() >= deepestShownBody) {
            return;
        }
        for (const NodeId id : graph.nodes()) {
            const Node &owner = graph.node(id);
            for (std::size_t i = 0; i < owner.subgraphs.size(); ++i) {
                const auto known = inferred.find({id, i});
                addBody({id, owner, i}, known == inferred.end() ? nullptr : &known->second, around);
            }
        }
    }

    [[nodiscard]] std::vector<ShownBody> take() && { return std::move(m_bodies); }

private:
    struct Place {
        NodeId id;
        const Node &owner;
        std::size_t number;
    };

    void addBody(const Place &place, const InferredBody *inferred, const ShownBody &around)
    {
        ShownBody body;
        body.graph = place.owner.subgraphs[place.number];
        m_nodes += body.graph ? body.graph->nodeCount() : 0;
        if (!body.graph || m_nodes > mostBodyNodes) {
            return;
        }
        body.place = around.place;
        body.place.emplace_back(place.id, place.number);
        body.path = around.path + bodyPath(place.owner, place.number);
        body.isFunction = place.owner.subgraphs.size() == 1 && m_ops.find(place.owner) == nullptr;
        if (inferred) {
            body.index = inferred->graph;
            body.analyses = analysesOf(*inferred);
        } else {
            Diagnostics ignored; // the check of the model tells them
            if (auto index = IndexedGraph::build(wholeGraph(*body.graph), m_ops, ignored)) {
                body.index = std::move(*index);
            }
        }
        m_bodies.push_back(body);
        add(*body.graph, inferred ? inferred->bodies : InferredBodies(), body);
    }

    const OpRegistry &m_ops;
    std::vector<ShownBody> m_bodies;
    std::size_t m_nodes = 0;
};

bool holdsBodies(const Graph &graph)
{
    return std::any_of(graph.nodes().begin(), graph.nodes().end(),
                       [&](NodeId id) { return !graph.node(id).subgraphs.empty(); });
}

Amount macsOf(const ShownBody &body, const KernelMacs &inner, Semantics semantics)
{
    if (!body.index) {
        return std::nullopt;
    }
    const NodeCosts costs(*body.index, body.analyses, semantics, &inner);
    Amount all = 0;
    for (std::uint32_t id = 0; id < body.index->nodeCount(); ++id) {
        all = sum(all, costs.macs(id));
    }
    return all;
}

} // namespace

std::vector<ShownBody> shownBodies(const Graph &graph, const OpRegistry &ops, OnnxFacts facts,
                                   const CancelToken &cancel)
{
    if (!holdsBodies(graph)) {
        return {};
    }
    InferredBodies inferred;
    Diagnostics ignored; // who inferred the graph has told them
    if (graph.dialect() == Dialect::Onnx) {
        facts.keepsBodies = true;
        auto index = IndexedGraph::build(wholeGraph(graph), ops, ignored);
        if (!index) {
            index = IndexedGraph::build(graph, ops, ignored);
        }
        if (index) {
            inferred = inferOnnxValues(**index, ops, facts, cancel).bodies;
        }
    }
    BodyList list(ops);
    list.add(graph, inferred, {});
    return std::move(list).take();
}

KernelMacs bodyMacs(const std::vector<ShownBody> &bodies, Semantics semantics)
{
    // The owners of bodies in the graph at the end of the way.
    std::map<BodyPath, KernelMacs> known;
    for (auto body = bodies.rbegin(); body != bodies.rend(); ++body) {
        const Amount one = macsOf(*body, known[body->place], semantics);
        // The number of runs of a body of control flow, and which one runs, is not known before.
        const Amount macs = body->isFunction || one == 0 ? one : std::nullopt;
        BodyPath around = body->place;
        const NodeId owner = around.back().first;
        around.pop_back();
        const bool isFirst = known[around].count(owner) == 0;
        Amount &all = known[around].try_emplace(owner, macs).first->second;
        if (!isFirst) {
            all = all == 0 && macs == 0 ? Amount(0) : std::nullopt;
        }
    }
    return known[{}];
}

void addBodyParameters(const std::vector<ShownBody> &bodies, const OpRegistry &ops,
                       Semantics semantics, GraphTotals &totals)
{
    std::set<const Graph *> counted;
    for (const ShownBody &body : bodies) {
        if (!counted.insert(body.graph.get()).second) {
            continue;
        }
        const auto parameters = findParameters(*body.graph, ops);
        if (parameters.empty()) {
            continue;
        }
        const GraphTotals own = body.index
                                    ? graphTotals(*body.index, body.analyses, parameters, semantics)
                                    : GraphTotals();
        totals.parameters = sum(totals.parameters, own.parameters);
        totals.parameterBytes = sum(totals.parameterBytes, own.parameterBytes);
    }
}

} // namespace nervure
