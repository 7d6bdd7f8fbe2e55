// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QCheckBox;
class QLabel;
class QStackedWidget;

namespace nervure {

class EmptyState;
class PaletteList;

/// The operators of the model's dialect. A double click adds one behind what is selected; a drag
/// puts it on the canvas, onto an edge or a node.
class PalettePanel : public Panel {
    Q_OBJECT

public:
    explicit PalettePanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    void showQuery();
    void add(const QString &op);

    PaletteList *m_list;
    QCheckBox *m_onlyFitting;
    QLabel *m_failure;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
};

} // namespace nervure
