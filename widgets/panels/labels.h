// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace nervure {

class Form;

/// A heading inside a panel.
[[nodiscard]] QLabel *sectionLabel(const QString &text, QWidget *parent);

/// Lets a label of one long name break it into lines rather than widen its panel: `text` with places to
/// break it behind dots, slashes and underscores.
[[nodiscard]] QString breakable(const QString &text);
void letBreak(QLabel *label);

/// A row of a form for something that is told: its title, and a label in digits of equal width that
/// can be copied. `name` is the label's object name.
[[nodiscard]] QLabel *addFact(Form *form, const QString &name, const QString &title);

} // namespace nervure
