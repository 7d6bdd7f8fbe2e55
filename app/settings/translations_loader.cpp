// SPDX-License-Identifier: Apache-2.0
#include "app/settings/translations_loader.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace nervure {

namespace {

const QString translationFolder = QStringLiteral(":/i18n");
const QString prefix = QStringLiteral("nervure_");
const QString corePrefix = QStringLiteral("core_"); // texts of core: see widgets/text/core_words.h

} // namespace

TranslationsLoader::TranslationsLoader() = default;

TranslationsLoader::~TranslationsLoader() = default;

QList<LanguageChoice> TranslationsLoader::languages()
{
    const QString english = QStringLiteral("en");
    QList<LanguageChoice> list{{english, QStringLiteral("English")}};
    const QStringList files =
        QDir(translationFolder)
            .entryList({prefix + QStringLiteral("*.qm")}, QDir::Files, QDir::Name);
    for (const QString &file : files) {
        const QString code = file.mid(prefix.size()).chopped(3);
        if (code != english) {
            list.append({code, QLocale(code).nativeLanguageName()});
        }
    }
    return list;
}

void TranslationsLoader::load(const QString &language)
{
    m_translators.clear();
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    if (add(translationFolder, prefix, locale)) {
        add(translationFolder, corePrefix, locale);
        add(QLibraryInfo::path(QLibraryInfo::TranslationsPath), QStringLiteral("qtbase_"), locale);
        return;
    }
    // The source is English already, but for its plurals.
    add(translationFolder, prefix, QLocale(QLocale::English));
}

bool TranslationsLoader::add(const QString &path, const QString &name, const QLocale &locale)
{
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, name, QString(), path)) {
        return false;
    }
    QCoreApplication::installTranslator(translator.get());
    m_translators.push_back(std::move(translator));
    return true;
}

} // namespace nervure
