// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// Finished layouts in a folder, by the content of their requests, so that a model that is opened
/// again is shown at once. Files are written whole or not at all; one that is damaged is as good as
/// none. The folder never holds much more than its limit: the oldest files go first.
class LayoutCache {
public:
    static constexpr std::uintmax_t usualLimit = std::uintmax_t{256} << 20U;

    /// An empty folder keeps nothing; one that cannot be written only costs time.
    explicit LayoutCache(std::filesystem::path folder, std::uintmax_t byteLimit = usualLimit);

    [[nodiscard]] std::optional<LayoutResult> find(const LayoutRequest &request) const;
    void keep(const LayoutRequest &request, const LayoutResult &result) const;
    /// Where the layout of this request is, or would be.
    [[nodiscard]] std::filesystem::path fileOf(const LayoutRequest &request) const;

private:
    void makeRoom() const;

    std::filesystem::path m_folder;
    std::uintmax_t m_limit;
};

/// A layout as bytes to be kept elsewhere, with the room that labels have in it.
[[nodiscard]] std::string packLayout(const LayoutRequest &request, const LayoutResult &result);
/// What packLayout() was given, for whoever asks for the same boxes and lines with labels no larger:
/// where there are none by now, none are placed. Nothing for another request and for bytes that are
/// damaged or no layout at all.
[[nodiscard]] std::optional<LayoutResult> unpackLayout(std::string_view bytes,
                                                       const LayoutRequest &request);

} // namespace nervure
