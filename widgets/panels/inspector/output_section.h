// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/named_edits.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

class QLabel;

namespace nervure {

class NodeView;
class OutputModel;

/// The outputs of the graph with type and shape, in their order: they can be renamed where their values
/// have names, get other types where the file declares these, are moved, and made inner values again.
class OutputSection : public QWidget {
    Q_OBJECT

public:
    OutputSection(const PanelContext &context, QWidget *parent);

    /// Hidden where there are none.
    void showDocument();

private:
    void followModel();
    void showMenu(const QPoint &at);
    void perform(EditKind kind, const EditArguments &arguments);
    void tell(const Result<Edit> &edit);

    PanelContext m_context;
    OutputModel *m_outputs;
    NodeView *m_view;
    QLabel *m_failure;
};

} // namespace nervure
