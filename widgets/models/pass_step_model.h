// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/step_rows.h"
#include "widgets/models/table_model.h"

namespace nervure {

/// What a row of the list of steps tells.
struct StepLine {
    StepRow steps;
    QString name;             ///< of the pass, or of several
    std::optional<double> ms; ///< of all of them; nothing: nobody measured one
    PassStep step;            ///< the last of them
    bool isSamePlan = false;  ///< the memory plan takes what it took before

    [[nodiscard]] bool isStart() const { return steps.last == 0; }
};

/// The steps of the passes: what ran, how long it took, what it made otherwise, and what memory is planned
/// after it.
class PassStepModel : public TableModel<StepLine> {
    Q_OBJECT

public:
    enum Columns { Name, Nodes, Time, Attributes, Shapes, Plan, Peak, Result, Findings };

    explicit PassStepModel(QObject *parent = nullptr);

    /// A line for each row of the list; the first is the model as it was opened.
    void setSteps(const std::vector<PassStep> &steps, const std::vector<StepRow> &rows);
    /// The step that a row shows.
    [[nodiscard]] int stepOf(int row) const { return this->row(row).steps.last; }
};

} // namespace nervure
