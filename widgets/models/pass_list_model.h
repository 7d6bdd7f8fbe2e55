// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"
#include "widgets/models/table_model.h"

namespace nervure {

/// The registered passes with what they are for.
class PassListModel : public TableModel<const PassSpec *> {
    Q_OBJECT

public:
    enum Columns { Name, Summary };

    /// `passes` outlives the model.
    explicit PassListModel(const PassRegistry &passes, QObject *parent = nullptr);
};

} // namespace nervure
