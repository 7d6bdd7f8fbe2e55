// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nervure {

class JsonReport;
class JsonValue;

/// Reads an integer of 32 bits; refuses anything else. `what` names the value in messages.
bool readNnvmNumber(JsonReport &report, const JsonValue &value, std::uint32_t &number,
                    std::string_view what);

/// Appends a list of entries, [node, index] or [node, index, version] each.
bool readNnvmEntries(JsonReport &report, const JsonValue &array, std::vector<Entry> &entries,
                     std::string_view what);

} // namespace nervure
