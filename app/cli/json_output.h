// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/support/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure::cli {

/// {severity, code, message, node, file, line, column}; unknown places are null.
[[nodiscard]] nlohmann::ordered_json diagnosticJson(const Diagnostic &diagnostic);
[[nodiscard]] nlohmann::ordered_json diagnosticsJson(const Diagnostics &diagnostics);

/// A graph attribute as `pass --json` shows it: shapes as lists, dtypes as NNVM's codes,
/// graphs and fused groups as NNVM writes them, plans as planJson() does with their programs.
[[nodiscard]] nlohmann::ordered_json analysisJson(const AnalysisValue &value);

/// A finite number as it is, else the text "nan", "inf" or "-inf".
[[nodiscard]] nlohmann::ordered_json numberJson(double value);

/// The document as text; bytes that are not UTF-8 become replacement characters.
[[nodiscard]] std::string documentText(const nlohmann::ordered_json &document);

} // namespace nervure::cli
