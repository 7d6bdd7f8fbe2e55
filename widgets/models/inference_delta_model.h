// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/jobs/inference_delta_watch.h"
#include "widgets/models/table_model.h"

namespace nervure {

/// One value that an edit changed, as people read it.
struct InferenceDeltaRow {
    QString value;
    QString before;
    QString after;
    NodeId node;
};

/// The values whose shape or type followed from the latest edit.
class InferenceDeltaModel : public TableModel<InferenceDeltaRow> {
    Q_OBJECT

public:
    enum Columns { Value, Before, After };

    explicit InferenceDeltaModel(QObject *parent = nullptr);

    void setInferenceDelta(const InferenceDelta &inferenceDelta, const Graph &graph);

protected:
    [[nodiscard]] NodeId nodeOf(const InferenceDeltaRow &row) const override { return row.node; }
};

/// "42 shapes changed, +3.1 MB"; empty when nothing followed.
[[nodiscard]] QString inferenceDeltaText(const InferenceDelta &inferenceDelta);

} // namespace nervure
