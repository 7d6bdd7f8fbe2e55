// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

namespace nervure {

class GraphDocument;

/// One state of the document: as it was opened, or after an edit.
struct HistoryRow {
    QString text;
    bool isDone = true;     ///< false: undone, and could be done again
    bool isEdit = true;     ///< of the graph, not of the passes alone
    bool isStart = false;   ///< as it was opened
    bool isPresent = false; ///< the graph is in this state
    bool isSaved = false;   ///< so is the file
};

/// Every state of a document from opening on, oldest first. Row n is the state after n edits.
class HistoryModel : public TableModel<HistoryRow> {
    Q_OBJECT

public:
    enum Columns { Change, Mark };

    explicit HistoryModel(QObject *parent = nullptr);

    void setDocument(const GraphDocument &document);
    [[nodiscard]] int presentRow() const { return m_present; }

private:
    int m_present = 0;
};

} // namespace nervure
