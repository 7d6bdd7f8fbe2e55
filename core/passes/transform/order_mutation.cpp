// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_spec.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>

namespace nervure {

namespace {

/// One use of a variable, by an operator that reads it or changes it.
struct Access {
    std::uint32_t node = 0;
    bool isChange = false;
    std::uint32_t version = 0;
};

/// By version; the change that makes a version stands before what reads it.
bool isEarlier(const Access &a, const Access &b)
{
    return a.version != b.version ? a.version < b.version : a.isChange && !b.isChange;
}

bool changesInput(const IndexedNode &node, std::size_t input)
{
    return node.spec
           && std::find(node.spec->mutatedInputs.begin(), node.spec->mutatedInputs.end(), input)
                  != node.spec->mutatedInputs.end();
}

/// Makes the uses of each changed variable wait for each other: a read for the change that made
/// its version, a change for all reads of the version before (or, without any, for the change
/// that made it).
class Orderer {
public:
    explicit Orderer(PassContext &context) : m_context(context), m_index(*context.index) {}

    void run()
    {
        for (const IndexedNode &node : m_index.nodes()) {
            for (const IndexedEntry &input : node.inputs) {
                if (input.version != 0 && m_index.node(input.nodeId).isVariable()) {
                    m_history[input.nodeId];
                }
            }
        }
        if (m_history.empty()) {
            return;
        }
        collect();
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (m_isTouched[id]) {
                order(id);
            }
        }
    }

private:
    void collect()
    {
        m_isTouched.assign(m_index.nodeCount(), false);
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            const IndexedNode &node = m_index.node(id);
            for (std::size_t i = 0; i < node.inputs.size(); ++i) {
                const IndexedEntry &input = node.inputs[i];
                const bool isVariable = m_index.node(input.nodeId).isVariable();
                m_isTouched[id] = m_isTouched[id]
                                  || (isVariable ? input.version != 0 : m_isTouched[input.nodeId]);
                if (const auto it = m_history.find(input.nodeId); it != m_history.end()) {
                    it->second.push_back({id, changesInput(node, i), input.version});
                }
            }
            for (const std::uint32_t dep : node.controlDeps) {
                m_isTouched[id] = m_isTouched[id] || m_isTouched[dep];
            }
        }
        for (auto &[variable, accesses] : m_history) {
            // Not stable, as in NNVM: with many equal uses the order shows in the result.
            std::sort(accesses.begin(), accesses.end(), isEarlier);
        }
    }

    void order(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        m_deps.clear();
        std::vector<std::string> variables;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const auto it = m_history.find(node.inputs[i].nodeId);
            if (it == m_history.end()) {
                continue;
            }
            const std::size_t before = m_deps.size();
            waitFor(it->second, node.inputs[i].version, changesInput(node, i));
            if (m_deps.size() > before) {
                variables.push_back(quoted(m_index.node(it->first).node->name));
            }
        }
        apply(id, variables);
    }

    void waitFor(const std::vector<Access> &accesses, std::uint32_t version, bool isChange)
    {
        // The use itself is among them, so there is a first one that is not earlier.
        auto it =
            std::lower_bound(accesses.begin(), accesses.end(), Access{0, true, version}, isEarlier);
        const std::size_t before = m_deps.size();
        while (isChange && it != accesses.begin() && !(--it)->isChange) {
            m_deps.push_back(it->node);
        }
        if (m_deps.size() == before && it->isChange) {
            m_deps.push_back(it->node);
        }
    }

    void apply(std::uint32_t id, const std::vector<std::string> &variables)
    {
        const NodeId node = m_index.node(id).source;
        std::vector<NodeId> deps = m_context.graph.node(node).controlDeps;
        const std::size_t before = deps.size();
        for (const std::uint32_t dep : m_deps) {
            const NodeId source = m_index.node(dep).source;
            const bool isUseless =
                dep == id || std::find(deps.begin(), deps.end(), source) != deps.end();
            // NNVM lets the first change of a variable wait for itself.
            if (m_context.semantics == Semantics::Exact || !isUseless) {
                deps.push_back(source);
            }
        }
        if (deps.size() > before) {
            m_context.graph.edit(node).controlDeps = std::move(deps);
            m_context.provenance.origins.push_back(
                {node, {node}, "waits for other uses of " + join(variables, ", ")});
        }
    }

    PassContext &m_context;
    const IndexedGraph &m_index;
    std::map<std::uint32_t, std::vector<Access>> m_history; ///< by variable that is changed
    std::vector<bool> m_isTouched; ///< nodes behind a changed variable, which NNVM makes anew
    std::vector<std::uint32_t> m_deps;
};

} // namespace

void registerOrderMutation(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "OrderMutation";
    spec.summary = "adds control dependencies that order reads and changes of variables";
    spec.changesGraph = true;
    spec.run = [](PassContext &context) -> Status {
        Orderer(context).run();
        return {};
    };
    passes.add(std::move(spec));
}

} // namespace nervure
