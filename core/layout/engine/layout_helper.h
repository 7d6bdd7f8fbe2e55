// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"
#include "core/support/cancellation.h"
#include "core/support/process.h"
#include "core/support/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>

namespace nervure {

/// Until when a piece may be worked on.
struct PieceLimits {
    std::chrono::steady_clock::time_point end;
    std::chrono::milliseconds longest{0}; ///< for one piece
};

/// One nervure-layout that lays out a piece at a time and is started when it is first needed. It may
/// die or be killed at any time. Used by one thread at a time; different ones by different threads.
class LayoutHelper {
public:
    /// No program: all pieces are laid out our own way.
    explicit LayoutHelper(std::filesystem::path program) : m_program(std::move(program)) {}

    /// With Graphviz if it can, else our own way. Fails only with code "cancelled"; the program is
    /// killed then.
    Result<LayoutResult> layout(const LayoutRequest &request, const PieceLimits &limits,
                                const JobControl &control);

    /// How many pieces the program has laid out so far.
    [[nodiscard]] std::size_t calls() const { return m_calls; }
    /// Why a piece is not Graphviz's, or that the program had to be started again; then forgotten.
    [[nodiscard]] std::optional<Diagnostic> takeProblem();

private:
    Status start();
    Result<LayoutResult> ask(const LayoutRequest &request, const PieceLimits &limits,
                             const JobControl &control);

    std::filesystem::path m_program;
    std::optional<Process> m_process;
    std::optional<Diagnostic> m_problem;
    std::size_t m_calls = 0;
};

} // namespace nervure
