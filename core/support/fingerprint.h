// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nervure {

/// 32 hexadecimal digits that stand for a text in file names and databases. No protection against
/// those who look for collisions: it tells apart what happens to differ.
[[nodiscard]] std::string fingerprint(std::string_view text);

/// 16 hexadecimal digits that tell damaged bytes from whole ones.
[[nodiscard]] std::string checksum(std::string_view bytes);

} // namespace nervure
