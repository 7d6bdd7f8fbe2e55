// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

namespace nervure {

struct DocumentSession;

/// The values that the latest edit gave other shapes, in a window that pops up above the status
/// bar; a click leads to one. Deletes itself when it closes.
class InferenceDeltaList : public QFrame {
    Q_OBJECT

public:
    InferenceDeltaList(DocumentSession &session, QWidget *parent);

    /// With its lower left corner at this point of the screen.
    void popUp(const QPoint &bottomLeft);
};

} // namespace nervure
