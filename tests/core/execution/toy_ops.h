// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan_builder.h"
#include "core/graph/op_builder.h"

namespace nervure {

/// A handful of operators on vectors, so that plans are tested without the real operators:
/// `scale` (kernel, 2 x a), `plus` and `negate` (kernel and expression), `slow` (no kernel),
/// `shaped` (a view), `_assign` (changes input 0), `pair` (two outputs).
inline OpRegistry toyOps()
{
    const auto kernel = [](const RuleContext &rule, const KernelContext &) -> Result<KernelSpec> {
        KernelLaunch launch;
        launch.program = rule.node.op;
        launch.entry = rule.node.op;
        for (std::uint32_t i = 0; i < rule.node.inputs.size(); ++i) {
            launch.args.push_back(KernelArg::input(i));
        }
        launch.args.push_back(KernelArg::output());
        launch.storesThroughMacro = true;
        return KernelSpec{{launch}, {}};
    };
    const auto add = [&](OpRegistry &ops, const std::string &name, std::uint32_t arity,
                         auto function, auto text) {
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
        spec.kernel = kernel;
        ops.add(std::move(spec));
    };
    using Operands = std::span<const ElementOperand>;
    OpRegistry ops;
    add(
        ops, "scale", 1, [](float a, float) { return 2 * a; },
        [](Operands o) { return "2 * " + o[0].value; });
    add(
        ops, "negate", 1, [](float a, float) { return -a; },
        [](Operands o) { return "-(" + o[0].value + ")"; });
    add(
        ops, "plus", 2, [](float a, float b) { return a + b; },
        [](Operands o) { return o[0].value + " + " + o[1].value; });

    const OpSpec base = *ops.find(Dialect::Nnvm, "negate");
    OpSpec slow = base;
    slow.name = "slow";
    slow.kernel = nullptr;
    ops.add(slow);

    OpSpec view = base;
    view.name = "shaped";
    view.isView = true;
    ops.add(view);

    OpSpec assign;
    assign.name = "_assign";
    assign.mutatedInputs = {0};
    assign.attrs.makeDefault = [] { return std::make_shared<NoAttrs>(); };
    assign.reference = [](const ReferenceCall &call) -> Status {
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            call.mutated[0].as<float>()[i] = call.in[1].as<float>()[i];
            call.out[0].as<float>()[i] = call.in[1].as<float>()[i];
        }
        return {};
    };
    ops.add(assign);
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
                request.documentOperators.push_back(m_graph.node(id).name);
            }
        }
        return request;
    }

private:
    OpRegistry m_ops;
    Graph m_graph;
};

} // namespace nervure
