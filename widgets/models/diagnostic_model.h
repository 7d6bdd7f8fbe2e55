// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"
#include "widgets/models/table_model.h"

#include <QString>

#include <optional>
#include <vector>

namespace nervure {

class GraphDocument;

struct DiagnosticRow {
    Diagnostic diagnostic;
    NodeId node;           ///< the node it is about, if the graph has it
    std::size_t count = 1; ///< so many findings have this cause; it is the first of them
};

/// The diagnostics of a document, a row for each cause, worst first as they are; a click leads to the
/// first node.
class DiagnosticModel : public TableModel<DiagnosticRow> {
    Q_OBJECT

public:
    enum Columns { SeverityColumn, Message, Where, Fix };

    explicit DiagnosticModel(QObject *parent = nullptr);

    void setDocument(const GraphDocument &document);
    /// How many findings there are, those of one cause one by one.
    [[nodiscard]] int count(Severity severity) const;
    /// What would mend it; empty when nothing does by itself. Asked for when it is first seen.
    [[nodiscard]] QString fixOf(int row) const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

protected:
    [[nodiscard]] NodeId nodeOf(const DiagnosticRow &row) const override { return row.node; }

private:
    const GraphDocument *m_document = nullptr;
    mutable std::vector<std::optional<QString>> m_fixes; ///< by row, as far as they were asked for
};

/// "error", "warning", "note", translated.
[[nodiscard]] QString severityText(Severity severity);

} // namespace nervure
