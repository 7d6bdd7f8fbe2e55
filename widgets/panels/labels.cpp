// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/labels.h"

#include <QFontDatabase>
#include <QFormLayout>

namespace nervure {

QLabel *sectionLabel(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setContentsMargins(0, 8, 0, 0);
    return label;
}

QLabel *addFact(QFormLayout *form, const QString &name, const QString &title)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setAccessibleName(title);
    label->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    form->addRow(title, label);
    return label;
}

} // namespace nervure
