// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"
#include "core/support/finding_groups.h"
#include "widgets/document/own_nodes.h"
#include "widgets/models/column.h"

#include <QAbstractItemModel>
#include <QString>

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace nervure {

class GraphDocument;

struct DiagnosticRow {
    Diagnostic diagnostic; ///< the first of its cause, or the one of a node
    std::size_t count = 1; ///< so many findings have this cause
};

/// Which findings are shown.
struct DiagnosticFilter {
    std::array<bool, 3> severities{true, true, true}; ///< by Severity
    QString text; ///< in the message or the names of the nodes, whatever the case; empty: all

    bool operator==(const DiagnosticFilter &) const = default;
};

/// The diagnostics of a document, a row for each cause, worst first unless it is sorted otherwise; below
/// it a row for each node, made as they are looked at: a cause may have a hundred thousand.
class DiagnosticModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Columns { SeverityColumn, Message, Where, Fix };

    explicit DiagnosticModel(QObject *parent = nullptr);

    void setDocument(const GraphDocument &document);
    void setFilter(DiagnosticFilter filter);
    [[nodiscard]] const DiagnosticFilter &filter() const { return m_filter; }
    /// How many findings there are, those of one cause one by one, shown or not.
    [[nodiscard]] int count(Severity severity) const;
    [[nodiscard]] DiagnosticRow row(const QModelIndex &index) const;
    /// The node of the stage that a row leads to; invalid when there is none.
    [[nodiscard]] NodeId nodeAt(const QModelIndex &index) const;
    /// The first row of a node of the stage: below its cause if that has several.
    [[nodiscard]] QModelIndex find(NodeId shown) const;
    /// The same for the same cause as long as it is there.
    [[nodiscard]] QString causeAt(int row) const;
    /// What would mend it; empty when nothing does by itself. Asked for when it is first seen.
    [[nodiscard]] QString fixOf(const QModelIndex &index) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    /// A finding, and which of the nodes that it is about.
    struct Member {
        std::uint32_t finding = 0;
        std::uint32_t place = 0;
    };
    using Group = std::vector<Member>; ///< of one cause, those that are shown

    void group();
    void sortGroups();
    [[nodiscard]] bool isShown(const Member &member) const;
    [[nodiscard]] const Group &groupOf(const QModelIndex &index) const;
    [[nodiscard]] const Member &memberAt(const QModelIndex &index) const;
    [[nodiscard]] Diagnostic diagnosticOf(const Member &member) const;
    [[nodiscard]] OwnNodeId nodeOf(const Member &member) const;

    std::vector<Column<DiagnosticRow>> m_columns;
    const GraphDocument *m_document = nullptr;
    DiagnosticFilter m_filter;
    int m_sortColumn = SeverityColumn;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    Diagnostics m_findings;
    std::vector<OwnNodeId> m_named; ///< by finding: the node it is about; for those without places
    std::vector<FindingGroup> m_causes; ///< all, in the order of the first of each
    std::vector<Group> m_groups;        ///< those that are shown, none empty, as they are sorted
    mutable std::unordered_map<std::uint64_t, QString> m_fixes; ///< those that were asked for
};

/// "error", "warning", "note", translated.
[[nodiscard]] QString severityText(Severity severity);

} // namespace nervure
