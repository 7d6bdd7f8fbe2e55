// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/unsaved_changes_dialog.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace nervure {

UnsavedChoice askAboutUnsavedChanges(QWidget *parent, const QString &title)
{
    QMessageBox box(parent);
    box.setObjectName(QStringLiteral("unsaved-changes-dialog"));
    box.setIcon(QMessageBox::Warning);
    box.setWindowTitle(QCoreApplication::translate("UnsavedChangesDialog", "Unsaved changes"));
    box.setTextFormat(Qt::PlainText);
    box.setText(QCoreApplication::translate("UnsavedChangesDialog", "“%1” has unsaved changes.")
                    .arg(title));
    box.setInformativeText(QCoreApplication::translate(
        "UnsavedChangesDialog", "They are lost if you close without saving."));
    const QPushButton *save = box.addButton(
        QCoreApplication::translate("UnsavedChangesDialog", "Save"), QMessageBox::AcceptRole);
    const QPushButton *discard =
        box.addButton(QCoreApplication::translate("UnsavedChangesDialog", "Close without saving"),
                      QMessageBox::DestructiveRole);
    box.addButton(QMessageBox::Cancel);
    box.setEscapeButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() == save) {
        return UnsavedChoice::Save;
    }
    return box.clickedButton() == discard ? UnsavedChoice::Discard : UnsavedChoice::Cancel;
}

} // namespace nervure
