// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure {

/// {severity, code, message, node, file, line, column}; unknown places are null.
[[nodiscard]] nlohmann::ordered_json diagnosticJson(const Diagnostic &diagnostic);
[[nodiscard]] nlohmann::ordered_json diagnosticsJson(const Diagnostics &diagnostics);

} // namespace nervure
