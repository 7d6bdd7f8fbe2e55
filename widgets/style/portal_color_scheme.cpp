// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/portal_color_scheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace nervure {

namespace {

constexpr QLatin1String service("org.freedesktop.portal.Desktop");
constexpr QLatin1String path("/org/freedesktop/portal/desktop");
constexpr QLatin1String interface("org.freedesktop.portal.Settings");
constexpr QLatin1String appearance("org.freedesktop.appearance");
constexpr QLatin1String colorScheme("color-scheme");

} // namespace

PortalColorScheme::PortalColorScheme(QObject *parent) : QObject(parent) {}

void PortalColorScheme::watch()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(service, path, interface, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    QDBusMessage message =
        QDBusMessage::createMethodCall(service, path, interface, QStringLiteral("Read"));
    message << appearance << colorScheme;
    auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(message, 3000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, &PortalColorScheme::answered);
}

void PortalColorScheme::answered(QDBusPendingCallWatcher *watcher)
{
    const QDBusPendingReply<QVariant> reply = *watcher;
    watcher->deleteLater();
    if (!reply.isError()) {
        take(reply.value());
    }
}

void PortalColorScheme::settingChanged(const QString &group, const QString &key,
                                       const QDBusVariant &value)
{
    if (group == appearance && key == colorScheme) {
        take(value.variant());
    }
}

void PortalColorScheme::take(const QVariant &value)
{
    const std::optional<bool> isDark = read(value);
    if (isDark != m_isDark) {
        m_isDark = isDark;
        Q_EMIT changed();
    }
}

std::optional<bool> PortalColorScheme::read(const QVariant &value)
{
    QVariant inner = value;
    for (int depth = 0; depth < 4 && inner.userType() == qMetaTypeId<QDBusVariant>(); ++depth) {
        inner = inner.value<QDBusVariant>().variant();
    }
    bool isNumber = false;
    const uint number = inner.toUInt(&isNumber);
    if (!isNumber || (number != 1 && number != 2)) {
        return std::nullopt;
    }
    return number == 1;
}

} // namespace nervure
