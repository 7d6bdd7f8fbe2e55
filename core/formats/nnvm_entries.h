// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op_registry.h"

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
bool readNnvmEntries(JsonReport &report, const JsonValue &array, Entries &entries,
                     std::string_view what);

/// Operators that only our passes make are of our own dialect.
void setNnvmDialect(Node &node, const OpRegistry &ops);

/// Keeps the ids that references of faulty files name from being given to new nodes.
void reserveNamedIds(Graph &graph);

} // namespace nervure
