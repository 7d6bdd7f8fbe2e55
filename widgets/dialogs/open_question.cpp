// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/open_question.h"

#include <QApplication>
#include <QDialog>

namespace nervure {

bool raiseQuestion(const QWidget &window)
{
    const QWidgetList shown = QApplication::topLevelWidgets();
    for (QWidget *dialog : shown) {
        if (!dialog->isVisible() || !dialog->isModal() || dialog == &window) {
            continue;
        }
        const QWidget *asker = dialog->parentWidget();
        while (asker != nullptr && asker != &window) {
            asker = asker->parentWidget();
        }
        if (asker != nullptr) {
            dialog->raise();
            dialog->activateWindow();
            return true;
        }
    }
    return false;
}

} // namespace nervure
