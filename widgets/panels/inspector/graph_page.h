// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel_spec.h"

#include <QWidget>

class QLabel;

namespace nervure {

class InputModel;
class NodeView;
class NoteSection;
class OutputSection;
struct GraphSummary;

/// The whole model in numbers, with its inputs and outputs: shown while nothing is selected.
class GraphPage : public QWidget {
    Q_OBJECT

public:
    GraphPage(const PanelContext &context, QWidget *parent);

    void showDocument();

private:
    void createInputs();
    void showNumbers(const GraphSummary &summary);

    PanelContext m_context;
    QLabel *m_title;
    QLabel *m_format;
    QLabel *m_nodes;
    QLabel *m_parameters;
    QLabel *m_macs;
    QLabel *m_memory;
    InputModel *m_inputs;
    NodeView *m_inputView;
    QLabel *m_inputTitle;
    QLabel *m_failure;
    OutputSection *m_outputs;
    NoteSection *m_note;
};

} // namespace nervure
