// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QIcon>
#include <QString>

#include <functional>
#include <vector>

class QLineEdit;
class QTreeWidget;

namespace nervure {

/// One thing that the palette can do.
struct PaletteEntry {
    QString text;   ///< "Fit graph", a node's name
    QString detail; ///< at the right: keys, or what it is
    QIcon icon{};
    std::function<void()> run;
    int bonus = 0;         ///< comes before others that fit as well
    bool isEnabled = true; ///< else `detail` says why not
};

/// A box for commands: one types a few letters of anything the window can do, and Enter does it.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    /// Entries that depend on what is typed, of which there may be very many.
    using MoreEntries = std::function<std::vector<PaletteEntry>(const QString &typed)>;

    CommandPalette(std::vector<PaletteEntry> entries, MoreEntries more, QWidget *parent = nullptr);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showFitting();
    void runCurrent();

    std::vector<PaletteEntry> m_entries;
    MoreEntries m_more;
    std::vector<PaletteEntry> m_shown; ///< by row
    QLineEdit *m_typed;
    QTreeWidget *m_list;
};

} // namespace nervure
