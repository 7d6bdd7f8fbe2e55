// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/report.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure::conformance {

/// One record of extra/mem_pool_traces.json: the addresses that LightNet's pool gives, and what it
/// looks like in the end.
void runLightNetPoolCase(const nlohmann::json &record, FileReport &report);

} // namespace nervure::conformance
