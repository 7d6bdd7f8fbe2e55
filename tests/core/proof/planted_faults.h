// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/graph/edits/model_builder.h"
#include "core/passes/pass_manager.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nervure::tests {

/// What passes get wrong: changes the graph, and gives the node whose value is the first that is not right any
/// more. Nothing where the graph has no place for it (any more).
using Fault = std::function<std::optional<NodeId>(Graph &graph)>;

/// Convolutions with a batch norm and a bias, a difference, and a square dense layer. A counter is set before
/// it is read, which a control dependency alone says.
inline Graph faultyNetwork(const OpRegistry &ops)
{
    ModelBuilder model(ops);
    const Entry data = model.variable("data", {{"shape", "(1, 3, 9, 9)"}});
    const AttrDict wide{{"channels", "6"}, {"kernel_size", "(3, 3)"}, {"padding", "(1, 1)"}};
    AttrDict plain = wide;
    plain.set("use_bias", "False");
    Entry x = model.apply("conv2d", {data}, plain, "conv");
    const Entry other = model.apply("conv2d", {data}, wide, "other");
    x = model.apply("batch_norm", {x}, {{"epsilon", "0.01"}}, "bn");
    x = model.apply("relu", {x}, {}, "relu");
    x = model.apply("elemwise_sub", {x, other}, {}, "difference");
    x = model.apply("global_avg_pool2d", {x}, {}, "pool");
    x = model.apply("flatten", {x}, {}, "flat");
    x = model.apply("dense", {x}, {{"units", "6"}}, "fc");
    const Entry result = model.apply("softmax", {x}, {}, "prob");
    return model.finish({result}).value();
}

inline Graph countingNetwork(const OpRegistry &ops)
{
    ModelBuilder model(ops);
    const Entry w = model.variable("w", {{"shape", "(1, 4)"}});
    const Entry x = model.variable("x", {{"shape", "(1, 4)"}});
    const Entry next = model.apply("elemwise_add", {w, x}, {}, "next");
    const Entry assigned = model.apply("_assign", {w, next}, {}, "assigned");
    const Entry read = model.apply("elemwise_mul", {w, x}, {}, "read");
    const Entry result = model.apply("relu", {read}, {}, "result");
    Graph graph = model.finish({result, assigned}).value();
    graph.setHeads({result});
    graph.edit(read.node).controlDeps.push_back(assigned.node);
    return graph;
}

inline std::optional<NodeId> firstOf(const Graph &graph, std::string_view op)
{
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).op == op) {
            return id;
        }
    }
    return std::nullopt;
}

inline std::optional<NodeId> wrongEpsilon(Graph &graph)
{
    if (const auto norm = firstOf(graph, "batch_norm")) {
        graph.edit(*norm).attrs.set("epsilon", "0.5");
        return norm;
    }
    const auto added = firstOf(graph, "__add_scalar__");
    if (added) {
        graph.edit(*added).attrs.set("scalar", "0.5");
    }
    return added;
}

/// Also of the kernel that computes it.
inline std::optional<NodeId> swappedInputs(Graph &graph)
{
    const auto id = graph.findByName("difference");
    if (!id || graph.node(*id).inputs.size() < 2) {
        return std::nullopt;
    }
    Node &node = graph.edit(*id);
    std::swap(node.inputs[0], node.inputs[1]);
    return id;
}

inline std::optional<NodeId> droppedBias(Graph &graph)
{
    const auto id = graph.findByName("other");
    if (!id || graph.node(*id).op != "conv2d" || graph.node(*id).inputs.size() != 3) {
        return std::nullopt;
    }
    Node &node = graph.edit(*id);
    node.inputs.pop_back();
    node.attrs.set("use_bias", "False");
    return id;
}

/// Before a call of a kernel, too.
inline std::optional<NodeId> transposedWeights(Graph &graph)
{
    const auto weight = graph.findByName("fc_weight");
    const auto fc = graph.findByName("fc");
    if (!weight || !fc) {
        return std::nullopt;
    }
    Node transpose;
    transpose.op = "transpose";
    transpose.name = "turned";
    transpose.inputs.push_back({*weight, 0, 0});
    const NodeId turned = graph.add(std::move(transpose));
    for (Entry &input : graph.edit(*fc).inputs) {
        input.node = input.node == *weight ? turned : input.node;
    }
    return fc;
}

inline std::optional<NodeId> lostControlDependency(Graph &graph)
{
    for (const NodeId id : graph.nodes()) {
        if (!graph.node(id).controlDeps.empty()) {
            graph.edit(id).controlDeps.clear();
            return id;
        }
    }
    return std::nullopt;
}

/// A pass that makes the fault, and notes the name of the node whose value is wrong then.
inline PassSpec faultyPass(Fault fault, std::shared_ptr<std::string> planted)
{
    PassSpec spec;
    spec.name = "Faulty";
    spec.summary = "plants a fault";
    spec.changesGraph = true;
    spec.run = [fault = std::move(fault), planted](PassContext &context) -> Status {
        const auto id = fault(context.graph);
        *planted = id ? context.graph.node(*id).name : std::string();
        for (const NodeId node : context.graph.nodes()) {
            if (!context.index->graph().contains(node)) {
                context.provenance.origins.push_back({node, {}, "planted"});
            }
        }
        return {};
    };
    return spec;
}

/// A pass that says a shape that is not so.
inline PassSpec staleShapePass(std::shared_ptr<std::string> planted)
{
    PassSpec spec;
    spec.name = "Faulty";
    spec.summary = "leaves a shape as it was";
    spec.needs = {"shape"};
    spec.provides = {"shape"};
    spec.run = [planted](PassContext &context) -> Status {
        Shapes shapes = *context.analyses.find(keys::shape, context.index);
        for (std::uint32_t place = 0; place < context.index->nodeCount(); ++place) {
            const IndexedNode &node = context.index->node(place);
            if (!node.isVariable() && planted->empty()) {
                *planted = node.node->name;
                shapes[context.index->entryId(place, 0)].back() += 1;
            }
        }
        context.analyses.set(keys::shape, std::move(shapes), *context.index);
        return {};
    };
    return spec;
}

} // namespace nervure::tests
