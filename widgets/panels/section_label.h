// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace nervure {

/// A heading inside a panel.
[[nodiscard]] QLabel *sectionLabel(const QString &text, QWidget *parent);

} // namespace nervure
