// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_spec.h"
#include "core/passes/use_counts.h"

#include <map>
#include <unordered_map>

namespace nervure {

namespace {

/// Whether output 0 of the node is its input 0 when a network is run, not trained.
bool isIdentity(const IndexedNode &node)
{
    return node.node->dialect == Dialect::Nnvm && !node.inputs.empty()
           && (node.node->op == "dropout" || node.node->op == "copy"
               || (node.spec && node.spec->inplaceIdentity));
}

bool hasSeenOutputsBeside0(const UseCounts &uses, std::uint32_t id, const IndexedNode &node)
{
    for (std::uint32_t i = 1; i < node.outputCount; ++i) {
        if (uses.of({id, i, 0}) != 0) {
            return true;
        }
    }
    return false;
}

/// Why an identity has to stay; null: it need not.
const char *reasonToStay(const IndexedNode &node, std::uint32_t id, const UseCounts &uses,
                         bool mayCopiesGuard)
{
    if (hasSeenOutputsBeside0(uses, id, node)) {
        return "one of its outputs beside output 0 is read";
    }
    if (!node.node->controlDeps.empty()) {
        return "it waits for another node";
    }
    return mayCopiesGuard && node.node->op != "dropout"
               ? "it may guard the value of a variable that is changed later"
               : nullptr;
}

/// The node that now gives the value stands for what was removed behind it too.
void tellProvenance(const std::unordered_map<NodeId, Entry> &replaced, const IndexedGraph &index,
                    Provenance &provenance)
{
    std::map<NodeId, std::vector<NodeId>> removedBehind;
    for (const IndexedNode &node : index.nodes()) {
        if (const auto it = replaced.find(node.source); it != replaced.end()) {
            removedBehind[it->second.node].push_back(node.source);
        }
    }
    for (auto &[id, from] : removedBehind) {
        from.insert(from.begin(), id);
        provenance.origins.push_back({id, std::move(from), "took the place of its identities"});
    }
}

Status removeIdentities(PassContext &context)
{
    const IndexedGraph &index = *context.index;
    // A copy may guard the old value of a variable that is changed later.
    const bool mayCopiesGuard = !index.mutatedInputNodes().empty();
    const UseCounts uses(index);
    std::unordered_map<NodeId, Entry> replaced;
    const auto resolved = [&](Entry entry) {
        const auto it = replaced.find(entry.node);
        return it == replaced.end() ? entry : it->second;
    };
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        const IndexedNode &node = index.node(id);
        if (!isIdentity(node)) {
            continue;
        }
        if (const char *reason = reasonToStay(node, id, uses, mayCopiesGuard)) {
            context.kept.tell(node.source, "{}", reason);
            continue;
        }
        // Nodes come in topological order: what is before it has been resolved.
        replaced[node.source] = resolved(node.node->inputs[0]);
    }
    if (replaced.empty()) {
        return {};
    }
    redirectEntries(context.graph, [&](Entry &entry) {
        const Entry target = resolved(entry);
        const bool isChanged = target != entry;
        entry = target;
        return isChanged;
    });
    tellProvenance(replaced, index, context.provenance);
    for (const auto &[id, target] : replaced) {
        context.graph.remove(id);
    }
    return {};
}

} // namespace

void registerRemoveIdentity(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "RemoveIdentity";
    spec.summary = "takes out operators that do nothing at inference: dropout, copy, block_grad";
    spec.changesGraph = true;
    spec.run = removeIdentities;
    passes.add(std::move(spec));
}

} // namespace nervure
