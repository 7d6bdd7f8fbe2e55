// SPDX-License-Identifier: Apache-2.0
#include "core/graph/parameters.h"
#include "core/passes/attribute_inference.h"
#include "core/passes/graph_checks.h"
#include "core/passes/live_state.h"

namespace nervure {

bool LiveSteps::run(const LiveState *old, const IndexedGraph *before, LiveState &state)
{
    const Graph &graph = m_request.graph;
    if (m_request.index && m_request.index->revision() == graph.revision()) {
        m_result.index = m_request.index;
    } else if (auto index = IndexedGraph::build(graph, m_ops, m_found, before)) {
        m_result.index = std::move(*index);
    }
    if (!m_result.index || !graph.attrs().empty()) {
        return false;
    }
    m_found = m_result.index->problems();
    if (hasErrors(m_found) || !checkWellFormed(*m_result.index)) {
        return false;
    }
    state.readers = EntryReaders(*m_result.index);
    const bool isDone =
        sweep("InferShape", old ? &old->shapes : nullptr, state.readers, state.shapes)
        && sweep("InferType", old ? &old->types : nullptr, state.readers, state.types) && plan();
    if (isDone) {
        const std::set<std::string, std::less<>> noNames;
        const auto parameters =
            findParameters(graph, m_ops, m_request.facts.parameters.value_or(noNames));
        state.totals =
            RunningTotals(*m_result.index, m_result.analyses, parameters, m_request.semantics);
    }
    return isDone;
}

bool LiveSteps::prepareStart(const PassContext &context, const Shapes &start)
{
    return checkGiven(*context.index, start).ok();
}

bool LiveSteps::prepareStart(const PassContext &context, DTypes &start)
{
    if (context.semantics == Semantics::Exact) {
        setDefaultTypes(context, start);
    }
    return true;
}

template <typename Traits>
bool LiveSteps::sweep(const char *name, const LiveValues<Traits> *old, const EntryReaders &readers,
                      LiveValues<Traits> &values)
{
    using Value = typename Traits::Value;
    const Pass pass = begin(name);
    if (!pass.spec) {
        return false;
    }
    PassContext context = contextFor(pass.options);
    const Diagnostics found = std::exchange(m_found, {});
    std::vector<Value> start;
    constexpr const Value *kind = nullptr;
    if (!startValues<Traits>(context, this->factsOf(kind), start)
        || !prepareStart(context, start)) {
        return false;
    }
    values.notes = std::exchange(m_found, found);
    SweepReport report;
    auto swept =
        sweepAgain<Traits>(context, readers, old ? &old->sweep : nullptr, std::move(start), report);
    if (!swept || m_control.cancel.isCancelled()) {
        return false;
    }
    values.sweep = std::move(*swept);
    m_result.steps = m_result.steps.value_or(0) + report.steps;
    findContradictions(context, report, old, values);
    if (!this->tell(values)) {
        return false;
    }
    this->store(values);
    finish(pass);
    return true;
}

/// What the pass says about operators whose values do not fit together: asked again where the node or
/// one of its values is another one.
template <typename Traits>
void LiveSteps::findContradictions(const PassContext &context, const SweepReport &report,
                                   const LiveValues<Traits> *old, LiveValues<Traits> &values)
{
    AttributeInference<Traits> inference(context, values.sweep.values);
    const IndexedGraph &graph = *context.index;
    const auto isChanged = [&](const IndexedEntry &entry) {
        return report.isChanged[graph.entryId(entry)];
    };
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const IndexedNode &node = graph.node(id);
        const auto known = old ? old->sweep.index->find(node.source) : std::nullopt;
        bool isKept = known && old->sweep.index->node(*known).node == node.node
                      && std::none_of(node.inputs.begin(), node.inputs.end(), isChanged);
        for (std::uint32_t i = 0; isKept && i < node.outputCount; ++i) {
            isKept = !report.isChanged[graph.entryId(id, i)];
        }
        std::optional<Diagnostic> finding;
        if (!isKept) {
            finding = inference.contradictionOf(id);
        } else if (const auto it = old->contradictions.find(*known);
                   it != old->contradictions.end()) {
            finding = it->second;
        }
        if (finding) {
            values.contradictions.emplace(id, std::move(*finding));
        }
    }
}

} // namespace nervure
