// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/control_flow.h"
#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/op/kernel_spec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What a buffer of a plan is for.
enum class BufferKind : std::uint8_t {
    Input,        ///< uploaded before every run
    Weight,       ///< a parameter, or computed from parameters in the prepare phase; never changes
    Intermediate, ///< lives from its first to its last step, in the arena
    Output,       ///< read after every run; own allocation
    Scratch,      ///< working memory of one step, in the arena
    State,        ///< a variable some step changes; restored before every run
};
/// "input", "weight", …
[[nodiscard]] std::string_view bufferKindName(BufferKind kind);

/// A piece of device memory.
struct PlanBuffer {
    std::uint32_t id = 0; ///< its index in ExecutionPlan::buffers
    BufferKind kind = BufferKind::Intermediate;
    std::string name;            ///< the variable, or "node:output", or "node:scratch0"
    DType type = DType::Unknown; ///< Unknown for scratch
    Shape shape;                 ///< empty for scratch
    std::int64_t bytes = 0;
    /// Position in the arena in bytes, a multiple of the plan's alignment; nothing: own allocation.
    std::optional<std::int64_t> arenaOffset;
    /// The buffer that this one is a part of (see elideConcats()), and where in it, in bytes.
    std::optional<std::uint32_t> whole;
    std::int64_t wholeOffset = 0;
    /// First and last step that touch it (indices of steps). Inputs and weights start at 0 and
    /// outputs and states end with the last step. first > last: nothing uses it.
    std::uint32_t firstStep = 0;
    std::uint32_t lastStep = 0;
};

/// A tensor as a step sees it: a buffer under a type and a shape (views differ in shape alone), or
/// a value that exists only inside a fused step.
struct PlanOperand {
    static constexpr std::uint32_t noBuffer = 0xffffffff;

    std::uint32_t buffer = noBuffer;
    std::uint32_t local = 0; ///< number of the value inside the step when there is no buffer
    DType type = DType::Unknown;
    Shape shape;

    [[nodiscard]] bool isLocal() const { return buffer == noBuffer; }
};

/// One operator of a step with its operands: what a host runs through OpSpec::reference.
struct PlanNode {
    std::uint32_t node = 0; ///< its id in ExecutionPlan::graph; it has an OpSpec
    std::vector<PlanOperand> in;
    std::vector<PlanOperand> out;
};

enum class StepRole : std::uint8_t { Compute, LayoutTransform, Copy, HostFallback, ControlFlow };
/// "compute", "layout_transform", "copy", "host_fallback", "control_flow".
[[nodiscard]] std::string_view stepRoleName(StepRole role);

enum class StepPhase : std::uint8_t { Prepare, Run };
/// "prepare" or "run".
[[nodiscard]] std::string_view stepPhaseName(StepPhase phase);

/// A node of the document by id, and by name for people. No id: nothing in the document is it, or it is
/// not known which node that was.
struct NamedNode {
    NodeId id;
    std::string name;
    bool operator==(const NamedNode &) const = default;
};
[[nodiscard]] std::vector<std::string> namesOf(const std::vector<NamedNode> &nodes);

struct ExecutionPlan;

/// A body of an operator of control flow, as a plan of its own. What runs it gives memory to its inputs
/// and its weights, and to those of its results that are direct: they are bound, again and again.
struct PlanBody {
    /// A variable of the body.
    struct Read {
        std::uint32_t buffer = 0; ///< of the body's plan
        std::uint32_t input = 0;  ///< of the operator
    };

    std::shared_ptr<const ExecutionPlan> plan;
    std::vector<Read> reads;
    /// By result: its step may write where the result is wanted. Others are copied there: what is a
    /// variable, a constant or another result too.
    std::vector<bool> isDirect;
};

