// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {

/// The version of the program: "0.2.0". The one place that is compiled anew for another version.
[[nodiscard]] const char *programVersion();

} // namespace nervure
