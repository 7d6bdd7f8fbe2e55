// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/line_difference.h"
#include "widgets/models/table_model.h"

namespace nervure {

/// The lines that a step's text differs in from that of another one.
class LineDifferenceModel : public TableModel<ComparedLine> {
    Q_OBJECT

public:
    explicit LineDifferenceModel(QObject *parent = nullptr);

protected:
    [[nodiscard]] NodeId nodeOf(const ComparedLine &row) const override { return row.line.node; }
};

} // namespace nervure
