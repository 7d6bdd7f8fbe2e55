// SPDX-License-Identifier: Apache-2.0
#include "widgets/manual/manual_pages.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTextDocument>

namespace nervure {

namespace {

const QString folder = QStringLiteral(":/nervure/manual/");
const QString suffix = QStringLiteral(".md");

} // namespace

const QStringList &manualPageNames()
{
    static const QStringList names{
        QStringLiteral("first-steps"),    QStringLiteral("reading-a-graph"),
        QStringLiteral("editing"),        QStringLiteral("passes"),
        QStringLiteral("proving-passes"), QStringLiteral("memory-plans"),
        QStringLiteral("profiling"),      QStringLiteral("files"),
        QStringLiteral("query-language"), QStringLiteral("command-line"),
        QStringLiteral("devices"),        QStringLiteral("custom-operators")};
    return names;
}

QStringList manualLanguages()
{
    return QDir(folder).entryList(QDir::Dirs, QDir::Name);
}

QString manualLanguage()
{
    //: The folder of the manual in this language, below resources/manual
    const QString language = QCoreApplication::translate("Manual", "en");
    return manualLanguages().contains(language) ? language : QStringLiteral("en");
}

QString manualAddress(const QString &language, const QString &page)
{
    return QStringLiteral("qrc") + folder + language + u'/' + page + suffix;
}

QString manualPageOf(const QString &address)
{
    const QString name = address.section(u'/', -1);
    return name.endsWith(suffix) && manualPageNames().contains(name.chopped(suffix.size()))
               ? name.chopped(suffix.size())
               : QString();
}

QString manualText(const QString &language, const QString &page)
{
    QFile file(folder + language + u'/' + page + suffix);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString manualTitle(const QString &language, const QString &page)
{
    return manualText(language, page).section(u'\n', 0, 0).mid(2);
}

QString manualWords(const QString &language, const QString &page)
{
    QTextDocument document;
    document.setMarkdown(manualText(language, page));
    return document.toPlainText();
}

QString manualPictureFolder(const QString &language)
{
    QDir above(QCoreApplication::applicationDirPath());
    // From bin of an installation or of a build, and from bin/tests of a build.
    for (int level = 0; level < 2 && above.cdUp(); ++level) {
        for (const auto &place :
             {QStringLiteral("share/nervure/manual/"), QStringLiteral("manual/")}) {
            const QString found = above.filePath(place + language);
            if (QDir(found).exists()) {
                return found;
            }
        }
    }
    return {};
}

} // namespace nervure
