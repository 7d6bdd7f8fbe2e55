// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel_spec.h"

#include "core/graph/graph.h"

#include <QWidget>

class QLabel;

namespace nervure {

/// What is wrong with one node, in words, and whether any output of the model needs it. Hidden where
/// there is nothing to say.
class FindingSection : public QWidget {
    Q_OBJECT

public:
    FindingSection(const PanelContext &context, QWidget *parent);

    /// An invalid id: nothing is said.
    void setNode(NodeId node);

private:
    void showFindings();

    PanelContext m_context;
    NodeId m_node;
    QLabel *m_text;
};

} // namespace nervure
