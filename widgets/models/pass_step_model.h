// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/pass_step.h"
#include "widgets/models/table_model.h"

namespace nervure {

/// The history of passes: what ran, how long it took, what it added, changed and found.
class PassStepModel : public TableModel<PassStep> {
    Q_OBJECT

public:
    enum Columns { Name, Time, Result, Findings };

    explicit PassStepModel(QObject *parent = nullptr);

    /// A row for the model as it was opened, which has no name, and one for each step: row n is the
    /// document's step n.
    void setSteps(const std::vector<PassStep> &steps);
};

} // namespace nervure
