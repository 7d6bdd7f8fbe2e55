// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/action_context.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QTimer>

class QAction;

namespace nervure {

enum class ActionMenu : std::uint8_t;
struct ActionSpec;

/// The QActions of one window, made from the table of actions and kept true to its state.
class ActionSet : public QObject {
    Q_OBJECT

public:
    /// The window of `context` owns this.
    explicit ActionSet(ActionContext context);

    [[nodiscard]] const ActionContext &context() const { return m_context; }

    /// The action of that id; null if the table has none.
    [[nodiscard]] QAction *find(const QString &id) const { return m_actions.value(id); }
    void trigger(const QString &id);

    /// Asks each action again whether it is enabled and checked, soon.
    void scheduleRefresh() { m_refresh.start(); }
    void refreshNow();
    /// Words and icons anew: the language or the colors changed.
    void rebuildTexts();

private:
    QAction *make(const ActionSpec &spec);
    void showTexts(const ActionSpec &spec);

    ActionContext m_context;
    QHash<QString, QAction *> m_actions;
    QTimer m_refresh;
};

/// The action's words in the present language, with its mnemonic.
[[nodiscard]] QString actionText(const ActionSpec &spec);
/// The same for reading: without mnemonic and dots.
[[nodiscard]] QString actionLabel(const ActionSpec &spec);
/// With what it is about at the moment: "Undo: Rename a to b".
[[nodiscard]] QString actionLabel(const ActionSpec &spec, const ActionContext &context);

} // namespace nervure
