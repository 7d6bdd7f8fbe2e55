// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace nervure {

class DeclaredSection;
class Form;
class NodeView;
class TensorSection;
class ValueModel;
class WeightSection;

/// All about one value, the line on the canvas or the pill of an output: who makes it, what it is, who reads
/// it. Here it is renamed, where the file gives values names, and made an output or an inner value.
class ValuePage : public QWidget {
    Q_OBJECT

public:
    ValuePage(const PanelContext &context, QWidget *parent);

    /// The value's node must be in the document.
    void setValue(const Entry &value);

private:
    void createName();
    void createReaders();
    void showName();
    void checkName(const QString &name);
    void giveName();

    PanelContext m_context;
    Entry m_value;
    QLabel *m_title;
    Form *m_form;
    QLineEdit *m_name;
    QLabel *m_nameProblem;
    QPushButton *m_producer;
    QLabel *m_shape;
    QLabel *m_type;
    QLabel *m_layout;
    QLabel *m_elements;
    QLabel *m_storage;
    QCheckBox *m_isOutput;
    DeclaredSection *m_declared;
    WeightSection *m_weight;
    TensorSection *m_tensor;
    ValueModel *m_readers;
    NodeView *m_readerView;
};

} // namespace nervure
