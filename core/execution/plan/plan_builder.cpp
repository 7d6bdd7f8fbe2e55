// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/plan_builder.h"

#include "core/execution/plan/buffer_placement.h"
#include "core/execution/plan/concat_elision.h"
#include "core/execution/plan/flow_plans.h"
#include "core/execution/plan/operand_table.h"
#include "core/execution/plan/plan_checks.h"
#include "core/execution/plan/step_cost.h"
#include "core/execution/plan/step_dependencies.h"
#include "core/execution/plan/step_drafts.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unordered_set>

namespace nervure {

namespace {

StepRole roleOf(std::string_view op)
{
    constexpr std::array<std::string_view, 2> transforms{"__layout_transform__", "transpose"};
    constexpr std::array<std::string_view, 3> copies{"copy", "_copy", "identity"};
    if (std::find(transforms.begin(), transforms.end(), op) != transforms.end()) {
        return StepRole::LayoutTransform;
    }
    if (std::find(copies.begin(), copies.end(), op) != copies.end()) {
        return StepRole::Copy;
    }
    return StepRole::Compute;
}

/// Builds one plan.
class PlanBuilder {
public:
    PlanBuilder(const PlanRequest &request, Diagnostics &diagnostics)
        : m_request(request),
          m_graph(*request.graph),
          m_diagnostics(diagnostics)
    {
        m_plan.graph = request.graph;
        m_plan.semantics = request.semantics;
        m_plan.alignment = request.alignment;
    }

