// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace nervure {

struct LayoutClientOptions {
    std::filesystem::path helper;                  ///< nervure-layout; empty: never started
    std::chrono::milliseconds deadline{10000};     ///< for all of Graphviz's work on one request
    std::chrono::milliseconds pieceDeadline{2000}; ///< for one piece
    /// Layouts that took a while are kept here from run to run; empty: they are not.
    std::filesystem::path cacheFolder;
    bool isWhole = false; ///< whole components go to Graphviz as they are, for comparison
};

/// Lays out graphs: draws far-reaching lines of shared values as stubs, splits the rest at its cuts,
/// asks nervure-layout for each different piece once and remembers it, and puts the pieces together.
/// Where there is much to lay out, several helpers share it. What is still large is laid out our own
/// way, chunk by chunk. A helper that dies is started once more; where it is missing, crashes or takes
/// too long, our own layout stands in. Keeps helpers running; use it from one thread at a time.
class LayoutClient {
public:
    explicit LayoutClient(LayoutClientOptions options);
    ~LayoutClient();
    LayoutClient(LayoutClient &&) noexcept;
    LayoutClient &operator=(LayoutClient &&) noexcept;

    /// Of which picture a request is: of a new one, or of that of the request before.
    enum class Picture : std::uint8_t { New, Same };

    /// Fails only with code "cancelled" (the helper is killed then).
    Result<LayoutResult> layout(const LayoutRequest &request, const JobControl &control = {},
                                Picture picture = Picture::New);

    /// Why something of the last picture is not Graphviz's, if it is not.
    [[nodiscard]] const std::optional<Diagnostic> &problem() const;
    /// How many pieces the helper has laid out so far.
    [[nodiscard]] std::size_t helperCalls() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace nervure
