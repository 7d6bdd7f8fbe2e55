// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_rewriter.h"

#include "core/graph/traversal.h"
#include "core/passes/number_names.h"
#include "core/support/text.h"

#include <algorithm>
#include <unordered_set>

namespace nervure {

GraphRewriter::GraphRewriter(PassContext &context)
    : m_context(context),
      m_graph(context.graph),
      m_explained(m_graph.nodeCount())
{}

Entry GraphRewriter::entryOf(const IndexedEntry &entry) const
{
    return {index().node(entry.nodeId).source, entry.index, entry.version};
}

NodeId GraphRewriter::add(Node node, std::vector<NodeId> from, std::string reason)
{
    const NodeId id = m_graph.add(std::move(node));
    m_origins[id] = {std::move(from), std::move(reason)};
    return id;
}

NodeId GraphRewriter::copy(std::uint32_t nodeId)
{
    const NodeId original = index().node(nodeId).source;
    Node node = m_graph.node(original);
    const NodeId id = m_graph.add(std::move(node));
    m_originalOf[id] = original;
    return id;
}

void GraphRewriter::explain(const std::vector<NodeId> &from, const std::string &reason)
{
    for (const NodeId id : m_graph.nodes().subspan(m_explained)) {
        if (m_originalOf.count(id) == 0) {
            m_origins.try_emplace(id, Origin{from, reason});
        }
    }
    m_explained = m_graph.nodeCount();
}

NodeId GraphRewriter::resultId(NodeId id) const
{
    const auto it = m_resultIds.find(id);
    return it == m_resultIds.end() ? id : it->second;
}

NodeId GraphRewriter::originalOf(NodeId id) const
{
    const auto it = m_originalOf.find(id);
    return it == m_originalOf.end() ? id : it->second;
}

/// The first copy that is reached gets the id of its original, which takes the copy's if it is
/// reached too. All other ids stay.
void GraphRewriter::nameCopies(const std::vector<NodeId> &order)
{
    for (const NodeId id : order) {
        const auto it = m_originalOf.find(id);
        if (it != m_originalOf.end() && m_resultIds.try_emplace(it->second, id).second) {
            m_resultIds[id] = it->second;
        }
    }
}

/// NNVM gives names without looking whether a node has them.
void GraphRewriter::numberNames(const std::vector<NodeId> &order)
{
    const Graph &before = index().graph();
    std::unordered_set<std::string> taken;
    for (const IndexedNode &node : index().nodes()) {
        if (!taken.insert(node.node->name).second) {
            return; // they repeat in the file, too
        }
    }
    nervure::numberNames(m_graph, order,
                         [&](NodeId id) { return !before.contains(originalOf(id)); });
}

std::vector<std::pair<NodeId, Node>> GraphRewriter::takeNodes(const std::vector<NodeId> &order)
{
    std::vector<std::pair<NodeId, Node>> nodes;
    nodes.reserve(order.size());
    for (const NodeId id : order) {
        Node &node = nodes.emplace_back(resultId(id), std::move(m_graph.edit(id))).second;
        for (Entry &input : node.inputs) {
            input.node = resultId(input.node);
        }
        for (NodeId &dependency : node.controlDeps) {
            dependency = resultId(dependency);
        }
        if (originalOf(id) != resultId(id)) {
            node.sourceIndex.reset(); // another node is the one in the file
        }
    }
    return nodes;
}

bool GraphRewriter::isAsBefore(const std::vector<std::pair<NodeId, Node>> &nodes,
                               const std::vector<Entry> &heads) const
{
    const Graph &before = index().graph();
    return nodes.size() == index().nodeCount() && heads == before.heads()
           && std::all_of(nodes.begin(), nodes.end(), [&before](const auto &item) {
                  return before.contains(item.first) && before.node(item.first) == item.second;
              });
}

void GraphRewriter::tellProvenance(const std::vector<NodeId> &order)
{
    for (const NodeId id : order) {
        const NodeId result = resultId(id);
        if (const auto made = m_origins.find(id); made != m_origins.end()) {
            m_context.provenance.origins.push_back(
                {result, made->second.from, made->second.reason});
            continue;
        }
        const auto copied = m_originalOf.find(id);
        const NodeId original = copied == m_originalOf.end() ? id : copied->second;
        if (result != original) {
            m_context.provenance.origins.push_back({result,
                                                    {original},
                                                    copied == m_originalOf.end()
                                                        ? "kept as it was, for a control dependency"
                                                        : "another version of the same value"});
        }
    }
}

void GraphRewriter::finish(std::vector<Entry> heads)
{
    m_graph.setHeads(std::move(heads));
    const std::vector<NodeId> order = postOrder(m_graph);
    nameCopies(order);
    if (semantics() == Semantics::Fixed) {
        numberNames(order);
    }
    std::vector<Entry> newHeads = m_graph.heads();
    for (Entry &head : newHeads) {
        head.node = resultId(head.node);
    }
    auto nodes = takeNodes(order);
    if (isAsBefore(nodes, newHeads)) {
        return;
    }
    m_context.graph.assign(std::move(nodes), std::move(newHeads));
    tellProvenance(order);
}

namespace {

/// One run of replaceNodes(). Outputs are told apart by entry id; `m_new` holds what replaced them.
class NodeReplacer {
public:
    NodeReplacer(GraphRewriter &rewriter, const ReplaceNode &replace)
        : m_rewriter(rewriter),
          m_index(rewriter.index()),
          m_replace(replace),
          m_new(m_index.entryCount())
    {}

