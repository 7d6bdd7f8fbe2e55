// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel_spec.h"

#include "core/graph/graph.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace nervure {

class AttributeModel;
class NodeView;
class ValueModel;

/// All about one node: operator, name, attributes, inputs, outputs.
class NodePage : public QWidget {
    Q_OBJECT

public:
    NodePage(const PanelContext &context, QWidget *parent);

    /// `others` nodes are selected beside this one.
    void setNode(NodeId node, int others);

private:
    void createHeader(QVBoxLayout *column);
    void createAttributes(QVBoxLayout *column);
    NodeView *createValues(const QString &name, const QString &title, ValueModel *model);
    void showHelp();
    void showOrigin();
    void showHeader(const Node &node, int others);
    void rename();
    void edit(const QString &attribute, const QString &value);
    void showFailure(const QString &message);

    PanelContext m_context;
    NodeId m_node;
    QLabel *m_operator;
    QLineEdit *m_name;
    QLabel *m_summary;
    QLabel *m_origin;
    QLabel *m_failure;
    QLabel *m_noAttributes;
    AttributeModel *m_attributes;
    NodeView *m_attributeView;
    QLabel *m_help;
    ValueModel *m_inputs;
    QLabel *m_inputTitle;
    NodeView *m_inputView;
    ValueModel *m_outputs;
    NodeView *m_outputView;
};

} // namespace nervure
