// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lightnet_values.h"

#include "core/graph/analysis/parameters.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// The operator that makes a tensor at load, by the tensor's name.
std::optional<NodeId> makerOf(const std::string &tensor, const Graph &graph, const OpRegistry &ops)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.isVariable() && holdsValues(node, ops) && node.outputPorts.size() == 1
            && node.outputPorts.front().tensor == tensor) {
            return id;
        }
    }
    return std::nullopt;
}

void becomeVariable(Graph &graph, NodeId id)
{
    Node &node = graph.edit(id);
    node.op = variableOp;
    node.attrs = {};
}

} // namespace

PassRun runLightNetPasses(const ExecutionRequest &request, std::string_view pipeline,
                          const Builtins &builtins)
{
    return runPasses(request.graph, *parsePipeline(pipeline),
                     {.passes = builtins.passes,
                      .ops = builtins.ops,
                      .inputs = request.facts,
                      .semantics = request.semantics});
}

WtsTensors weightTensors(const PassRun &run)
{
    WtsTensors tensors;
    const Shapes *shapes = run.analyses.find(keys::shape, run.index);
    const DTypes *types = run.analyses.find(keys::dtype, run.index);
    for (std::uint32_t id = 0; shapes && types && id < run.index->nodeCount(); ++id) {
        const std::vector<Port> &ports = run.index->node(id).node->outputPorts;
        for (std::uint32_t i = 0; i < ports.size(); ++i) {
            const std::uint32_t entry = run.index->entryId(id, i);
            tensors.emplace(ports[i].tensor, WtsTensor{(*types)[entry], (*shapes)[entry]});
        }
    }
    return tensors;
}

Status useInputs(ExecutionRequest &request, const Builtins &builtins)
{
    if (request.graph.dialect() != Dialect::LightNet || request.values.empty()) {
        return {};
    }
    const PassRun inferred = runLightNetPasses(request, "InferShape,InferType", builtins);
    const WtsTensors tensors = inferred.index ? weightTensors(inferred) : WtsTensors();
    const TensorMap given = request.values;
    for (const auto &[name, value] : given) {
        const auto maker = makerOf(name, request.graph, builtins.ops);
        if (!maker) {
            continue; // whoever runs the model says so
        }
        if (request.semantics == Semantics::Exact) {
            return makeError("usage",
                             "exact semantics makes tensor {} as the document says, expected no "
                             "--input or --semantics fixed",
                             quoted(name));
        }
        const auto known = tensors.find(name);
        if (known != tensors.end()
            && (known->second.shape != value.shape() || known->second.type != value.type())) {
            return makeError("input-mismatch", "the value for tensor {} is {} {}, expected {} {}",
                             quoted(name), dtypeName(value.type()), shapeText(value.shape()),
                             dtypeName(known->second.type), shapeText(known->second.shape));
        }
        const std::string node = request.graph.node(*maker).name;
        request.values.erase(name);
        request.values.insert_or_assign(node, value);
        becomeVariable(request.graph, *maker);
    }
    return {};
}

void useWeights(ExecutionRequest &request, const OpRegistry &ops)
{
    if (request.semantics == Semantics::Exact || request.weights.empty()) {
        return;
    }
    const std::vector<NodeId> nodes(request.graph.nodes().begin(), request.graph.nodes().end());
    for (const NodeId id : nodes) {
        const Node &node = request.graph.node(id);
        const OpSpec *spec = ops.find(node);
        const std::string *isFromFile = node.attrs.find("from_file");
        if (!spec || spec->name != "create" || !isFromFile || *isFromFile != "true"
            || node.outputPorts.size() != 1) {
            continue;
        }
        const auto weight = request.weights.find(node.outputPorts[0].tensor);
        if (weight == request.weights.end()) {
            continue;
        }
        request.values.insert_or_assign(node.name, std::move(weight->second));
        request.loadedParams.insert(node.name);
        request.weights.erase(weight);
        becomeVariable(request.graph, id);
    }
}

} // namespace nervure