    Status run()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (id % 1024 == 0 && m_rewriter.isCanceled()) {
                return {};
            }
            RETURN_IF_FAILED(visit(id));
        }
        std::vector<Entry> heads;
        for (const IndexedEntry &head : m_index.heads()) {
            heads.push_back(newEntry(head));
        }
        m_rewriter.finish(std::move(heads));
        return {};
    }

private:
    [[nodiscard]] const std::optional<Entry> &replacedBy(const IndexedEntry &entry) const
    {
        static const std::optional<Entry> nothing;
        const std::uint64_t id = std::uint64_t{m_index.entryStart()[entry.nodeId]} + entry.index;
        return id < m_new.size() ? m_new[id] : nothing;
    }

    [[nodiscard]] Entry newEntry(const IndexedEntry &entry) const
    {
        const auto &replaced = replacedBy(entry);
        return replaced ? *replaced : m_rewriter.entryOf(entry);
    }

    [[nodiscard]] bool isReplaced(std::uint32_t nodeId) const
    {
        for (std::uint32_t i = 0; i < m_index.node(nodeId).outputCount; ++i) {
            if (replacedBy({nodeId, i, 0})) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool readsReplaced(const IndexedNode &node) const
    {
        return std::any_of(node.inputs.begin(), node.inputs.end(),
                           [this](const IndexedEntry &e) { return replacedBy(e).has_value(); })
               || std::any_of(node.controlDeps.begin(), node.controlDeps.end(),
                              [this](std::uint32_t id) { return isReplaced(id); });
    }

    /// The one node that stands for all outputs of a control dependency.
    Result<NodeId> newDependency(const IndexedNode &node, std::uint32_t dependency) const
    {
        const NodeId first = newEntry({dependency, 0, 0}).node;
        const std::uint32_t outputs = m_index.node(dependency).outputCount;
        for (std::uint32_t i = 1; i < outputs && m_rewriter.semantics() == Semantics::Exact; ++i) {
            if (newEntry({dependency, i, 0}).node != first) {
                return makeErrorAt(
                    node.node->name, "control-dependency",
                    "{} {}: its control dependency {} becomes several nodes, expected one",
                    node.node->op, quoted(node.node->name),
                    quoted(m_index.node(dependency).node->name));
            }
        }
        return first;
    }

    Result<NodeId> copyReader(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        const NodeId copied = m_rewriter.copy(id);
        Node &made = m_rewriter.graph().edit(copied);
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            made.inputs[i] = newEntry(node.inputs[i]);
        }
        for (std::size_t i = 0; i < node.controlDeps.size(); ++i) {
            ASSIGN_OR_RETURN(const auto dependency, newDependency(node, node.controlDeps[i]));
            made.controlDeps[i] = dependency;
        }
        return copied;
    }

    Status visit(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        const bool isCopied = readsReplaced(node);
        ASSIGN_OR_RETURN(const NodeId now, isCopied ? copyReader(id) : node.source);
        ASSIGN_OR_RETURN(const Replacement replacement, m_replace(id, now));
        if (replacement && replacement->size() != node.outputCount) {
            return makeErrorAt(node.node->name, "rewrite-outputs",
                               "{} {} becomes {} values, expected one for each of {} outputs",
                               node.node->op, quoted(node.node->name), replacement->size(),
                               node.outputCount);
        }
        for (std::uint32_t i = 0; i < node.outputCount && (replacement || isCopied); ++i) {
            m_new[m_index.entryId(id, i)] = replacement ? (*replacement)[i] : Entry{now, i, 0};
        }
        return {};
    }

    GraphRewriter &m_rewriter;
    const IndexedGraph &m_index;
    const ReplaceNode &m_replace;
    std::vector<std::optional<Entry>> m_new;
};

} // namespace

Status replaceNodes(GraphRewriter &rewriter, const ReplaceNode &replace)
{
    return NodeReplacer(rewriter, replace).run();
}

Graph partOf(const Graph &graph, std::vector<Entry> heads)
{
    Graph part = graph;
    part.setHeads(heads);
    part.setAttrs({});
    std::vector<std::pair<NodeId, Node>> nodes;
    for (const NodeId id : postOrder(part)) {
        nodes.emplace_back(id, graph.node(id));
    }
    part.assign(std::move(nodes), std::move(heads));
    return part;
}

Status requireNnvmGraph(const PassContext &context, const std::string &pass)
{
    if (context.graph.dialect() == Dialect::LightNet) {
        return makeError("pass-dialect", "pass {} rewrites NNVM graphs, found a LightNet graph",
                         pass);
    }
    return {};
}

} // namespace nervure
