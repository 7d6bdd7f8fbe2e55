// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure::cli {

/// The reference page of an operator as text: summary, inputs, outputs, attributes with kind,
/// default and limits, and which rules it has. All of it comes from the declaration.
/// Of versioned operators also what each version changed.
[[nodiscard]] std::string opPage(const OpSpec &op, const OpRegistry &ops);

/// The same as JSON: {name, dialect, aliases, summary, category, attrs, inputs, outputs, rules}.
[[nodiscard]] nlohmann::ordered_json opJson(const OpSpec &op);

/// "integer", "number", …: the kind of an attribute in one or two words.
[[nodiscard]] std::string_view attrKindName(AttrKind kind);

} // namespace nervure::cli
