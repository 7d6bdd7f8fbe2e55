// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QString>

namespace nervure {

/// One of our line icons (:/nervure/icons/NAME.svg), drawn in the palette's text color at the
/// time it is painted, so that it follows light and dark. Signs of state keep their own color:
/// "error" red, "warning" amber, "check" green. An unknown name gives an empty icon.
[[nodiscard]] QIcon tintedIcon(const QString &name);

} // namespace nervure
