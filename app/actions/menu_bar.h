// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QMenu;

namespace nervure {

struct ActionContext;
struct ActionSpec;

/// The menus of one window, from the table of actions; the recent files and the panels are
/// submenus that fill themselves.
class MenuBar : public QObject {
    Q_OBJECT

public:
    /// `context` must outlive this; its window owns it.
    explicit MenuBar(const ActionContext &context);

    /// All menus anew: the language changed.
    void rebuild();

private:
    void addActions(QMenu *menu, const ActionSpec &spec);
    void addRecentMenu(QMenu *file);
    void fillRecent();

    const ActionContext &m_context;
    QMenu *m_recent = nullptr;
};

} // namespace nervure
