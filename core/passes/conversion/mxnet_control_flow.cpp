// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/mxnet_control_flow.h"

#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/lowered_graph.h"
#include "core/passes/conversion/ruled_lowering.h"
#include "core/passes/inference/control_flow_inference.h"
#include "core/passes/inference/shape_inference.h"
#include "core/passes/inference/type_inference.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace nervure {

namespace {

/// Places among the inputs of an operator.
using Places = std::vector<std::uint32_t>;

/// Lowers the bodies of one operator of control flow.
class BodyLowering {
public:
    BodyLowering(const PassContext &context, const ControlFlow &flow, const RewriteCall &call,
                 int depth)
        : m_context(context),
          m_flow(flow),
          m_call(call),
          m_depth(depth)
    {}

    Result<std::vector<Entry>> run()
    {
        RETURN_IF_FAILED(checkSteps());
        Node node;
        for (std::size_t which = 0; which < m_flow.bodies.size(); ++which) {
            RETURN_IF_FAILED(lower(which));
            node.subgraphs.push_back(std::make_shared<const Graph>(std::move(m_graphs[which])));
        }
        RETURN_IF_FAILED(checkHeads());
        constexpr std::array<std::string_view, 3> names{"foreach", "while_loop", "cond"};
        const Entry made =
            m_call.make(names.at(static_cast<std::size_t>(m_flow.kind)), m_call.rule.node.name,
                        {m_call.inputs.begin(), m_call.inputs.end()}, attributes());
        m_call.graph.edit(made.node).subgraphs = std::move(node.subgraphs);
        std::vector<Entry> outputs;
        for (std::uint32_t i = 0; i < m_call.outShapes.size(); ++i) {
            outputs.push_back({made.node, i, 0});
        }
        return outputs;
    }

private:
    [[nodiscard]] Status checkSteps() const
    {
        ASSIGN_OR_RETURN(const std::int64_t steps, m_flow.mostSteps(m_call.inShapes));
        return steps >= 1 ? Status()
                          : makeError("loop-size", "{} steps, expected 1 at least", steps);
    }

    Status lower(std::size_t which)
    {
        const IndexedGraph &body = *m_flow.bodies[which];
        ASSIGN_OR_RETURN(BodyValues known,
                         valuesOfCalledBody(m_context, m_flow, which, m_call, m_depth));
        std::set<std::string_view> names;
        std::unordered_map<NodeId, std::uint32_t> inputOf;
        for (std::size_t i = 0; i < body.inputNodes().size(); ++i) {
            const IndexedNode &variable = body.node(body.inputNodes()[i]);
            if (!names.insert(variable.node->name).second) {
                return makeError("name-duplicate", "two variables of its subgraph {} are called {}",
                                 which, quoted(variable.node->name));
            }
            inputOf.emplace(variable.source, m_flow.inputs[which][i]);
        }
        ASSIGN_OR_RETURN(
            Graph graph,
            lowerByRules(m_context, {body, known.shapes, known.types, m_depth + 1}, nullptr));
        Diagnostics found;
        ASSIGN_OR_RETURN(const auto index, IndexedGraph::build(graph, m_context.ops, found));
        Places &reads = m_reads.emplace_back();
        for (const std::uint32_t id : index->inputNodes()) {
            reads.push_back(inputOf.at(index->node(id).source));
        }
        m_graphs.push_back(std::move(graph));
        m_known.push_back(std::move(known));
        return {};
    }

    [[nodiscard]] Status checkHeads() const
    {
        for (std::size_t which = 0; which < m_flow.bodies.size(); ++which) {
            const IndexedGraph &body = *m_flow.bodies[which];
            for (std::size_t i = 0; i < body.heads().size(); ++i) {
                const std::uint32_t entry = body.entryId(body.heads()[i]);
                const Shape &shape = m_known[which].shapes[entry];
                if (m_flow.isCondition(which)) {
                    if (elementCount(shape) != 1) {
                        return makeError("condition-shape",
                                         "the condition has shape {}, expected one element",
                                         shapeText(shape));
                    }
                } else if (m_flow.kind == ControlFlow::Kind::Cond) {
                    RETURN_IF_FAILED(checkBranch(i, shape, m_known[which].types[entry]));
                }
            }
        }
        return {};
    }

