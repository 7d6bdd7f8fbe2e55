// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"
#include "widgets/models/table_model.h"

namespace nervure {

/// The registered passes with what they are for. Those that know no operators of the dialect are muted and say so.
class PassListModel : public TableModel<const PassSpec *> {
    Q_OBJECT

public:
    enum Columns { Name, Summary };

    /// `passes` outlives the model.
    explicit PassListModel(const PassRegistry &passes, QObject *parent = nullptr);

    /// Of the graph that a pass would run on.
    void setDialect(Dialect dialect);
    /// Why the pass has nothing to say of such a graph; empty: it fits.
    [[nodiscard]] QString misfit(const PassSpec &pass) const;

private:
    [[nodiscard]] QString toolTip(const PassSpec &pass) const;

    Dialect m_dialect = Dialect::Nnvm;
};

} // namespace nervure
