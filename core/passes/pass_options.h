// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_request.h"
#include "core/passes/pass_spec.h"

namespace nervure {

/// The requested options with the defaults of all others. Fails for options that the pass does not have
/// ("option-unknown") and for values that they do not take ("option-invalid").
[[nodiscard]] Result<OptionValues> completeOptions(const PassSpec &spec,
                                                   const PassRequest &request);

} // namespace nervure
