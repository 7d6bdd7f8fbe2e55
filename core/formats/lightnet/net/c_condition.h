// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lightnet/net/c_tokens.h"
#include "core/support/result.h"

#include <cstdint>
#include <span>

namespace nervure {

/// The value of an #if's integer expression whose macros are expanded and whose `defined` are
/// numbers; identifiers that are left count as 0. Fails with a message on anything else.
[[nodiscard]] Result<std::int64_t> conditionValue(std::span<const CToken> tokens);

} // namespace nervure
