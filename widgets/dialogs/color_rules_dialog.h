// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/color_sources.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace nervure {

/// The color rules of a window: on and off, order, text. What is changed is seen at once.
class ColorRulesDialog : public QDialog {
    Q_OBJECT

public:
    /// `sources` must outlive the dialog.
    explicit ColorRulesDialog(ColorSources &sources, QWidget *parent = nullptr);

private:
    void fill(const std::vector<ColorRule> &rules);
    void apply();
    void add();
    void move(int by);
    [[nodiscard]] QListWidgetItem *makeItem(const ColorRule &rule);

    ColorSources &m_sources;
    QListWidget *m_list;
    QLineEdit *m_query;
    QLabel *m_fault;
    bool m_isFilling = false;
};

} // namespace nervure
