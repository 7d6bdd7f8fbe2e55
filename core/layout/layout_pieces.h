// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/layout_helper.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace nervure {

/// The pieces of pictures: laid out once, several at a time, and remembered by their content.
class LayoutPieces {
public:
    explicit LayoutPieces(const std::filesystem::path &program);

    /// Begins a picture: forgets makeshift pieces, and all when they became many.
    void begin();
    /// The piece, if it is remembered; stays until the next picture begins.
    [[nodiscard]] const LayoutResult *find(const LayoutRequest &request,
                                           std::span<const std::uint32_t> topOrder = {}) const;
    const LayoutResult &keep(const LayoutRequest &request, LayoutResult piece,
                             std::span<const std::uint32_t> topOrder = {});
    /// Makes those of the pieces that are not remembered. Fails only with code "cancelled".
    Status make(const std::vector<const LayoutRequest *> &wanted, const PieceLimits &limits,
                const JobControl &control);

    [[nodiscard]] std::size_t helperCalls() const;
    /// The first of the helpers' problems; they are forgotten.
    [[nodiscard]] std::optional<Diagnostic> takeProblem();

private:
    struct Task {
        std::string key;
        const LayoutRequest *request = nullptr;
        std::optional<Result<LayoutResult>> result = std::nullopt;
    };

    [[nodiscard]] std::vector<Task> tasksOf(const std::vector<const LayoutRequest *> &wanted) const;
    void work(std::vector<Task> &tasks, const PieceLimits &limits, const JobControl &control);

    std::vector<LayoutHelper> m_helpers;
    std::unordered_map<std::string, LayoutResult> m_memory; ///< by content
};

} // namespace nervure
