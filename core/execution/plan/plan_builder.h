// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"
#include "core/support/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace nervure {

/// Memory that was planned before: one arena of zeros in which every tensor lies, as LightNet has it.
struct PlanPlacement {
    std::vector<std::int64_t> offsets; ///< by entry id, in bytes from the arena's start
    std::int64_t bytes = 0;            ///< of the arena
    /// Names of tensors whose elements are there before the first step; they become weights.
    std::set<std::string> loaded;
};

struct FlowRequest;

/// What a plan is built from: a compiled graph with its analyses, and the device it is for.
struct PlanRequest {
    std::shared_ptr<const IndexedGraph> graph;
    Shapes shapes; ///< by entry id; all that are used must be known
    DTypes types;  ///< by entry id
    /// By node id: any number that the nodes of a fused group share (keys::groupRoot). On the host a
    /// group runs as one step at the place of its last node, unless something else reads a value
    /// inside of it or it depends on when a variable changes; on a device also only if its first
    /// node's kernel can compute the others where it stores. Empty: every node is alone.
    std::vector<std::int64_t> groups;
    std::set<std::string> parameters; ///< names of the variables that are parameters
    /// What kernels are chosen for; nothing: all steps run on the host (device "reference").
    std::optional<DeviceTraits> device;
    /// Names of nodes that run on the host all the same: the device refused their kernels.
    std::set<std::string, std::less<>> hostNodes;
    std::int64_t alignment = 64; ///< of arena offsets, in bytes
    /// Where tensors lie, for the host alone: offsets need not be aligned, and tensors may overlap.
    std::optional<PlanPlacement> placement;
    Semantics semantics = Semantics::Exact;
    /// The document's nodes that a node of `graph` came from; those not listed came from themselves.
    std::unordered_map<NodeId, std::vector<NamedNode>> originals;
    /// What the results are called, by head; empty: after their nodes (resultName()). A pass may have
    /// put something behind the document's nodes.
    std::vector<std::string> resultNames;
    /// All operators of the document, in order: what no step runs is told as folded.
    std::vector<NamedNode> documentOperators;
    /// By node id: what the plans of an operator's bodies are built from.
    std::map<std::uint32_t, std::shared_ptr<const FlowRequest>> flows;
};

/// An operator of control flow with its bodies. `flow` says which of its inputs a body's variables read,
/// by the bodies as they were before they were compiled: their variables have names of their own. Device,
/// alignment and hostNodes are taken from the plan around.
struct FlowRequest {
    ControlFlow flow;
    std::vector<PlanRequest> bodies;
};

/// What the result that is this output of a node is called: as the node, if it is the only one or the
/// others are hidden (statistics of batch_norm).
[[nodiscard]] std::string resultName(const IndexedNode &node, std::uint32_t index);

/// Turns a graph into steps, buffers and dependencies:
/// - views (OpSpec::isView) become other names of their input's buffer;
/// - a group becomes one step if it can (see PlanRequest::groups), else one a node;
/// - an input that a kernel wants packed (KernelSpec::packs) is packed by a step of its own, "pack";
/// - where nodes run in groups, tensors that are only joined or cut apart are parts of one buffer and
///   need no step (elideConcats());
/// - an operator without a kernel for these types runs on the host; a note says so;
/// - an operator of control flow is one step, with the plans of its bodies;
/// - what depends on parameters alone runs in the prepare phase (for LightNet: what lives in static
///   memory), unless nothing would be left to run;
/// - variables that an operator changes are states;
/// - intermediate buffers lie in one arena by lifetime, or all buffers where the request places them.
/// Fails on a shape or type that is unknown, on a size no memory can hold, and on an operator that
/// is not known or can run neither on the device nor on the host.
[[nodiscard]] Result<ExecutionPlan> buildPlan(const PlanRequest &request, Diagnostics &diagnostics);

} // namespace nervure