/// How the host drives the bodies of an operator of control flow (core/execution/flow_driver.h). The step
/// has as many inputs and outputs as the operator, and two scratch buffers for each state, which hold its
/// values by turns.
struct PlanFlow {
    ControlFlow::Kind kind = ControlFlow::Kind::Foreach;
    std::int64_t mostSteps = 1;        ///< of a Foreach exactly so many
    std::vector<bool> isSliced;        ///< by input: the body gets a row of it
    std::vector<std::uint32_t> states; ///< by state: the input that holds its first value
    std::uint32_t outData = 0;         ///< so many outputs get a row for each step; states follow
    std::vector<PlanBody> bodies;
};

/// One executed group: a root operator and what was fused into it; a layer of the profile.
struct PlanStep {
    std::uint32_t id = 0; ///< its index in ExecutionPlan::steps
    StepRole role = StepRole::Compute;
    StepPhase phase = StepPhase::Run;
    std::string root; ///< name of the root operator's node
    NodeId rootId;    ///< the document's node of that name that it came from, if any
    std::string op;   ///< the root's operator
    std::vector<NamedNode> originals; ///< the document's nodes this step runs, the root first
    std::vector<NamedNode> absorbed;  ///< those whose work passes merged into one of them
    std::vector<PlanNode> parts;      ///< in order; more than one in a fused step
    std::uint32_t localCount = 0;     ///< values that live only between the parts
    /// Buffers of the kernel's arguments: KernelArg::Input i is inputs[i], Output i outputs[i],
    /// Scratch i scratch[i]. A fused step's inputs are the root's, then the followers' others.
    /// An input that the kernel has packed is here in its packed form.
    /// Also set for host steps: everything read, and everything written. An output that nobody
    /// sees and no launch writes is local (it has no buffer).
    std::vector<PlanOperand> inputs;
    std::vector<PlanOperand> outputs;
    std::vector<std::uint32_t> scratch; ///< buffers
    std::vector<std::uint32_t> mutated; ///< state buffers this step changes; also in `inputs`
    /// Launches with the followers' code in their `defines`; empty when the step runs on the host.
    KernelSpec kernel;
    std::shared_ptr<const PlanFlow> flow; ///< of an operator of control flow, which has no launches
    std::vector<std::uint32_t> dependencies; ///< steps that must end first, storage reuse included
    std::int64_t flops = 0; ///< floating point operations (two a multiply-accumulate)
    std::int64_t macs = 0;  ///< multiply-accumulates among them
    std::int64_t bytes = 0; ///< inputs read and outputs written, once each
};

/// A result of the plan.
struct PlanOutput {
    std::string name; ///< "node" for the only output of a node, else "node:output"
    PlanOperand operand;
};

/// A node of the document that no step of the run phase runs: it has no kernel.
struct FoldedNode {
    NamedNode node;
    std::string into; ///< root of the step that does its work; empty when nothing is left of it
    /// That step's place in the run phase, which is LayerProfile::id; nothing: another phase does it.
    std::optional<std::uint32_t> layer{};
};

/// Everything a device needs to run a graph, as readable data: built once by buildPlan(), run many
/// times by a Backend. Steps are in a valid order: all of the prepare phase, then the run phase.
struct ExecutionPlan {
    std::shared_ptr<const IndexedGraph> graph; ///< keeps the nodes and attributes alive
    Semantics semantics = Semantics::Exact;
    std::vector<PlanBuffer> buffers;
    std::vector<PlanStep> steps;
    std::vector<std::uint32_t> inputs;  ///< buffers named after the variables, in graph order
    std::vector<std::uint32_t> weights; ///< buffers the caller fills before the prepare phase
    std::vector<std::uint32_t> states;  ///< buffers whose initial value the caller gives
    std::vector<PlanOutput> outputs;
    std::vector<FoldedNode> folded;
    std::int64_t arenaBytes = 0;      ///< size of the one allocation behind all arena offsets
    std::int64_t arenaLowerBound = 0; ///< most bytes alive at one step: no planner does better
    std::int64_t alignment = 64;      ///< of arena offsets, in bytes

    [[nodiscard]] RuleContext rule(const PlanNode &part) const
    {
        return graph->node(part.node).rule(semantics);
    }
};

} // namespace nervure
