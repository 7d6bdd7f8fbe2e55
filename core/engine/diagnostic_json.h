// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure {

/// {severity, code, message, node, holders, file, line, column, trails}; unknown places are null, trails are
/// {what, steps: [{node, value}]}.
[[nodiscard]] nlohmann::ordered_json diagnosticJson(const Diagnostic &diagnostic);
[[nodiscard]] nlohmann::ordered_json diagnosticsJson(const Diagnostics &diagnostics);

/// Reads them again; what is missing or no finding stays empty.
[[nodiscard]] Diagnostic diagnosticFrom(const nlohmann::ordered_json &json);
[[nodiscard]] Diagnostics diagnosticsFrom(const nlohmann::ordered_json &json);

} // namespace nervure
