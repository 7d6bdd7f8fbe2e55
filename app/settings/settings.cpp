// SPDX-License-Identifier: Apache-2.0
#include "app/settings/settings.h"

#include <QSettings>

#include <array>
#include <utility>

namespace nervure {

namespace {

const QString themeKey = QStringLiteral("view/theme");
const QString languageKey = QStringLiteral("view/language");
const QString wheelKey = QStringLiteral("view/wheel");
const QString operatorsKey = QStringLiteral("model/operators");
const QString semanticsKey = QStringLiteral("model/semantics");
const QString differenceKey = QStringLiteral("model/show-difference");
const QString foldKey = QStringLiteral("view/opensFolded");
const QString motionKey = QStringLiteral("view/animates");
const QString tabsKey = QStringLiteral("window/opensTabs");
const QString reopenKey = QStringLiteral("start/reopens");
const QString machinesKey = QStringLiteral("device/machines");
constexpr qsizetype mostMachines = 12;
const QString workerKey = QStringLiteral("device/worker");

template <typename Value, std::size_t N>
using Words = std::array<std::pair<Value, QLatin1String>, N>;

const Words<ThemeChoice, 3> themeWords{{{ThemeChoice::System, QLatin1String("system")},
                                        {ThemeChoice::Light, QLatin1String("light")},
                                        {ThemeChoice::Dark, QLatin1String("dark")}}};
const Words<WheelChoice, 2> wheelWords{
    {{WheelChoice::Scroll, QLatin1String("scroll")}, {WheelChoice::Zoom, QLatin1String("zoom")}}};

template <typename Value, std::size_t N>
QString wordOf(const Words<Value, N> &words, Value value)
{
    for (const auto &[candidate, word] : words) {
        if (candidate == value) {
            return word;
        }
    }
    return {};
}

/// A word that a person or an older version wrote and nobody knows is the first value.
template <typename Value, std::size_t N>
Value valueOf(const Words<Value, N> &words, const QString &text)
{
    for (const auto &[value, word] : words) {
        if (word == text) {
            return value;
        }
    }
    return words.front().first;
}

std::optional<Semantics> semanticsOf(const QString &text)
{
    if (text == QLatin1String("exact")) {
        return Semantics::Exact;
    }
    if (text == QLatin1String("fixed")) {
        return Semantics::Fixed;
    }
    return std::nullopt;
}

QString semanticsWord(std::optional<Semantics> semantics)
{
    if (!semantics) {
        return QStringLiteral("dialect");
    }
    return *semantics == Semantics::Exact ? QStringLiteral("exact") : QStringLiteral("fixed");
}

} // namespace

Settings::Settings(QSettings &store, QObject *parent) : QObject(parent), m_store(store)
{
    m_preferences.theme = valueOf(themeWords, m_store.value(themeKey).toString());
    m_preferences.wheel = valueOf(wheelWords, m_store.value(wheelKey).toString());
    m_preferences.language = m_store.value(languageKey).toString();
    m_preferences.semantics = semanticsOf(m_store.value(semanticsKey).toString());
    m_preferences.operatorFiles = m_store.value(operatorsKey).toStringList();
    m_preferences.showsDifference = m_store.value(differenceKey, false).toBool();
    m_preferences.workerCommand = m_store.value(workerKey).toString();
    m_preferences.opensFolded = m_store.value(foldKey, true).toBool();
    m_preferences.animates = m_store.value(motionKey, true).toBool();
    m_preferences.opensTabs = m_store.value(tabsKey, true).toBool();
    m_preferences.reopens = m_store.value(reopenKey, true).toBool();
}

void Settings::setPreferences(const Preferences &preferences)
{
    if (preferences == m_preferences) {
        return;
    }
    m_preferences = preferences;
    m_store.setValue(themeKey, wordOf(themeWords, preferences.theme));
    m_store.setValue(wheelKey, wordOf(wheelWords, preferences.wheel));
    m_store.setValue(languageKey, preferences.language);
    m_store.setValue(semanticsKey, semanticsWord(preferences.semantics));
    m_store.setValue(operatorsKey, preferences.operatorFiles);
    m_store.setValue(differenceKey, preferences.showsDifference);
    m_store.setValue(workerKey, preferences.workerCommand);
    m_store.setValue(foldKey, preferences.opensFolded);
    m_store.setValue(motionKey, preferences.animates);
    m_store.setValue(tabsKey, preferences.opensTabs);
    m_store.setValue(reopenKey, preferences.reopens);
    Q_EMIT preferencesChanged();
}

QStringList Settings::machines() const
{
    return m_store.value(machinesKey).toStringList();
}

void Settings::addMachine(const QString &machine)
{
    QStringList known = machines();
    known.removeAll(machine);
    known.prepend(machine);
    m_store.setValue(machinesKey, known.mid(0, mostMachines));
}

} // namespace nervure
