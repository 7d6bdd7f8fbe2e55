// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/plan_builder.h"
#include "core/graph/op/op_builder.h"

#include <algorithm>

namespace nervure {

/// One launch with all inputs and the output, storing through the macro.
inline Result<KernelSpec> toyKernel(const RuleContext &rule, const KernelContext &)
{
    KernelLaunch launch;
    launch.program = rule.node.op;
    launch.entry = rule.node.op;
    for (std::uint32_t i = 0; i < rule.node.inputs.size(); ++i) {
        launch.args.push_back(KernelArg::input(i));
    }
    launch.args.push_back(KernelArg::output());
    launch.storesThroughMacro = true;
    KernelSpec kernel;
    kernel.launches = {launch};
    return kernel;
}

/// An element-wise operator of one or two inputs.
template <typename Function, typename Text>
OpSpec toyOperator(const std::string &name, std::size_t arity, Function function, Text text)
{
    OpSpec spec = OpBuilder<>(Dialect::Nnvm, name).pattern(OpPattern::Elementwise).build();
    spec.reference = [arity, function](const ReferenceCall &call) -> Status {
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            const float a = call.in[0].as<float>()[i];
            const float b = arity > 1 ? call.in[1].as<float>()[i] : 0;
            call.out[0].as<float>()[i] = function(a, b);
        }
        return {};
    };
    spec.element = [text](const RuleContext &, const KernelContext &,
                          std::span<const ElementOperand> operands) { return text(operands); };
    spec.kernel = toyKernel;
    return spec;
}

/// An operator that stores input 1 in the variable that is input 0.
inline OpSpec toyAssign()
{
    OpSpec spec = OpBuilder<>(Dialect::Nnvm, "_assign").mutates({0}).build();
    spec.reference = [](const ReferenceCall &call) -> Status {
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            call.mutated[0].as<float>()[i] = call.in[1].as<float>()[i];
            call.out[0].as<float>()[i] = call.in[1].as<float>()[i];
        }
        return {};
    };
    return spec;
}

/// `plus`, only that it wants input 1 packed into 8 floats and stores 4 elements at once.
inline OpSpec toyPacker(OpSpec plus)
{
    plus.name = "packer";
    plus.kernel = [](const RuleContext &rule, const KernelContext &context) {
        Result<KernelSpec> kernel = toyKernel(rule, context);
        KernelLaunch pack;
        pack.program = "packer";
        pack.entry = "pack";
        pack.args = {KernelArg::input(0), KernelArg::output()};
        kernel->packs.push_back({1, 8, {pack}});
        kernel->launches[0].storeLanes = 4;
        return kernel;
    };
    return plus;
}

/// A handful of operators on vectors, so that plans are tested without the real operators:
/// `scale` (2 x a), `plus` (for vectors, too) and `negate` (kernel and expression), `packer`, `slow` (no kernel), `shaped` (a
/// view), `_assign` (changes input 0), `ones` (has no inputs).
inline OpRegistry toyOps()
{
    using Operands = std::span<const ElementOperand>;
    OpRegistry ops;
    ops.add(toyOperator(
        "scale", 1, [](float a, float) { return 2 * a; },
        [](Operands o) { return "2 * " + o[0].value; }));
    const OpSpec negate = toyOperator(
        "negate", 1, [](float a, float) { return -a; },
        [](Operands o) { return "-(" + o[0].value + ")"; });
    ops.add(negate);
    OpSpec plus = toyOperator(
        "plus", 2, [](float a, float b) { return a + b; },
        [](Operands o) { return o[0].value + " + " + o[1].value; });
    plus.elementTakesVectors = true;
    ops.add(toyPacker(plus));
    ops.add(std::move(plus));
    OpSpec slow = negate;
    slow.name = "slow";
    slow.kernel = nullptr;
    ops.add(std::move(slow));
    OpSpec view = negate;
    view.name = "shaped";
    view.isView = true;
    ops.add(std::move(view));
    ops.add(toyAssign());
    OpSpec ones = OpBuilder<>(Dialect::Nnvm, "ones").build();
    ones.reference = [](const ReferenceCall &call) -> Status {
        std::fill_n(call.out[0].as<float>(), call.out[0].count(), 1.0F);
        return {};
    };
    ops.add(std::move(ones));
    return ops;
}

/// Composes toy graphs: every tensor is float32 [4] unless `reshape` says otherwise.
class ToyGraph {
public:
    ToyGraph() : m_ops(toyOps()) {}

    NodeId variable(const std::string &name) { return add("null", name, {}); }

    NodeId add(const std::string &op, const std::string &name, const std::vector<NodeId> &inputs)
    {
        Node node;
        node.op = op;
        node.name = name;
        for (const NodeId input : inputs) {
            node.inputs.push_back({input, 0, 0});
        }
        return m_graph.add(std::move(node));
    }

    /// The request for a plan of the graph with these results. All entries are float32 [4].
    PlanRequest request(const std::vector<NodeId> &heads)
    {
        std::vector<Entry> entries;
        for (const NodeId head : heads) {
            entries.push_back({head, 0, 0});
        }
        m_graph.setHeads(entries);
        Diagnostics diagnostics;
        PlanRequest request;
        request.graph = IndexedGraph::build(m_graph, m_ops, diagnostics).value();
        request.shapes.assign(request.graph->entryCount(), {4});
        request.types.assign(request.graph->entryCount(), DType::Float32);
        for (const NodeId id : m_graph.nodes()) {
            if (!m_graph.node(id).isVariable()) {
                request.documentOperators.push_back({id, m_graph.node(id).name});
            }
        }
        return request;
    }

private:
    OpRegistry m_ops;
    Graph m_graph;
};

} // namespace nervure
