// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/graph_checks.h"
#include "core/passes/inference/attribute_inference.h"
#include "core/passes/inference/contradictions.h"

#include <utility>

namespace nervure {

/// What InferShape and InferType do: start values, inference, findings, graph attributes. `check` looks
/// at the start values and gives errors for those it takes out; `infer` runs the inference.
template <typename Traits, typename Check, typename Infer>
Status inferByPass(PassContext &context, const std::map<std::string, typename Traits::Value> &facts,
                   Check &&check, Infer &&infer)
{
    const IndexedGraph &graph = *context.index;
    std::vector<typename Traits::Value> values;
    RETURN_IF_FAILED(startValues<Traits>(context, facts, values));
    Diagnostics faults = check(graph, values);
    AttributeInference<Traits> inference(context, values);
    for (auto &[id, fault] : entryFaults(graph, context.semantics)) {
        if (id < graph.nodeCount()) {
            inference.leaveOut(id);
        }
        faults.push_back(std::move(fault));
    }
    infer(inference, values);
    faults.insert(faults.end(), inference.faults().begin(), inference.faults().end());
    Contradictions<Traits>(context, values, inference.settledBy(), &inference.faulty())
        .report(context.diagnostics);
    // What depends on a fault is unknown for a reason that is told.
    if (faults.empty() && !hasErrors(graph.problems())) {
        warnOfUnknownInputs(graph, values, Traits::what, Traits::isUnknown, context.diagnostics);
    }
    context.diagnostics.insert(context.diagnostics.end(), faults.begin(), faults.end());
    dropArguments<Traits>(context.analyses);
    context.analyses.set(Traits::unknownKey, static_cast<std::int64_t>(inference.unknownCount()));
    context.analyses.set(Traits::key, std::move(values), graph);
    return {};
}

} // namespace nervure
