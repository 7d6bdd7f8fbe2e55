// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace nervure {

/// The shape and type that the file declares for a value, to be changed: of an ONNX model's outputs and inner
/// values. An empty shape and no type declare nothing.
class DeclaredSection : public QWidget {
    Q_OBJECT

public:
    DeclaredSection(const PanelContext &context, QWidget *parent);

    /// Hidden for values that nothing can be declared of here.
    void setValue(const Entry &value);

private:
    void giveShape();
    void giveType(int choice);
    void tell(const QString &problem);

    PanelContext m_context;
    Entry m_value;
    QLineEdit *m_shape;
    QComboBox *m_type;
    QLabel *m_problem;
};

} // namespace nervure
