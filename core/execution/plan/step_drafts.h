// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/plan_builder.h"

namespace nervure {

/// The nodes of one step in order, the root first, and the launches that compute them together.
struct StepDraft {
    std::vector<std::uint32_t> nodes;
    std::optional<KernelSpec> kernel; ///< nothing: the step runs on the host
    std::string hostReason;           ///< why, if it does
};

/// Decides which nodes run together, in the order of the steps. A group whose root's kernel cannot
/// take its followers is taken apart. Variables and views are no steps; every operator is known.
/// Fails for a node that has neither a kernel on the request's device nor a reference.
[[nodiscard]] Result<std::vector<StepDraft>> draftSteps(const PlanRequest &request);

/// Shapes and types of a node's inputs and outputs, in one place.
struct NodeTypes {
    Shapes inShapes;
    DTypes inTypes;
    Shapes outShapes;
    DTypes outTypes;
};
[[nodiscard]] NodeTypes typesOf(const PlanRequest &request, std::uint32_t node);

/// Whether the node is another shape of its input and needs no step.
[[nodiscard]] bool isViewNode(const IndexedNode &node);

} // namespace nervure
