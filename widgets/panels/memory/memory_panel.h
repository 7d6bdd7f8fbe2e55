// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QLabel;
class QStackedWidget;

namespace nervure {

class EmptyState;
class LifetimeChart;
class NodeView;
class StorageModel;

/// NNVM's memory plan: storages, their sizes, what lives in them and when.
class MemoryPanel : public Panel {
    Q_OBJECT

public:
    explicit MemoryPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    void createContent();
    void showEmpty();

    StorageModel *m_model;
    QLabel *m_totals;
    NodeView *m_view;
    LifetimeChart *m_chart;
    QStackedWidget *m_pages;
    QWidget *m_content;
    EmptyState *m_empty;
};

} // namespace nervure
