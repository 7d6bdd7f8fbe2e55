// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/section_label.h"

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

} // namespace nervure
