// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace nervure {

struct ActionContext;
struct ActionSpec;

/// Why an action that is disabled cannot be done now, as a short sentence: "No model is open".
[[nodiscard]] QString whyDisabled(const ActionSpec &spec, const ActionContext &context);

} // namespace nervure
