// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/dialogs/preferences.h"

#include <QObject>

class QSettings;

namespace nervure {

/// The preferences, kept between sessions. Owned by the composition.
class Settings : public QObject {
    Q_OBJECT

public:
    /// `store` must outlive this.
    explicit Settings(QSettings &store, QObject *parent = nullptr);

    [[nodiscard]] const Preferences &preferences() const { return m_preferences; }
    void setPreferences(const Preferences &preferences);

    /// Other machines that were connected ("ssh:HOST"), the last one first.
    [[nodiscard]] QStringList machines() const;
    void addMachine(const QString &machine);

    /// Where window geometry and dock state are kept.
    [[nodiscard]] QSettings &store() { return m_store; }

Q_SIGNALS:
    void preferencesChanged();

private:
    QSettings &m_store;
    Preferences m_preferences;
};

} // namespace nervure
