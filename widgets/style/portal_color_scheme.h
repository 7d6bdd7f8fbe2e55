// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QVariant>

#include <optional>

class QDBusPendingCallWatcher;
class QDBusVariant;

namespace nervure {

/// The desktop's wish for light or dark, from the settings portal
/// (org.freedesktop.portal.Settings, color-scheme: 0 none, 1 dark, 2 light). Asks without waiting;
/// says nothing where there is no session bus or no portal.
class PortalColorScheme : public QObject {
    Q_OBJECT

public:
    explicit PortalColorScheme(QObject *parent = nullptr);

    /// Sends the question; `changed` follows when there is an answer, and at every later change.
    void watch();
    /// Nothing until there is an answer, or when the desktop has no wish.
    [[nodiscard]] std::optional<bool> isDark() const { return m_isDark; }

    /// The wish in a value of the portal, which may be wrapped in variants.
    [[nodiscard]] static std::optional<bool> read(const QVariant &value);

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void settingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void answered(QDBusPendingCallWatcher *watcher);
    void take(const QVariant &value);

    std::optional<bool> m_isDark;
};

} // namespace nervure
