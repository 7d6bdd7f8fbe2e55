// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nervure {

/// A place in a buffer: of the plan that has the step, or of one of the step's bodies.
struct FlowPlace {
    std::uint32_t buffer = 0;
    std::int64_t offset = 0; ///< in bytes
    std::optional<std::uint32_t> body{};

    bool operator==(const FlowPlace &) const = default;
};

/// What a back end does where the host drives the bodies of a step. It works in the order it was asked.
class FlowMemory {
public:
    virtual ~FlowMemory() = default;

    /// Whether bind() takes places in the middle of a buffer.
    [[nodiscard]] virtual bool bindsParts() const = 0;
    /// From now on this buffer of a body is the memory at that place, which belongs to the step's plan.
    virtual void bind(std::uint32_t body, std::uint32_t buffer, const FlowPlace &place) = 0;
    virtual void copy(const FlowPlace &from, const FlowPlace &to, std::int64_t bytes) = 0;
    virtual void clear(const FlowPlace &place, std::int64_t bytes) = 0;
    /// Waits for what was asked before.
    virtual void read(const FlowPlace &from, std::span<std::byte> to) = 0;
    virtual Status runBody(std::uint32_t body) = 0;
    /// Waits for what was asked before, so that it takes no more memory and can be canceled.
    virtual void settle() = 0;
};

/// By buffer of a body: it is always bound, and needs no memory of its own.
[[nodiscard]] std::vector<bool> boundBuffers(const PlanFlow &flow, std::uint32_t body,
                                             bool bindsParts);

/// Runs a step of control flow: the body of a `foreach` for each row, that of a `while_loop` until its
/// condition is 0 or it has run mostSteps times (the rows that are left are 0), one of the two of a
/// `cond`. States start as the step's inputs and end as its outputs. Asks `cancel` before each run.
[[nodiscard]] Status driveFlow(const PlanStep &step, FlowMemory &memory, const CancelToken &cancel);

} // namespace nervure
