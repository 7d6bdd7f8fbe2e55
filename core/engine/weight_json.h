// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight_report.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace nervure {

/// {name, dtype, shape, elements, bytes, nans, infinities, zeros, min, max, mean, std, histogram,
///  slice {shape, values}, heat_map {at, rows, columns, height, width, cells, axes}}: the figures from min to
/// histogram where there are finite elements, the heat map where one was asked for.
[[nodiscard]] nlohmann::ordered_json weightReportJson(const WeightReport &report);
/// What weightReportJson() wrote; nothing where it is none. Of the slice only its shape is told.
[[nodiscard]] std::optional<WeightReport> weightReportFrom(const nlohmann::ordered_json &json);

/// [down, across]; nothing for anything else.
[[nodiscard]] std::optional<PlaneAxes> planeAxesFrom(const nlohmann::ordered_json &json);

} // namespace nervure
