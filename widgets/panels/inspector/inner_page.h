// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/shown_bodies.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <vector>

class QLabel;
class QPushButton;

namespace nervure {

class Form;
class NodeView;
class ValueModel;

/// All about one node of a body or function: operator, name, attributes, inputs and outputs with their types, which are
/// inferred off the UI thread. It is read only: a body is edited in a tab of its own.
class InnerPage : public QWidget {
    Q_OBJECT

public:
    InnerPage(const PanelContext &context, QWidget *parent);

    /// The stage's graph must have it.
    void setNode(const InnerNode &inner);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    using Bodies = std::vector<ShownBody>;

    void createHeader();
    [[nodiscard]] NodeView *createValues(const QString &name, const QString &title,
                                         ValueModel *model);
    void learnTypes();
    void showHeader(const Node &node);
    void showAttributes(const Node &node);
    void showValues();
    void fitTables();

    PanelContext m_context;
    InnerNode m_inner;
    std::shared_ptr<const Bodies> m_bodies; ///< with types; null: not known yet
    std::shared_ptr<const Graph> m_ofGraph; ///< that these are of
    QLabel *m_operator;
    QLabel *m_name;
    QPushButton *m_owner;
    Form *m_attributes;
    ValueModel *m_inputs;
    NodeView *m_inputView;
    QLabel *m_inputTitle;
    ValueModel *m_outputs;
    NodeView *m_outputView;
};

} // namespace nervure
