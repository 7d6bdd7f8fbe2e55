// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// Attributes that operators of a framework never look at: they are for others (an optimizer, a scheduler),
/// stay in the file and are no fault.

/// NNVM's: __name__.
[[nodiscard]] bool isNnvmHiddenKey(std::string_view key);
/// MXNet's: also its own keys without the underscores, plain or behind an input's name
/// ("weight_lr_mult"), as releases before 1.0 wrote them.
[[nodiscard]] bool isMXNetHiddenKey(std::string_view key);

/// What MXNet keeps as __name__ (kHiddenKeys of its C API).
inline constexpr std::array<std::string_view, 6> mxnetHiddenKeys{
    "ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage", "profiler_scope"};

/// An attribute in the old spelling of MXNet's hidden keys.
struct MXNetHiddenKey {
    std::string_view input; ///< whose it is: "weight" of weight_lr_mult; empty: the node's own
    std::string key;        ///< as MXNet keeps it now: "__lr_mult__"
};
/// Nothing for keys in today's spelling and for all others.
[[nodiscard]] std::optional<MXNetHiddenKey> oldMXNetHiddenKey(std::string_view key);

} // namespace nervure
