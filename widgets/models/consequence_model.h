// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/jobs/consequence_watch.h"
#include "widgets/models/table_model.h"

namespace nervure {

/// One value that an edit changed, as people read it.
struct ConsequenceRow {
    QString value;
    QString before;
    QString after;
    NodeId node;
};

/// The values whose shape or type followed from the latest edit.
class ConsequenceModel : public TableModel<ConsequenceRow> {
    Q_OBJECT

public:
    enum Columns { Value, Before, After };

    explicit ConsequenceModel(QObject *parent = nullptr);

    void setConsequences(const Consequences &consequences, const Graph &graph);

protected:
    [[nodiscard]] NodeId nodeOf(const ConsequenceRow &row) const override { return row.node; }
};

/// "42 shapes changed, +3.1 MB"; empty when nothing followed.
[[nodiscard]] QString consequenceText(const Consequences &consequences);

} // namespace nervure
