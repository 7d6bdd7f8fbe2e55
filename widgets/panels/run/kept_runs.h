// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/node_view.h"

namespace nervure {

class GraphDocument;
class RunListModel;

/// The runs that are kept: a click shows one, the menu compares, renames and deletes them. Its keys: Enter
/// shows, F2 renames, Delete deletes.
class KeptRuns : public NodeView {
    Q_OBJECT

public:
    KeptRuns(GraphDocument &document, QWidget *parent);

    /// Shows the document's runs as they are now.
    void refresh();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    /// Of the row that is current; 0: none is.
    [[nodiscard]] quint32 currentRun() const;
    void remove();

    GraphDocument &m_document;
    RunListModel *m_model;
};

} // namespace nervure
