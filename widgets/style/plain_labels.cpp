// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/plain_labels.h"

#include <QEvent>
#include <QLabel>

namespace nervure {

bool PlainLabels::eventFilter(QObject *watched, QEvent *event)
{
    // A label, also that of tool tips, is polished before its text is laid out for the first time.
    if (event->type() == QEvent::Polish) {
        auto *label = qobject_cast<QLabel *>(watched);
        if (label != nullptr && label->textFormat() == Qt::AutoText) {
            label->setTextFormat(Qt::PlainText);
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace nervure
