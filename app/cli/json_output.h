// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/diagnostic_json.h"
#include "core/engine/report_json.h"
#include "core/graph/analysis/analyses.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure::cli {

/// A graph attribute as `pass --json` shows it: shapes as lists, dtypes as NNVM's codes,
/// graphs and fused groups as NNVM writes them, plans as planJson() does with their programs.
[[nodiscard]] nlohmann::ordered_json analysisJson(const AnalysisValue &value);

/// The document as text; bytes that are not UTF-8 become replacement characters.
[[nodiscard]] std::string documentText(const nlohmann::ordered_json &document);

} // namespace nervure::cli
