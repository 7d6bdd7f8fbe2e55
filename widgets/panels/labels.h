// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

class QFormLayout;

namespace nervure {

/// A heading inside a panel.
[[nodiscard]] QLabel *sectionLabel(const QString &text, QWidget *parent);

/// A row of a form for something that is told: its title, and a label in digits of equal width that
/// can be copied. `name` is the label's object name.
[[nodiscard]] QLabel *addFact(QFormLayout *form, const QString &name, const QString &title);

} // namespace nervure
