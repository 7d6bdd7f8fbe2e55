// SPDX-License-Identifier: Apache-2.0
#include "app/settings/program_paths.h"

#include "core/support/own_programs.h"
#include "core/support/user_folders.h"

#include <QCoreApplication>
#include <QDir>

namespace nervure {

namespace {

/// From bin/tests of a build folder up to the root of the source tree.
constexpr int deepestBuild = 5;

} // namespace

QString programPath(const QString &name)
{
    const auto folder = QCoreApplication::applicationDirPath().toStdString();
    return QString::fromStdString(ownProgram(folder, name.toStdString()).string());
}

QString samplesFolder()
{
    QDir folder(QCoreApplication::applicationDirPath());
    for (int level = 0; level < deepestBuild; ++level) {
        for (const auto &place :
             {QStringLiteral("share/nervure/samples"), QStringLiteral("resources/samples")}) {
            if (folder.exists(place)) {
                return QDir(folder.filePath(place)).canonicalPath();
            }
        }
        if (!folder.cdUp()) {
            break;
        }
    }
    return {};
}

QString journalFolder()
{
    const std::filesystem::path data = userDataFolder();
    return data.empty() ? QString() : QString::fromStdString((data / "journals").string());
}

} // namespace nervure
