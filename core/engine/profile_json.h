// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <span>

namespace nervure {

/// The document of `profile` without its diagnostics. `nodes` are those of the model
/// in the order of its text: `node_id`, `node_ids` are places in it, as `#12` is; null where a node is
/// not in it.
[[nodiscard]] nlohmann::ordered_json profileJson(const ProfileReport &report,
                                                 std::span<const NodeId> nodes);

/// {median, min, max, …, ci95, count, outliers}, and such a member read again.
[[nodiscard]] nlohmann::ordered_json statisticsJson(const Statistics &statistics);
[[nodiscard]] Statistics statisticsFrom(const nlohmann::ordered_json &json);

/// Reads that document, which may be of an older version: what is missing stays as in an empty report, as
/// the plan does. Written again, it is the same but for the age of the ceilings. Nodes get the ids that `nodes`
/// has at their places, where it and the document have them; else they are known by name alone. Fails with
/// "profile-file" on what is no profile.
[[nodiscard]] Result<ProfileReport> profileFrom(const nlohmann::ordered_json &json,
                                                std::span<const NodeId> nodes);

/// Reads ceilingsJson(); nothing where it is null. Whether they are to be trusted was decided where they were
/// measured.
[[nodiscard]] std::optional<DeviceCeilings> ceilingsFrom(const nlohmann::ordered_json &json);

} // namespace nervure
