// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/palette_model.h"

#include <QFrame>

namespace nervure {

class PaletteList;

/// The operators in a window that pops up where one is needed. Deletes itself when it closes.
class OperatorChooser : public QFrame {
    Q_OBJECT

public:
    /// `ops` must outlive it.
    OperatorChooser(const OpRegistry &ops, const PaletteQuery &query, QWidget *parent);

    /// Near this point of the screen, all of it to be seen.
    void popUp(const QPoint &at);

Q_SIGNALS:
    /// It has closed by then.
    void operatorChosen(const QString &op);

private:
    PaletteList *m_list;
};

} // namespace nervure
