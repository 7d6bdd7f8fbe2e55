// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/cancellation.h"

namespace nervure::cli {

/// From now on the first SIGINT or SIGTERM cancels this token, so that what was done until then is reported; the second
/// ends the process.
[[nodiscard]] CancelToken stoppedBySignals();

} // namespace nervure::cli
