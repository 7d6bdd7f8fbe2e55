// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

class QPlainTextEdit;

namespace nervure {

/// What the user wrote about a node, or about the whole model. What is typed becomes one step of
/// the history when the field is left, or with Ctrl+Enter.
class NoteSection : public QWidget {
    Q_OBJECT

public:
    NoteSection(const PanelContext &context, QWidget *parent);

    /// An invalid id means the model. What is being typed stays.
    void setNode(NodeId node);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QString present() const;
    void commit();

    PanelContext m_context;
    NodeId m_node;
    QPlainTextEdit *m_text;
};

} // namespace nervure
