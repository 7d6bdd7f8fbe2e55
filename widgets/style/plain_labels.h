// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace nervure {

/// An event filter for the application that keeps labels and tool tips from taking text for HTML on their own: names
/// come from files of strangers, and rich text reads other files. A label that is to show rich text says so by
/// setTextFormat(); tool tips never do.
class PlainLabels : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace nervure
