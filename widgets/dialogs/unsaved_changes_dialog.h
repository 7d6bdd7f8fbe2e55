// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace nervure {

/// What to do with changes that no file holds.
enum class UnsavedChoice { Save, Discard, Cancel };

/// Asks; closing the question means Cancel.
[[nodiscard]] UnsavedChoice askAboutUnsavedChanges(QWidget *parent, const QString &title);

} // namespace nervure
