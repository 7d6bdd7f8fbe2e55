// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/diagnostic_model.h"

#include "core/graph/check/finding_list.h"
#include "core/support/finding_groups.h"
#include "widgets/document/fix_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QStringList>

#include <algorithm>
#include <compare>
#include <utility>

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
    if (row.count < 2) {
        return diagnosticMessage(row.diagnostic);
    }
    const auto count = static_cast<int>(row.count);
    if (row.diagnostic.where.node.empty()) {
        return DiagnosticModel::tr("%1 · %Ln times, first here", nullptr, count)
            .arg(diagnosticMessage(row.diagnostic));
    }
    Diagnostic common = row.diagnostic;
    common.message = commonMessage(row.diagnostic);
    return DiagnosticModel::tr("%1: %Ln nodes", nullptr, count).arg(diagnosticMessage(common));
}

/// Of the rows at the top; those below have the number of their parent.
constexpr quintptr topId = 0;

std::uint64_t keyOf(std::uint32_t finding, std::uint32_t place)
{
    return (std::uint64_t{finding} << 32) + place;
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

DiagnosticModel::DiagnosticModel(QObject *parent) : QAbstractItemModel(parent)
{
    using Row = DiagnosticRow;
    m_columns = {
        Column<Row>(tr("Severity"),
                    [](const Row &row) { return severityText(row.diagnostic.severity); })
            .sort([](const Row &row) { return -static_cast<int>(row.diagnostic.severity); })
            .icon([](const Row &row) { return iconOf(row.diagnostic.severity); }),
        Column<Row>(tr("Message"), messageOf).toolTip([](const Row &row) {
            return QStringLiteral("%1 (%2)").arg(diagnosticMessage(row.diagnostic),
                                                 toQString(row.diagnostic.code));
        }),
        Column<Row>(tr("Where"), [](const Row &row) { return whereOf(row.diagnostic); }).code(),
        Column<Row>(tr("Fix"), [](const Row &) { return QString(); }).hint(tr("Click to fix it")),
    };
}

void DiagnosticModel::setDocument(const GraphDocument &document)
{
    beginResetModel();
    m_document = &document;
    m_findings = document.diagnostics();
    m_causes = groupFindings(m_findings);
    m_fixes.clear();
    m_named.assign(m_findings.size(), OwnNodeId());
    const auto isNamed = [](const Diagnostic &finding) {
        return !finding.places && !finding.where.outermostNode().empty();
    };
    // Names are gathered only where there is something to look up.
    if (std::any_of(m_findings.begin(), m_findings.end(), isNamed)) {
        const auto nodes = document.ownNodes();
        for (std::size_t i = 0; i < m_findings.size(); ++i) {
            m_named[i] = nodes->named(m_findings[i].where.outermostNode());
        }
    }
    group();
    endResetModel();
}

void DiagnosticModel::setFilter(DiagnosticFilter filter)
{
    if (filter != m_filter) {
        beginResetModel();
        m_filter = std::move(filter);
        group();
        endResetModel();
    }
}

/// Whether the place of this one has the text that is looked for.
bool DiagnosticModel::isShown(const Member &member) const
{
    const NodeId own{nodeOf(member).value};
    const Node *node = member.place > 0 ? m_document->graph().find(own) : nullptr;
    const QString where = node ? toQString(node->name) : whereOf(m_findings[member.finding]);
    return where.contains(m_filter.text, Qt::CaseInsensitive);
}

void DiagnosticModel::group()
{
    m_groups.clear();
    for (const FindingGroup &cause : m_causes) {
        const Diagnostic &first = m_findings[cause.first()];
        if (!m_filter.severities[static_cast<std::size_t>(first.severity)]) {
            continue;
        }
        const bool isAll =
            messageOf({first, cause.count}).contains(m_filter.text, Qt::CaseInsensitive);
        Group group;
        for (const std::size_t finding : cause.members) {
            for (std::size_t place = 0; place < m_findings[finding].count(); ++place) {
                const Member member{static_cast<std::uint32_t>(finding),
                                    static_cast<std::uint32_t>(place)};
                if (isAll || isShown(member)) {
                    group.push_back(member);
                }
            }
        }
        if (!group.empty()) {
            m_groups.push_back(std::move(group));
        }
    }
    sortGroups();
}

void DiagnosticModel::sortGroups()
{
    std::vector<std::pair<QVariant, Group>> keyed;
    for (Group &group : m_groups) {
        const DiagnosticRow row{diagnosticOf(group.front()), group.size()};
        keyed.emplace_back(m_columns[static_cast<std::size_t>(m_sortColumn)].data(row, SortRole),
                           std::move(group));
    }
    std::stable_sort(keyed.begin(), keyed.end(), [this](const auto &a, const auto &b) {
        const auto order = m_sortColumn == SeverityColumn
                               ? a.first.toInt() <=> b.first.toInt()
                               : a.first.toString().localeAwareCompare(b.first.toString()) <=> 0;
        return m_sortOrder == Qt::AscendingOrder ? order < 0 : order > 0;
    });
    for (std::size_t i = 0; i < keyed.size(); ++i) {
        m_groups[i] = std::move(keyed[i].second);
    }
}

void DiagnosticModel::sort(int column, Qt::SortOrder order)
{
    if (column >= 0 && column < columnCount()) {
        beginResetModel();
        m_sortColumn = column;
        m_sortOrder = order;
        group();
        endResetModel();
    }
}

int DiagnosticModel::count(Severity severity) const
{
    std::size_t count = 0;
    for (const Diagnostic &finding : m_findings) {
        count += finding.severity == severity ? finding.count() : 0;
    }
    return static_cast<int>(count);
}

const DiagnosticModel::Group &DiagnosticModel::groupOf(const QModelIndex &index) const
{
    return m_groups[index.internalId() == topId ? static_cast<std::size_t>(index.row())
                                                : static_cast<std::size_t>(index.internalId()) - 1];
}

/// The first of its cause for a row at the top.
const DiagnosticModel::Member &DiagnosticModel::memberAt(const QModelIndex &index) const
{
    const Group &group = groupOf(index);
    return index.internalId() == topId ? group.front()
                                       : group[static_cast<std::size_t>(index.row())];
}

Diagnostic DiagnosticModel::diagnosticOf(const Member &member) const
{
    return findingAt(m_findings[member.finding], member.place, m_document->graph());
}

OwnNodeId DiagnosticModel::nodeOf(const Member &member) const
{
    const auto &places = m_findings[member.finding].places;
    return places ? OwnNodeId{(*places)[member.place].node.value} : m_named[member.finding];
}

DiagnosticRow DiagnosticModel::row(const QModelIndex &index) const
{
    return {diagnosticOf(memberAt(index)), index.internalId() == topId ? groupOf(index).size() : 1};
}

NodeId DiagnosticModel::nodeAt(const QModelIndex &index) const
{
    return index.isValid() ? m_document->ownNodes()->shown(nodeOf(memberAt(index))) : NodeId();
}

QModelIndex DiagnosticModel::find(NodeId shown) const
{
    const OwnNodeId node = m_groups.empty() ? OwnNodeId() : m_document->ownNodes()->own(shown);
    for (std::size_t i = 0; node.isValid() && i < m_groups.size(); ++i) {
        const Group &group = m_groups[i];
        const auto found = std::find_if(group.begin(), group.end(), [&](const Member &member) {
            return nodeOf(member) == node;
        });
        if (found != group.end()) {
            const QModelIndex cause = index(static_cast<int>(i), 0);
            return group.size() == 1 ? cause
                                     : index(static_cast<int>(found - group.begin()), 0, cause);
        }
    }
    return {};
}

QString DiagnosticModel::causeAt(int row) const
{
    const Group &group = m_groups[static_cast<std::size_t>(row)];
    return toQString(causeOf(m_findings[group.front().finding]));
}

QString DiagnosticModel::fixOf(const QModelIndex &index) const
{
    if (index.internalId() == topId && groupOf(index).size() > 1) {
        return {}; // those below have it
    }
    const Member &member = memberAt(index);
    const auto [fix, isNew] = m_fixes.try_emplace(keyOf(member.finding, member.place));
    if (isNew) {
        fix->second = fixTitle(*m_document, diagnosticOf(member));
    }
    return fix->second;
}

QModelIndex DiagnosticModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || row >= rowCount(parent) || column >= columnCount()) {
        return {};
    }
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : topId);
}

QModelIndex DiagnosticModel::parent(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() != topId
               ? createIndex(static_cast<int>(index.internalId()) - 1, 0, topId)
               : QModelIndex();
}

int DiagnosticModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_groups.size());
    }
    const bool isCause = parent.internalId() == topId && parent.column() == 0;
    const std::size_t members = isCause ? groupOf(parent).size() : 0;
    return members > 1 ? static_cast<int>(members) : 0;
}

int DiagnosticModel::columnCount(const QModelIndex & /*parent*/) const
{
    return static_cast<int>(m_columns.size());
}

QVariant DiagnosticModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (role == NodeRole) {
        return nodeAt(index).value;
    }
    if (index.column() == Fix) {
        switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole: return fixOf(index);
        case IconNameRole:
            return fixOf(index).isEmpty() ? QVariant() : QVariant(QStringLiteral("fix"));
        default: break;
        }
    }
    return m_columns[static_cast<std::size_t>(index.column())].data(row(index), role);
}

QVariant DiagnosticModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    return m_columns[static_cast<std::size_t>(section)].header(role);
}

} // namespace nervure
