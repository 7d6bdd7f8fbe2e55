// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string_view>

namespace nervure {

/// A text of core, which is English, in the language of the interface: what operators, attributes and
/// passes say of themselves. Its translations are in translations/core_LANG.ts; without one it is as it is.
[[nodiscard]] QString coreWords(std::string_view text);

} // namespace nervure