    [[nodiscard]] Status checkBranch(std::size_t output, const Shape &shape, DType type) const
    {
        if (shape == m_call.outShapes[output] && type == m_call.outTypes[output]) {
            return {};
        }
        return makeError("branches-differ",
                         "output {} is {} {} in one branch and {} {} in the other, expected the "
                         "same",
                         output, dtypeName(m_call.outTypes[output]),
                         shapeText(m_call.outShapes[output]), dtypeName(type), shapeText(shape));
    }

    [[nodiscard]] AttrDict attributes() const
    {
        AttrDict attrs{{"num_outputs", std::to_string(m_call.outShapes.size())}};
        const auto set = [&attrs](const char *key, std::string text) {
            attrs.set(key, std::move(text));
        };
        if (m_flow.kind == ControlFlow::Kind::Cond) {
            set("cond_input_locs", placesText(m_reads[0]));
            set("then_input_locs", placesText(m_reads[1]));
            set("else_input_locs", placesText(m_reads[2]));
            return attrs;
        }
        set("num_out_data", std::to_string(m_flow.outData));
        set("in_state_locs", placesText(m_flow.states));
        set("body_input_locs", placesText(m_reads.back()));
        if (m_flow.kind == ControlFlow::Kind::While) {
            set("max_iterations", std::to_string(m_flow.maxIterations));
            set("cond_input_locs", placesText(m_reads[0]));
            return attrs;
        }
        Places sliced;
        for (std::uint32_t i = 0; i < m_flow.isSliced.size(); ++i) {
            if (m_flow.isSliced[i]) {
                sliced.push_back(i);
            }
        }
        set("in_data_locs", placesText(sliced));
        return attrs;
    }

    const PassContext &m_context;
    const ControlFlow &m_flow;
    const RewriteCall &m_call;
    int m_depth;
    std::vector<Graph> m_graphs;     ///< by body, lowered
    std::vector<BodyValues> m_known; ///< by body, of what it was before
    std::vector<Places> m_reads;     ///< by body: the inputs that its variables read
};

} // namespace

Result<BodyValues> valuesOfCalledBody(const PassContext &pass, const ControlFlow &flow,
                                      std::size_t which, const RewriteCall &call, int depth)
{
    const BodyInference context{pass.ops, pass.semantics, depth};
    const IndexedGraph &body = *flow.bodies[which];
    BodyValues known;
    known.shapes =
        valuesOfBody<ShapeTraits>(flow, which, {call.inShapes.begin(), call.inShapes.end()},
                                  {call.outShapes.begin(), call.outShapes.end()});
    known.types = valuesOfBody<TypeTraits>(flow, which, {call.inTypes.begin(), call.inTypes.end()},
                                           {call.outTypes.begin(), call.outTypes.end()});
    RETURN_IF_FAILED(inferBody<ShapeTraits>(context, body, known.shapes));
    RETURN_IF_FAILED(inferBody<TypeTraits>(context, body, known.types));
    for (std::uint32_t id = 0; id < body.nodeCount(); ++id) {
        const IndexedNode &node = body.node(id);
        if (!node.isVariable() && !node.spec) {
            return makeError("op-unknown", "operator {} of its subgraph {} is unknown",
                             quoted(node.node->op), which);
        }
        const std::uint32_t entry = body.entryId(id, 0);
        if (isUnknown(known.shapes[entry]) || known.types[entry] == DType::Unknown) {
            return makeError("shape-unknown",
                             "the shape or type of {} in its subgraph {} is not known",
                             quoted(node.node->name), which);
        }
    }
    return known;
}

Result<std::vector<Entry>> lowerControlFlow(const PassContext &context, const IndexedNode &node,
                                            const RewriteCall &call, int depth)
{
    ASSIGN_OR_RETURN(const ControlFlow flow, ControlFlow::of(node, context.ops));
    return BodyLowering(context, flow, call, depth).run();
}

} // namespace nervure