    Result<ExecutionPlan> build()
    {
        RETURN_IF_FAILED(checkPlanRequest(m_request));
        ASSIGN_OR_RETURN(m_flows, planFlows(m_request, m_diagnostics));
        ASSIGN_OR_RETURN(std::vector<StepDraft> drafts, draftSteps(m_request));
        m_table.emplace(m_request, m_plan);
        makeSteps(drafts);
        makeOutputs();
        if (!m_request.groups.empty()) {
            m_elided = elideConcats(m_plan);
        }
        orderPhases();
        placeBuffers(m_plan, m_request.placement ? &*m_request.placement : nullptr);
        linkSteps(m_plan);
        tellFolded();
        return std::move(m_plan);
    }

private:
    static bool writesOutput(const StepDraft &draft, std::uint32_t index)
    {
        for (const KernelLaunch &launch : draft.kernel->launches) {
            for (const KernelArg &arg : launch.args) {
                if (arg.kind == KernelArg::Kind::Output && arg.index == index) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Operands of a node's outputs: those nobody outside sees get no memory of their own. What no
    /// operator of LightNet reads is a result, unless the kernel leaves it out.
    void makeOutputsOf(std::uint32_t node, bool isLast, const StepDraft &draft, PlanStep &step)
    {
        const bool isLightNet = m_graph.graph().dialect() == Dialect::LightNet;
        for (std::uint32_t i = 0; i < m_graph.node(node).outputCount; ++i) {
            const bool isRead = m_table->usesOf(node, i) != 0;
            const bool isInside = !isLast && (i == 0 || isRead);
            const bool isLeftOut = draft.kernel ? !writesOutput(draft, i) : !isLightNet;
            const bool isUnseen =
                i > 0 && !isRead && !m_request.placement && isLeftOut && m_flows.count(node) == 0;
            if (isInside || isUnseen) {
                m_table->addLocal(node, i, step.localCount++);
            } else {
                m_table->addBuffer(node, i);
            }
        }
    }

    /// The operator that a step is called after: the first that does more than compute element by
    /// element, else the first.
    [[nodiscard]] std::uint32_t rootOf(const StepDraft &draft) const
    {
        const auto it =
            std::find_if(draft.nodes.begin(), draft.nodes.end(), [this](std::uint32_t id) {
                const OpSpec *spec = m_graph.node(id).spec;
                return spec && spec->pattern.value_or(OpPattern::Opaque) > OpPattern::Injective;
            });
        return it == draft.nodes.end() ? draft.nodes.front() : *it;
    }

    void makeSteps(std::vector<StepDraft> &drafts)
    {
        for (StepDraft &draft : drafts) {
            PlanStep step;
            const Node &root = *m_graph.node(rootOf(draft)).node;
            step.root = root.name;
            step.op = root.op;
            addParts(draft, step);
            const auto named =
                std::find_if(step.originals.begin(), step.originals.end(),
                             [&](const NamedNode &node) { return node.name == step.root; });
            if (named != step.originals.end()) {
                step.rootId = named->id;
                std::rotate(step.originals.begin(), named, named + 1);
            }
            addArguments(draft, step);
            if (draft.kernel) {
                step.kernel = std::move(*draft.kernel);
            }
            addFlow(draft.nodes[0], step);
            const bool isFallback = m_request.device && step.kernel.launches.empty() && !step.flow;
            step.role = isFallback  ? StepRole::HostFallback
                        : step.flow ? StepRole::ControlFlow
                                    : roleOf(step.op);
            step.phase = phaseOf(step, m_graph.node(draft.nodes[0]));
            if (isFallback && step.phase == StepPhase::Run) {
                tellFallback(step, draft.hostReason);
            }
            for (const PlanOperand &output : step.outputs) {
                if (!output.isLocal() && step.phase == StepPhase::Prepare) {
                    m_constants.insert(output.buffer);
                }
            }
            measureStep(m_request, m_plan, step);
            addPacks(step);
            m_plan.steps.push_back(std::move(step));
        }
    }

    void addFlow(std::uint32_t node, PlanStep &step)
    {
        const auto it = m_flows.find(node);
        if (it == m_flows.end()) {
            return;
        }
        step.flow = it->second;
        for (const std::uint32_t state : step.flow->states) {
            for (const char *turn : {"even", "odd"}) {
                step.scratch.push_back(
                    m_table->addScratch(fmt::format("{}:state{}:{}", step.root, state, turn),
                                        m_plan.buffers[step.inputs.at(state).buffer].bytes));
            }
        }
    }

    void tellFallback(const PlanStep &step, const std::string &reason)
    {
        if (m_graph.graph().dialect() == Dialect::LightNet) {
            return;
        }
        Diagnostic note =
            makeWarningAt(step.root, "host-fallback", "{} {}: {}, it runs on the host", step.op,
                          quoted(step.root), reason);
        note.severity = Severity::Note;
        m_diagnostics.push_back(std::move(note));
    }

    void addParts(const StepDraft &draft, PlanStep &step)
    {
        std::unordered_set<NodeId> seen;
        for (const std::uint32_t id : draft.nodes) {
            const IndexedNode &node = m_graph.node(id);
            PlanNode part;
            part.node = id;
            for (const IndexedEntry &input : node.inputs) {
                part.in.push_back(m_table->operandOf(input.nodeId, input.index));
            }
            makeOutputsOf(id, id == draft.nodes.back(), draft, step);
            for (std::uint32_t i = 0; i < node.outputCount; ++i) {
                part.out.push_back(m_table->operandOf(id, i));
            }
            if (node.spec) {
                for (const std::uint32_t input : node.spec->mutatedInputs) {
                    if (input < part.in.size() && !part.in[input].isLocal()) {
                        step.mutated.push_back(part.in[input].buffer);
                    }
                }
            }
            addOriginals(node, seen, step);
            step.parts.push_back(std::move(part));
        }
    }

    [[nodiscard]] std::vector<NamedNode> originalsOf(const IndexedNode &node) const
    {
        const auto it = m_request.originals.find(node.source);
        return it == m_request.originals.end()
                   ? std::vector<NamedNode>{{node.source, node.node->name}}
                   : it->second;
    }

    /// The node itself is one the step runs; what passes merged into it is absorbed.
    void addOriginals(const IndexedNode &node, std::unordered_set<NodeId> &seen,
                      PlanStep &step) const
    {
        std::vector<NamedNode> nodes = originalsOf(node);
        const auto itself = std::find_if(nodes.begin(), nodes.end(), [&](const NamedNode &from) {
            return from.name == node.node->name;
        });
        if (itself != nodes.end()) {
            std::rotate(nodes.begin(), itself, itself + 1);
        }
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (seen.insert(nodes[i].id).second) {
                (i == 0 ? step.originals : step.absorbed).push_back(std::move(nodes[i]));
            }
        }
    }

    void addArguments(const StepDraft &draft, PlanStep &step)
    {
        for (const PlanNode &part : step.parts) {
            for (const PlanOperand &operand : part.in) {
                if (!operand.isLocal()) {
                    step.inputs.push_back(operand);
                }
            }
        }
        step.outputs = step.parts[0].out;
        if (step.parts.size() > 1) {
            step.outputs[0] = step.parts.back().out[0];
            for (std::size_t k = 1; k < step.parts.size(); ++k) {
                const auto &out = step.parts[k].out;
                std::copy_if(out.begin() + 1, out.end(), std::back_inserter(step.outputs),
                             [](const PlanOperand &operand) { return !operand.isLocal(); });
            }
        }
        if (!draft.kernel) {
            return;
        }
        for (std::size_t i = 0; i < draft.kernel->scratchBytes.size(); ++i) {
            step.scratch.push_back(m_table->addScratch(fmt::format("{}:scratch{}", step.root, i),
                                                       draft.kernel->scratchBytes[i]));
        }
    }

    [[nodiscard]] StepPhase phaseOf(const PlanStep &step, const IndexedNode &root) const
    {
        if (m_graph.graph().dialect() == Dialect::LightNet) {
            return root.spec && root.spec->isStatic ? StepPhase::Prepare : StepPhase::Run;
        }
        return step.mutated.empty() && readsConstants(step) ? StepPhase::Prepare : StepPhase::Run;
    }

    [[nodiscard]] bool readsConstants(const PlanStep &step) const
    {
        return std::all_of(step.inputs.begin(), step.inputs.end(), [&](const PlanOperand &input) {
            return m_plan.buffers[input.buffer].kind == BufferKind::Weight
                   || m_constants.count(input.buffer) != 0;
        });
    }

    /// A step in front of this one for each input that its kernel wants packed.
    void addPacks(PlanStep &step)
    {
        for (const InputPack &pack : step.kernel.packs) {
            PlanStep packing;
            packing.role = StepRole::LayoutTransform;
            packing.root = step.root;
            packing.rootId = step.rootId;
            packing.op = "pack";
            packing.inputs = {step.inputs.at(pack.input)};
            packing.outputs = {
                m_table->addPacked(fmt::format("{}:packed{}", step.root, pack.input), pack.floats)};
            packing.kernel.launches = pack.launches;
            packing.bytes = m_plan.buffers[packing.inputs[0].buffer].bytes
                            + m_plan.buffers[packing.outputs[0].buffer].bytes;
            if (readsConstants(packing)) {
                packing.phase = StepPhase::Prepare;
                m_constants.insert(packing.outputs[0].buffer);
            }
            step.inputs[pack.input] = packing.outputs[0];
            m_plan.steps.push_back(std::move(packing));
        }
    }

    void orderPhases()
    {
        auto &steps = m_plan.steps;
        const auto isPrepare = [](const PlanStep &s) { return s.phase == StepPhase::Prepare; };
        if (std::all_of(steps.begin(), steps.end(), isPrepare)
            && m_graph.graph().dialect() != Dialect::LightNet) {
            for (PlanStep &step : steps) {
                step.phase = StepPhase::Run;
            }
        }
        std::stable_partition(steps.begin(), steps.end(), isPrepare);
        for (std::uint32_t i = 0; i < steps.size(); ++i) {
            steps[i].id = i;
        }
    }

    void addOutput(std::uint32_t node, std::uint32_t index, std::string name)
    {
        const PlanOperand operand = m_table->operandOf(node, index);
        if (!operand.isLocal()) {
            m_plan.outputs.push_back({std::move(name), operand});
        }
    }

    /// The heads; in LightNet, which has none, what no operator uses.
    void makeOutputs()
    {
        const std::vector<std::string> &names = m_request.resultNames;
        for (std::size_t i = 0; i < m_graph.heads().size(); ++i) {
            const IndexedEntry &head = m_graph.heads()[i];
            addOutput(head.nodeId, head.index,
                      names.size() == m_graph.heads().size()
                          ? names[i]
                          : resultName(m_graph.node(head.nodeId), head.index));
        }
        if (m_graph.graph().dialect() != Dialect::LightNet) {
            return;
        }
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            for (std::uint32_t i = 0; i < m_graph.node(id).outputCount; ++i) {
                if (m_table->usesOf(id, i) == 0) {
                    addOutput(id, i, resultName(m_graph.node(id), i));
                }
            }
        }
    }

    /// The step of the run phase that writes a buffer: there is one.
    [[nodiscard]] const PlanStep *makerOf(std::uint32_t buffer) const
    {
        return &*std::find_if(m_plan.steps.begin(), m_plan.steps.end(), [&](const PlanStep &step) {
            return step.phase == StepPhase::Run
                   && std::any_of(
                       step.outputs.begin(), step.outputs.end(),
                       [&](const PlanOperand &output) { return output.buffer == buffer; });
        });
    }

    /// By nodes of the document: the step that does their work, though it does not run them.
    using Doers = std::unordered_map<NodeId, const PlanStep *>;

    static void addAll(const std::vector<NamedNode> &nodes, const PlanStep *step, Doers &doers)
    {
        for (const NamedNode &node : nodes) {
            doers.emplace(node.id, step);
        }
    }

    /// What views and removed nodes belong to: the step that makes the value they show.
    void addViews(Doers &doers)
    {
        std::unordered_map<std::uint32_t, const PlanStep *> stepOf;
        for (const PlanStep &step : m_plan.steps) {
            for (const PlanNode &part : step.parts) {
                stepOf.emplace(part.node, &step);
            }
        }
        for (const ElidedStep &elided : m_elided) {
            const PlanStep *maker = makerOf(elided.maker);
            stepOf.emplace(elided.step.parts[0].node, maker);
            addAll(elided.step.originals, maker, doers);
            addAll(elided.step.absorbed, maker, doers);
        }
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            const IndexedNode &node = m_graph.node(id);
            if (!isViewNode(node)) {
                continue;
            }
            // Nodes come after their inputs: a view of a view finds the same step.
            const auto maker = stepOf.find(node.inputs[0].nodeId);
            if (maker == stepOf.end()) {
                continue;
            }
            const PlanStep *step = maker->second;
            stepOf.emplace(id, step);
            addAll(originalsOf(node), step, doers);
        }
    }

