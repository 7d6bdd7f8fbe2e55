// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

#include <set>
#include <vector>

class QMenu;
class QSettings;

namespace nervure {

class NodeView;

/// A named set of columns of a table, by number.
struct ColumnPreset {
    QString name;
    std::set<int> columns;

    bool operator==(const ColumnPreset &) const = default;
};

/// Which columns of a table are shown: all, those of a preset, or one's own choice, which can be kept as a preset.
/// Chosen in the menu of the table's header. The first column is always shown.
class ColumnChoice : public QObject {
    Q_OBJECT

public:
    /// The view, which has its model, owns it.
    ColumnChoice(NodeView &view, std::vector<ColumnPreset> presets);

    /// Adds the choice as a submenu.
    void addTo(QMenu &menu);
    /// A column that tells nothing now stays hidden, whatever is chosen.
    void setTelling(int column, bool isTelling);

    /// The choice and one's own presets, under the name of the view.
    void save(QSettings &store) const;
    void restore(const QSettings &store);

private:
    void fill(QMenu &menu);
    void addPreset(QMenu &menu, const ColumnPreset &preset);
    void addColumns(QMenu &menu);
    void addOwn(QMenu &menu);
    void show(std::set<int> columns);
    void keepAsPreset();
    void apply();
    [[nodiscard]] std::set<int> allColumns() const;

    NodeView &m_view;
    std::vector<ColumnPreset> m_presets;
    std::vector<ColumnPreset> m_own;
    std::set<int> m_shown;  ///< what is chosen
    std::set<int> m_silent; ///< what tells nothing
};

} // namespace nervure
