// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace nervure {

/// Sends Undo and Redo where they belong: a text field that has something to take back takes it
/// back first; else the document does, whatever has the focus. Qt's fields keep the keys for
/// themselves even when they can do nothing with them.
class TextUndo : public QObject {
    Q_OBJECT

public:
    /// Listens to the events of the whole application.
    explicit TextUndo(QObject *parent = nullptr);

    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace nervure
