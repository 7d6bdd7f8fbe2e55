// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace nervure {

/// A message of core in the language of the interface. Names, numbers and shapes in it are taken out, what
/// is left is looked up ("{} has shape {}", translations/core_LANG.ts) and they are put in again; what was
/// found and what was expected are looked up one by one if not together. A message of which some part is
/// not there stays as it is: half of it would not help.
[[nodiscard]] QString coreMessage(const QString &message);

} // namespace nervure