    void tellFolded()
    {
        std::unordered_set<NodeId> layered;
        Doers doers;
        const auto isRun = [](const PlanStep &s) { return s.phase == StepPhase::Run; };
        const auto first = std::find_if(m_plan.steps.begin(), m_plan.steps.end(), isRun);
        for (auto step = first; step != m_plan.steps.end(); ++step) {
            for (const NamedNode &node : step->originals) {
                layered.insert(node.id);
            }
            addAll(step->absorbed, &*step, doers);
        }
        addViews(doers);
        for (const NamedNode &node : m_request.documentOperators) {
            if (layered.count(node.id) != 0) {
                continue;
            }
            FoldedNode &folded = m_plan.folded.emplace_back(FoldedNode{node, {}});
            if (const auto it = doers.find(node.id); it != doers.end()) {
                folded.into = it->second->root;
                if (isRun(*it->second)) {
                    folded.layer = it->second->id - first->id;
                }
            }
        }
    }

    const PlanRequest &m_request;
    const IndexedGraph &m_graph;
    Diagnostics &m_diagnostics;
    ExecutionPlan m_plan;
    std::optional<OperandTable> m_table;
    FlowPlans m_flows;
    std::set<std::uint32_t> m_constants; ///< buffers that prepare steps write
    std::vector<ElidedStep> m_elided;
};

} // namespace

std::string resultName(const IndexedNode &node, std::uint32_t index)
{
    if (index < node.node->outputPorts.size()) {
        return node.node->outputPorts[index].tensor;
    }
    const bool isAlone = node.outputCount == 1 || (node.spec && node.spec->visibleOutputs == 1);
    return isAlone && index == 0 ? node.node->name : fmt::format("{}:{}", node.node->name, index);
}

Result<ExecutionPlan> buildPlan(const PlanRequest &request, Diagnostics &diagnostics)
{
    return PlanBuilder(request, diagnostics).build();
}

} // namespace nervure
