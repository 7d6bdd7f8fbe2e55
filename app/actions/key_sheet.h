// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace nervure {

/// Every key and what it does, from the table of actions, and what the mouse does.
class KeySheet : public QDialog {
    Q_OBJECT

public:
    explicit KeySheet(QWidget *parent = nullptr);
};

} // namespace nervure
