// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel_spec.h"

#include "core/graph/graph.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace nervure {

class AttributeSection;
class DeferredCall;
class FindingSection;
class Form;
class InputSection;
class NodeView;
class NoteSection;
class TensorSection;
class TimeSection;
class ValueModel;
class WeightSection;

/// All about one node: operator, name, attributes, inputs, outputs; of several, what they are and the
/// attributes that they have in common.
class NodePage : public QWidget {
    Q_OBJECT

public:
    NodePage(const PanelContext &context, QWidget *parent);

    /// None may be missing from the stage's graph.
    void setNodes(const std::vector<NodeId> &nodes);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void createHeader(QVBoxLayout *column);
    NodeView *createValues(const QString &name, const QString &title, ValueModel *model);
    void showOrigin(bool isOne);
    void showHeader(const Node &node);
    void showHeader(const std::vector<NodeId> &nodes);
    [[nodiscard]] QString summaryOf(const Node &node) const;
    void showCosts(bool isOne);
    void showValues(bool areShown);
    void fitTables();
    void followWidth();
    void rename();
    void showFailure(const QString &message);

    PanelContext m_context;
    DeferredCall *m_followWidth;
    NodeId m_node;
    bool m_isTyping = false; ///< a name, at the moment
    QLabel *m_operator;
    QLineEdit *m_name;
    QLabel *m_summary;
    QLabel *m_origin;
    QLabel *m_failure;
    FindingSection *m_findings;
    Form *m_costs;
    TimeSection *m_times;
    QLabel *m_parameters;
    QLabel *m_macs;
    InputSection *m_input;
    WeightSection *m_weight;
    TensorSection *m_tensor;
    AttributeSection *m_attributes;
    NoteSection *m_note;
    ValueModel *m_inputs;
    QLabel *m_inputTitle;
    NodeView *m_inputView;
    ValueModel *m_outputs;
    QLabel *m_outputTitle;
    NodeView *m_outputView;
};

} // namespace nervure
