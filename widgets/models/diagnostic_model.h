// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"
#include "widgets/models/table_model.h"

namespace nervure {

class GraphDocument;

struct DiagnosticRow {
    Diagnostic diagnostic;
    NodeId node; ///< the node it is about, if the graph has it
};

/// The diagnostics of a document, worst first as they are; click leads to the node.
class DiagnosticModel : public TableModel<DiagnosticRow> {
    Q_OBJECT

public:
    enum Columns { SeverityColumn, Message, Where };

    explicit DiagnosticModel(QObject *parent = nullptr);

    void setDocument(const GraphDocument &document);
    [[nodiscard]] int count(Severity severity) const;

protected:
    [[nodiscard]] NodeId nodeOf(const DiagnosticRow &row) const override { return row.node; }
};

/// "error", "warning", "note", translated.
[[nodiscard]] QString severityText(Severity severity);

} // namespace nervure
