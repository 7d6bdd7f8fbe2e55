// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/losses_dialog.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace nervure {

namespace {
constexpr QSize firstLossesSize{560, 320};
} // namespace

bool acceptsLosses(QWidget *parent, const LossesQuestion &question)
{
    QDialog dialog(parent);
    dialog.setObjectName(QStringLiteral("losses-dialog"));
    dialog.setWindowTitle(question.title);
    dialog.resize(firstLossesSize);
    auto *words = new QLabel(question.explanation, &dialog);
    words->setWordWrap(true);
    words->setTextFormat(Qt::PlainText);
    auto *list = new QListWidget(&dialog);
    list->setObjectName(QStringLiteral("losses-list"));
    list->setAccessibleName(
        QCoreApplication::translate("LossesDialog", "What cannot be carried over"));
    list->setWordWrap(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->addItems(question.losses);
    auto *buttons = new QDialogButtonBox(&dialog);
    QPushButton *accept = buttons->addButton(question.accept, QDialogButtonBox::AcceptRole);
    accept->setObjectName(QStringLiteral("losses-accept"));
    accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto *column = new QVBoxLayout(&dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(words);
    column->addWidget(list, 1);
    column->addWidget(buttons);
    return dialog.exec() == QDialog::Accepted;
}

} // namespace nervure
