// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace nervure {

/// What this is, its version, and under which licences it and what it is built from stand.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    explicit AboutDialog(QWidget *parent = nullptr);

private:
    [[nodiscard]] static QString licences();
};

} // namespace nervure
