// SPDX-License-Identifier: Apache-2.0
#include "app/actions/action_set.h"

#include "app/actions/actions.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/mnemonics.h"

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>

namespace nervure {

namespace {

QString withSubject(const QString &text, const QString &subject)
{
    return subject.isEmpty()
               ? text
               : QCoreApplication::translate("Actions", "%1: %2", "action, what it is about")
                     .arg(text, subject);
}

} // namespace

QString actionText(const ActionSpec &spec)
{
    return QCoreApplication::translate("Actions", spec.text);
}

QString actionLabel(const ActionSpec &spec)
{
    QString text = actionText(spec);
    text.remove(u'&');
    text.remove(u'…');
    // Chinese mnemonics are appended in brackets: "打开(O)".
    if (text.size() > 3 && text.endsWith(u')') && text.at(text.size() - 3) == u'(') {
        text.chop(3);
    }
    return text;
}

QString actionLabel(const ActionSpec &spec, const ActionContext &context)
{
    return withSubject(actionLabel(spec),
                       spec.subject != nullptr ? spec.subject(context) : QString());
}

ActionSet::ActionSet(ActionContext context)
    : QObject(&context.window),
      m_context(std::move(context))
{
    m_context.actions = this;
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(0);
    connect(&m_refresh, &QTimer::timeout, this, &ActionSet::refreshNow);
    for (const ActionSpec &spec : actionTable()) {
        m_actions.insert(QLatin1StringView(spec.id), make(spec));
    }
    rebuildTexts();
    refreshNow();
}

QAction *ActionSet::make(const ActionSpec &spec)
{
    auto *action = new QAction(this);
    action->setObjectName(QLatin1StringView("action-") + QLatin1StringView(spec.id));
    action->setCheckable(spec.isChecked != nullptr);
    if (spec.isKeyOfCanvas) {
        action->setShortcutContext(Qt::WidgetShortcut);
    }
    if (spec.keys != nullptr) {
        action->setShortcuts(QKeySequence::listFromString(QString::fromLatin1(spec.keys)));
    }
    if (QLatin1StringView(spec.id) == QLatin1StringView("quit")) {
        action->setMenuRole(QAction::QuitRole);
    }
    connect(action, &QAction::triggered, this, [this, &spec] {
        spec.trigger(m_context);
        scheduleRefresh();
    });
    m_context.window.addAction(action);
    return action;
}

void ActionSet::trigger(const QString &id)
{
    refreshNow();
    if (QAction *action = find(id)) {
        action->trigger();
    }
}

void ActionSet::refreshNow()
{
    m_refresh.stop();
    for (const ActionSpec &spec : actionTable()) {
        QAction *action = find(QLatin1StringView(spec.id));
        const bool isEnabled = spec.isEnabled == nullptr || spec.isEnabled(m_context);
        action->setVisible(isEnabled || !spec.hidesWhenDisabled);
        action->setEnabled(isEnabled);
        if (spec.isChecked != nullptr) {
            action->setChecked(spec.isChecked(m_context));
        }
        if (spec.subject != nullptr) {
            showTexts(spec);
        }
    }
}

void ActionSet::rebuildTexts()
{
    for (const ActionSpec &spec : actionTable()) {
        showTexts(spec);
        if (spec.icon != nullptr) {
            find(QLatin1StringView(spec.id))->setIcon(tintedIcon(QString::fromLatin1(spec.icon)));
        }
    }
}

void ActionSet::showTexts(const ActionSpec &spec)
{
    QAction *action = find(QLatin1StringView(spec.id));
    const QString subject = spec.subject != nullptr ? spec.subject(m_context) : QString();
    action->setText(withSubject(actionText(spec), withoutMnemonics(subject)));
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    const QString label = actionLabel(spec);
    action->setIconText(label);
    const QString help = withSubject(label, subject);
    action->setToolTip(keys.isEmpty() ? help : QStringLiteral("%1 (%2)").arg(help, keys));
}

} // namespace nervure
