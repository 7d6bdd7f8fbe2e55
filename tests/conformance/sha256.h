// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nervure::conformance {

/// The SHA-256 digest of bytes (FIPS 180-4) as 64 hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

} // namespace nervure::conformance
