// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel_spec.h"

#include <QTimer>
#include <QWidget>

class QSettings;

namespace nervure {

/// Base of all panels. Changes of the document are merged, and wait while the panel is hidden:
/// `refresh` then runs once when it is shown. The selection is cheap and comes at once, after any
/// refresh that is due.
class Panel : public QWidget {
    Q_OBJECT

public:
    /// `name` is the PanelSpec's; the object name becomes "panel-<name>".
    Panel(const QString &name, const PanelContext &context);

    /// Where the keyboard goes when the panel is raised by its shortcut; may select text.
    virtual void takeFocus();

    /// Of a dock that is opened where there was none.
    [[nodiscard]] QSize sizeHint() const override;
    /// No more than leaves room for others, whatever is in it: one panel does not squeeze the rest.
    [[nodiscard]] QSize minimumSizeHint() const override;

    /// What a person has chosen about how the panel shows things, kept from one start to the next.
    virtual void save(QSettings &store) const;
    virtual void restore(const QSettings &store);

Q_SIGNALS:
    /// The panel asks for something only the window can do, by action name ("open").
    void actionRequested(const QString &action);

protected:
    /// Shows the document as it is now.
    virtual void refresh() = 0;
    virtual void showSelection() {}

    /// Asks for one `refresh`, soon or when the panel is next shown.
    void scheduleRefresh();
    /// Runs a `refresh` that is due at once.
    void refreshNow();

    void showEvent(QShowEvent *event) override;

    [[nodiscard]] const PanelContext &context() const { return m_context; }
    [[nodiscard]] GraphDocument &document() const { return m_context.document; }
    [[nodiscard]] Selection &selection() const { return m_context.selection; }

private:
    PanelContext m_context;
    QTimer m_refreshTimer;
    bool m_isDue = true;
};

} // namespace nervure
