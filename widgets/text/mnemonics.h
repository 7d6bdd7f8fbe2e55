// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace nervure {

/// Text for a button, a menu, a tab or the label of a field in which every & stands for itself: names,
/// queries and values that people wrote.
[[nodiscard]] inline QString withoutMnemonics(QString text)
{
    return text.replace(u'&', QStringLiteral("&&"));
}

} // namespace nervure
