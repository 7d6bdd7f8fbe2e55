// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace nervure {

struct EditArguments;

/// The shape and type that an input (or parameter) has in the file: given here, they are saved with
/// the model. A text that is no shape is marked while one types and not taken.
class InputSection : public QWidget {
    Q_OBJECT

public:
    InputSection(const PanelContext &context, QWidget *parent);

    /// Hidden for nodes that are no inputs.
    void setNode(NodeId node);

private:
    void checkShape(const QString &text);
    void giveShape();
    void giveType(int choice);
    void give(const EditArguments &arguments);
    void showProblem(const QString &problem);

    PanelContext m_context;
    NodeId m_node;
    QLineEdit *m_shape;
    QComboBox *m_type;
    QLabel *m_problem;
};

} // namespace nervure
