// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/onnx_inference.h"

#include "core/graph/analysis/onnx_walk.h"
#include "core/graph/onnx_variable.h"

#include <algorithm>
#include <set>

namespace nervure {

namespace {

/// A body that several nodes share, as one of a function, says the same each time.
void addOnce(Diagnostics found, Diagnostics &all)
{
    std::set<std::string> said;
    for (Diagnostic &one : found) {
        if (one.where.owners.empty() || said.insert(one.message).second) {
            all.push_back(std::move(one));
        }
    }
}

} // namespace

std::vector<std::string> dimensionNames(const Graph &graph)
{
    std::vector<std::string> names;
    const auto add = [&names](std::string name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
        }
    };
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const std::string *text =
            isBodyInput(node) ? node.attrs.find(onnx_variable::shape) : nullptr;
        const auto shape = text ? dimensionsFromText(*text) : std::nullopt;
        for (const Dimension &dimension : shape ? *shape : Dimensions()) {
            for (std::string &name : dimension.names()) {
                add(std::move(name));
            }
        }
    }
    return names;
}

OnnxValues inferOnnxValues(const IndexedGraph &graph, const OpRegistry &ops, const OnnxFacts &facts,
                           const CancelToken &cancel)
{
    OnnxValues found;
    const DimensionNumbers numbers = dimensionFacts(graph.graph(), facts);
    warnOfUnusedFacts(graph, facts, numbers, found.warnings);
    const DeclaredUse use = declaredUse(graph.graph(), facts, numbers);
    WalkShare share{ops, cancel, facts.keepsBodies};
    OnnxWalk walk(graph, share, nullptr, nullptr, use, facts.earlier);
    for (const std::uint32_t id : graph.inputNodes()) {
        walk.setVariable(id, variableType(*graph.node(id).node, facts, numbers));
    }
    walk.run();
    found.values = std::move(walk.values());
    found.faults = std::move(walk.faults());
    DeclaredValues &declared = walk.declared();
    found.declared = std::move(declared.marks());
    found.reached = std::move(declared.reached());
    found.bodies = std::move(walk.bodies());
    addOnce(walk.contradictions(), found.warnings);
    if (share.budget.steps == 0) {
        found.warnings.push_back(makeWarning(
            "infer-shape", "bodies hold so many others that not all of them were gone through"));
    }
    return found;
}

OnnxValues inferOnnxBody(const IndexedGraph &body, const OpRegistry &ops,
                         const std::vector<ValueType> &inputs, const OnnxScope *outer,
                         const CancelToken &cancel)
{
    WalkShare share{ops, cancel};
    const DeclaredUse nothing;
    OnnxWalk walk(body, share, outer, nullptr, nothing, nullptr);
    walk.setVariables(inputs, false);
    walk.run();
    return {std::move(walk.values()), std::move(walk.faults()), {}};
}

std::vector<NodeId> bodyInputs(const Graph &body)
{
    std::vector<NodeId> inputs;
    for (const NodeId id : body.nodes()) {
        if (isBodyInput(body.node(id))) {
            inputs.push_back(id);
        }
    }
    return inputs;
}

} // namespace nervure
