// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

#include <optional>

namespace nervure {

class GraphDocument;

/// A node that a search found, with the reason.
struct FindRow {
    NodeId node;
    QString name;
    QString op;
    QString match; ///< the attribute or shape that fits, when it is not the name or the operator
};

/// The nodes that fit a search. Words are all needed, in any order and case; text in quotes stands
/// as it is. A word fits a node's name, operator, attributes (`kernel_size=(3, 3)`) or shapes
/// (`1x64x56x56`).
class FindModel : public TableModel<FindRow> {
    Q_OBJECT

public:
    explicit FindModel(QObject *parent = nullptr);

    void search(const GraphDocument &document, const QString &query);

    /// The words of a query: lower case, quoted parts whole.
    [[nodiscard]] static QStringList words(const QString &query);

protected:
    [[nodiscard]] NodeId nodeOf(const FindRow &row) const override { return row.node; }
};

} // namespace nervure
