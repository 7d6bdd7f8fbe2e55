// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/diagnostic_model.h"

#include "core/support/finding_groups.h"
#include "widgets/document/fix_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/node_names.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QStringList>

#include <algorithm>

namespace nervure {

namespace {

QString iconOf(Severity severity)
{
    switch (severity) {
    case Severity::Error: return QStringLiteral("error");
    case Severity::Warning: return QStringLiteral("warning");
    case Severity::Note: break;
    }
    return QStringLiteral("info");
}

QString whereOf(const Diagnostic &diagnostic)
{
    const Location &where = diagnostic.where;
    QStringList parts;
    QStringList names;
    for (const std::string &owner : where.owners) {
        names.append(toQString(owner));
    }
    if (!where.node.empty()) {
        names.append(where.attribute.empty()
                         ? toQString(where.node)
                         : toQString(where.node) + u'.' + toQString(where.attribute));
    }
    if (!names.empty()) {
        parts.append(names.join(QStringLiteral(" › ")));
    }
    if (where.line > 0) {
        parts.append(DiagnosticModel::tr("line %1, column %2").arg(where.line).arg(where.column));
    }
    return parts.join(QStringLiteral(" · "));
}

QString messageOf(const DiagnosticRow &row)
{
    const QString message = diagnosticMessage(row.diagnostic);
    return row.count < 2 ? message
                         : DiagnosticModel::tr("%1 · %n times, first here", nullptr,
                                               static_cast<int>(row.count))
                               .arg(message);
}

} // namespace

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Error: return DiagnosticModel::tr("error");
    case Severity::Warning: return DiagnosticModel::tr("warning");
    case Severity::Note: break;
    }
    return DiagnosticModel::tr("note");
}

DiagnosticModel::DiagnosticModel(QObject *parent) : TableModel(parent)
{
    using Row = DiagnosticRow;
    setColumns({
        Column<Row>(tr("Severity"),
                    [](const Row &row) { return severityText(row.diagnostic.severity); })
            .sort([](const Row &row) { return -static_cast<int>(row.diagnostic.severity); })
            .icon([](const Row &row) { return iconOf(row.diagnostic.severity); }),
        Column<Row>(tr("Message"), messageOf).toolTip([](const Row &row) {
            return QStringLiteral("%1 (%2)").arg(diagnosticMessage(row.diagnostic),
                                                 toQString(row.diagnostic.code));
        }),
        Column<Row>(tr("Where"), [](const Row &row) { return whereOf(row.diagnostic); }).code(),
        Column<Row>(tr("Fix"), [](const Row &) { return QString(); }).hint(tr("A click mends it")),
    });
}

QString DiagnosticModel::fixOf(int row) const
{
    std::optional<QString> &fix = m_fixes[static_cast<std::size_t>(row)];
    if (!fix) {
        fix = fixTitle(*m_document, this->row(row).diagnostic);
    }
    return *fix;
}

QVariant DiagnosticModel::data(const QModelIndex &index, int role) const
{
    if (index.isValid() && index.column() == Fix) {
        switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole: return fixOf(index.row());
        case IconNameRole:
            return fixOf(index.row()).isEmpty() ? QVariant() : QVariant(QStringLiteral("fix"));
        default: break;
        }
    }
    return TableModel::data(index, role);
}

void DiagnosticModel::setDocument(const GraphDocument &document)
{
    m_document = &document;
    std::vector<DiagnosticRow> rows;
    const Diagnostics found = document.diagnostics();
    // Names are gathered only where there is something to look up.
    const auto byName = found.empty() ? NodesByName() : nodesByName(document.graph());
    for (const FindingGroup &group : groupFindings(found)) {
        const Diagnostic &diagnostic = found[group.first];
        NodeId node;
        if (const std::string &name = diagnostic.where.outermostNode(); !name.empty()) {
            node = lookUp(byName, name);
        }
        rows.push_back({diagnostic, node, group.count});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) {
        return a.diagnostic.severity > b.diagnostic.severity;
    });
    m_fixes.assign(rows.size(), std::nullopt);
    setRows(std::move(rows));
}

int DiagnosticModel::count(Severity severity) const
{
    std::size_t count = 0;
    for (const DiagnosticRow &row : rows()) {
        count += row.diagnostic.severity == severity ? row.count : 0;
    }
    return static_cast<int>(count);
}

} // namespace nervure
