// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/labels.h"

#include "widgets/style/form.h"

#include <QFontDatabase>

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

QString breakable(const QString &text)
{
    constexpr qsizetype longestWhole = 24; // what is shorter fits, and is copied as it is
    if (text.size() <= longestWhole) {
        return text;
    }
    QString broken;
    for (const QChar letter : text) {
        broken += letter;
        if (letter == u'_' || letter == u'/' || letter == u'.' || letter == u'-') {
            broken += QChar(0x200B);
        }
    }
    return broken;
}

void letBreak(QLabel *label)
{
    label->setWordWrap(true);
    label->setMinimumWidth(1);
}

QLabel *addFact(Form *form, const QString &name, const QString &title)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setAccessibleName(title);
    label->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    letBreak(label);
    form->addRow(title, label);
    return label;
}

} // namespace nervure
