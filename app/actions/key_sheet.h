// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel_spec.h"

#include <QDialog>

#include <vector>

class QLabel;
class QLineEdit;

namespace nervure {

/// Every key and what it does, from the table of actions and the panels, and what the mouse does; a
/// few letters leave the lines that hold them.
class KeySheet : public QDialog {
    Q_OBJECT

public:
    explicit KeySheet(const PanelRegistry &panels, QWidget *parent = nullptr);

private:
    /// A line, or with `keys` null the heading of those that follow.
    struct Line {
        QLabel *what;
        QLabel *keys;
    };
    class Sheet;

    void addLines(Sheet &sheet, const PanelRegistry &panels);
    void showFitting(const QString &words);

    std::vector<Line> m_lines;
    QLineEdit *m_words;
    QLabel *m_none;
};

} // namespace nervure
