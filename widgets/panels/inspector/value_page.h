// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;

namespace nervure {

class NodeView;
class TensorSection;
class ValueModel;
class WeightSection;

/// All about one value, the line on the canvas: who makes it, what it is, who reads it.
class ValuePage : public QWidget {
    Q_OBJECT

public:
    ValuePage(const PanelContext &context, QWidget *parent);

    /// The value's node must be in the document.
    void setValue(const Entry &value);

private:
    void createReaders();

    PanelContext m_context;
    Entry m_value;
    QLabel *m_title;
    QPushButton *m_producer;
    QLabel *m_shape;
    QLabel *m_type;
    QLabel *m_layout;
    QLabel *m_elements;
    QLabel *m_storage;
    QCheckBox *m_isOutput;
    WeightSection *m_weight;
    TensorSection *m_tensor;
    ValueModel *m_readers;
    NodeView *m_readerView;
};

} // namespace nervure
