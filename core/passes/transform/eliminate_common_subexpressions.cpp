// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_rewriter.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_set>

namespace nervure {

namespace {

/// Operators whose two inputs may change places, bit for bit.
constexpr std::array<std::string_view, 6> commutative{"elemwise_add",    "elemwise_mul",
                                                      "broadcast_add",   "broadcast_mul",
                                                      "broadcast_equal", "broadcast_not_equal"};

/// Operators whose results their inputs alone do not decide.
constexpr std::array<std::string_view, 2> unpredictable{"dropout", "tvm_op"};

template <typename List>
bool holds(const List &list, const std::string &op)
{
    return std::find(list.begin(), list.end(), op) != list.end();
}

/// All that decides a node's values: equal keys, equal values.
using Key =
    std::tuple<std::string, std::vector<AttrDict::Item>, std::vector<Entry>, std::vector<NodeId>>;

/// Finds nodes that compute what an earlier one does.
class Finder {
public:
    Finder(const IndexedGraph &index, KeptNodes &kept) : m_index(index), m_kept(kept)
    {
        for (const std::uint32_t id : index.mutatedInputNodes()) {
            m_mutated.insert(id);
        }
    }

    /// Node id of the first node that computes the same; its own when there is none.
    std::vector<std::uint32_t> find()
    {
        std::map<Key, std::uint32_t> known;
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            const IndexedNode &node = m_index.node(id);
            const char *refusal = node.isVariable() ? nullptr : refusalOf(node);
            if (refusal) {
                m_kept.tell(node.source, "{}", refusal);
            }
            m_first.push_back(
                node.isVariable() || refusal ? id : known.emplace(keyOf(node), id).first->second);
        }
        return m_first;
    }

private:
    /// What beside operator, attributes and inputs decides what the node computes; null: nothing.
    [[nodiscard]] const char *refusalOf(const IndexedNode &node) const
    {
        if (!node.spec) {
            return "nobody knows its operator";
        }
        if (!node.spec->mutatedInputs.empty()) {
            return "it changes a variable";
        }
        if (holds(unpredictable, node.spec->name)) {
            return "its results are not decided by its inputs alone";
        }
        if (!node.node->subgraphs.empty()) {
            return "it has subgraphs";
        }
        const bool readsMutated =
            std::any_of(node.inputs.begin(), node.inputs.end(), [this](const IndexedEntry &input) {
                return m_mutated.count(input.nodeId) != 0;
            });
        return readsMutated ? "it reads a variable that is changed" : nullptr;
    }

    [[nodiscard]] Key keyOf(const IndexedNode &node) const
    {
        std::vector<Entry> inputs;
        for (const IndexedEntry &input : node.inputs) {
            inputs.push_back({sourceOf(input.nodeId), input.index, input.version});
        }
        if (holds(commutative, node.spec->name)) {
            std::sort(inputs.begin(), inputs.end());
        }
        std::vector<NodeId> deps;
        for (const std::uint32_t dep : node.controlDeps) {
            deps.push_back(sourceOf(dep));
        }
        std::sort(deps.begin(), deps.end());
        return {node.spec->name, attrsOf(node), std::move(inputs), std::move(deps)};
    }

    [[nodiscard]] NodeId sourceOf(std::uint32_t id) const
    {
        return m_index.node(m_first[id]).source;
    }

    /// What the attributes mean, defaults included, and keys that are none of the operator's.
    /// Numbers as they are written: printed they may lose digits.
    static std::vector<AttrDict::Item> attrsOf(const IndexedNode &node)
    {
        std::vector<AttrDict::Item> items;
        for (const AttrDecl &decl : node.spec->attrs.decls) {
            const std::string *written = node.node->attrs.find(decl.name);
            const bool isNumber =
                decl.kind == AttrKind::Number || decl.kind == AttrKind::NumberTuple;
            items.emplace_back(decl.name, isNumber ? (written ? *written : decl.defaultText)
                                          : node.attrs.data() ? decl.print(node.attrs.data())
                                                              : std::string());
        }
        for (const auto &[key, value] : node.node->attrs) {
            if (!node.spec->attrs.find(key)) {
                items.emplace_back(key, value);
            }
        }
        std::sort(items.begin(), items.end());
        return items;
    }

    const IndexedGraph &m_index;
    KeptNodes &m_kept;
    std::unordered_set<std::uint32_t> m_mutated; ///< variables whose value depends on the time
    std::vector<std::uint32_t> m_first;          ///< by node
};

/// The node that stays stands for those it replaces too.
void tellProvenance(const IndexedGraph &index, const std::vector<std::uint32_t> &first,
                    Provenance &provenance)
{
    std::map<std::uint32_t, std::vector<NodeId>> same;
    for (std::uint32_t id = 0; id < first.size(); ++id) {
        if (first[id] != id) {
            same[first[id]].push_back(index.node(id).source);
        }
    }
    for (auto &[id, from] : same) {
        from.insert(from.begin(), index.node(id).source);
        provenance.origins.push_back(
            {index.node(id).source, std::move(from), "computes what others computed again"});
    }
}

Status runEliminateCommonSubexpressions(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "EliminateCommonSubexpressions"));
    const IndexedGraph &index = *context.index;
    const std::vector<std::uint32_t> first = Finder(index, context.kept).find();
    const auto firstOf = [&](NodeId node) {
        const auto id = index.find(node);
        return id ? index.node(first[*id]).source : node;
    };
    std::vector<std::pair<NodeId, Node>> nodes;
    for (const NodeId id : context.graph.nodes()) {
        if (firstOf(id) != id) {
            continue;
        }
        Node &node = nodes.emplace_back(id, context.graph.node(id)).second;
        for (Entry &input : node.inputs) {
            input.node = firstOf(input.node);
        }
        for (NodeId &dep : node.controlDeps) {
            dep = firstOf(dep);
        }
    }
    if (nodes.size() == context.graph.nodeCount()) {
        return {};
    }
    std::vector<Entry> heads = context.graph.heads();
    for (Entry &head : heads) {
        head.node = firstOf(head.node);
    }
    context.graph.assign(std::move(nodes), std::move(heads));
    tellProvenance(index, first, context.provenance);
    return {};
}

} // namespace

void registerEliminateCommonSubexpressions(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "EliminateCommonSubexpressions";
    spec.summary = "keeps one of several nodes that compute the same from the same inputs";
    spec.changesGraph = true;
    spec.run = runEliminateCommonSubexpressions;
    passes.add(std::move(spec));
}

} // namespace nervure
