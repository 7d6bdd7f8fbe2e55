// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/flow_plans.h"

#include "core/execution/plan/step_drafts.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace nervure {

namespace {

/// Nodes of a body are not the document's: they have names alone.
void forgetNodes(ExecutionPlan &plan)
{
    for (PlanStep &step : plan.steps) {
        step.rootId = {};
        for (auto *nodes : {&step.originals, &step.absorbed}) {
            for (NamedNode &node : *nodes) {
                node.id = {};
            }
        }
    }
}

/// A result that a step writes, of its own memory, and that no result before it is.
std::vector<bool> directResults(const ExecutionPlan &plan, const ControlFlow &flow,
                                std::size_t which)
{
    std::vector<bool> isDirect(plan.outputs.size(), false);
    if (flow.isCondition(which)) {
        return isDirect;
    }
    std::set<std::uint32_t> seen;
    for (std::size_t k = 0; k < isDirect.size(); ++k) {
        // States come first: their memory always lies where a device can write to.
        const std::size_t i = (k + flow.outData) % isDirect.size();
        const std::uint32_t buffer = plan.outputs[i].operand.buffer;
        isDirect[i] = plan.buffers[buffer].kind == BufferKind::Output && seen.insert(buffer).second;
    }
    return isDirect;
}

Result<PlanBody> planBody(const PlanRequest &around, const FlowRequest &flow, std::size_t which,
                          const IndexedNode &node, Diagnostics &diagnostics)
{
    PlanRequest request = flow.bodies.at(which);
    request.device = around.device;
    request.alignment = around.alignment;
    request.hostNodes = around.hostNodes;
    ASSIGN_OR_RETURN(ExecutionPlan plan, buildPlan(request, diagnostics));
    if (!plan.states.empty()) {
        return makeErrorAt(node.node->name, "not-executable",
                           "{} {}: its body changes the variable {}", node.node->op,
                           quoted(node.node->name), quoted(plan.buffers[plan.states[0]].name));
    }
    forgetNodes(plan);
    std::unordered_map<std::string, std::uint32_t> inputOf;
    const IndexedGraph &body = *flow.flow.bodies[which];
    for (std::size_t i = 0; i < body.inputNodes().size(); ++i) {
        inputOf.emplace(body.node(body.inputNodes()[i]).node->name, flow.flow.inputs[which][i]);
    }
    PlanBody made;
    for (const auto *buffers : {&plan.inputs, &plan.weights}) {
        for (const std::uint32_t buffer : *buffers) {
            const auto input = inputOf.find(plan.buffers[buffer].name);
            if (input == inputOf.end()) {
                return makeErrorAt(node.node->name, "not-executable",
                                   "{} {}: nothing gives the variable {} of its body a value",
                                   node.node->op, quoted(node.node->name),
                                   quoted(plan.buffers[buffer].name));
            }
            made.reads.push_back({buffer, input->second});
        }
    }
    made.isDirect = directResults(plan, flow.flow, which);
    made.plan = std::make_shared<const ExecutionPlan>(std::move(plan));
    return made;
}

/// Whether so many rows of `row` bytes are `whole` bytes.
bool isRowsOf(std::int64_t row, std::int64_t rows, std::int64_t whole)
{
    return rows > 0 ? whole % rows == 0 && whole / rows == row : whole == 0;
}

/// Whether what the bodies read and give has the size of what lies outside.
Status checkSizes(const PlanRequest &request, std::uint32_t id, const PlanFlow &flow)
{
    const IndexedGraph &graph = *request.graph;
    const IndexedNode &node = graph.node(id);
    const auto bytesOf = [&](std::uint32_t entry) {
        return byteCount(request.shapes[entry], request.types[entry]).value_or(0);
    };
    bool fits = true;
    for (std::size_t which = 0; which < flow.bodies.size(); ++which) {
        const PlanBody &body = flow.bodies[which];
        for (const PlanBody::Read &read : body.reads) {
            const std::int64_t rows = flow.isSliced[read.input] ? flow.mostSteps : 1;
            fits = fits
                   && isRowsOf(body.plan->buffers[read.buffer].bytes, rows,
                               bytesOf(graph.entryId(node.inputs[read.input])));
        }
        const bool isCondition =
            which == 0
            && (flow.kind == ControlFlow::Kind::While || flow.kind == ControlFlow::Kind::Cond);
        for (std::uint32_t i = 0; i < body.plan->outputs.size() && !isCondition; ++i) {
            const PlanOperand &result = body.plan->outputs[i].operand;
            const std::int64_t rows = i < flow.outData ? flow.mostSteps : 1;
            fits = fits
                   && isRowsOf(byteCount(result.shape, result.type).value_or(0), rows,
                               bytesOf(graph.entryId(id, i)));
        }
    }
    for (std::uint32_t i = 0; i < flow.states.size(); ++i) {
        fits = fits
               && bytesOf(graph.entryId(node.inputs[flow.states[i]]))
                      == bytesOf(graph.entryId(id, flow.outData + i));
    }
    return fits ? Status()
                : makeErrorAt(node.node->name, "shape-mismatch",
                              "{} {}: its bodies read or give tensors of other sizes than it does",
                              node.node->op, quoted(node.node->name));
}

} // namespace

Result<FlowPlans> planFlows(const PlanRequest &request, Diagnostics &diagnostics)
{
    FlowPlans plans;
    for (const auto &[id, asked] : request.flows) {
        const IndexedNode &node = request.graph->node(id);
        auto flow = std::make_shared<PlanFlow>();
        flow->kind = asked->flow.kind;
        const auto steps = asked->flow.mostSteps(typesOf(request, id).inShapes);
        if (!steps) {
            return makeErrorAt(node.node->name, steps.error().code, "{} {}: {}", node.node->op,
                               quoted(node.node->name), steps.error().message);
        }
        flow->mostSteps = *steps;
        flow->isSliced = asked->flow.isSliced;
        flow->states = asked->flow.states;
        flow->outData = asked->flow.outData;
        for (std::size_t which = 0; which < asked->bodies.size(); ++which) {
            ASSIGN_OR_RETURN(PlanBody body, planBody(request, *asked, which, node, diagnostics));
            flow->bodies.push_back(std::move(body));
        }
        RETURN_IF_FAILED(checkSizes(request, id, *flow));
        plans.emplace(id, std::move(flow));
    }
    return plans;
}

} // namespace nervure
