// SPDX-License-Identifier: Apache-2.0
#include "tests/monkey/monkey_models.h"

#include "app/settings/program_paths.h"
#include "tests/support/faults.h"
#include "tests/support/oracles.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <random>

namespace nervure::tests {

namespace {

QStringList modelsIn(const QString &folder)
{
    static const QStringList endings{QStringLiteral("*.json"), QStringLiteral("*.onnx"),
                                     QStringLiteral("*.pb"),   QStringLiteral("*.h5"),
                                     QStringLiteral("*.cfg"),  QStringLiteral("*.mlmodel"),
                                     QStringLiteral("*.keras")};
    QStringList found;
    for (QDirIterator files(folder, endings, QDir::Files, QDirIterator::Subdirectories);
         files.hasNext();) {
        found.append(files.next());
    }
    found.sort();
    return found;
}

} // namespace

QStringList modelsOfAllDialects(quint32 seed, int perFolder)
{
    QStringList models = modelsIn(samplesFolder());
    const QDir oracles(QString::fromStdString(oraclesFolder().string()));
    std::mt19937 random(seed);
    const QStringList folders = oracles.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString &folder : folders) {
        QStringList all = modelsIn(oracles.filePath(folder));
        for (int i = 0; i < perFolder && !all.isEmpty(); ++i) {
            models.append(all.takeAt(static_cast<qsizetype>(random() % all.size())));
        }
    }
    return models + modelsIn(QString::fromStdString(faultsFolder().string()));
}

QStringList fewModels()
{
    constexpr qsizetype enough = 1;
    QStringList samples = modelsIn(samplesFolder());
    std::sort(samples.begin(), samples.end(), [](const QString &a, const QString &b) {
        return QFileInfo(a).size() < QFileInfo(b).size();
    });
    QStringList models = samples.mid(0, enough);
    const QString constant = faultFile("28-click-on-constant/loop_if.onnx");
    if (QFile::exists(constant)) {
        models.prepend(constant);
    }
    return models;
}

QString copyInto(const QString &folder, const QString &model)
{
    const QFileInfo file(model);
    const QStringList beside =
        QDir(file.path()).entryList({file.completeBaseName() + QStringLiteral("*")}, QDir::Files);
    constexpr qsizetype mostBeside = 8;
    for (const QString &name : beside.mid(0, mostBeside) + QStringList{file.fileName()}) {
        const QString copy = folder + u'/' + name;
        QFile::copy(file.path() + u'/' + name, copy); // one that is there stays
        QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
    }
    return folder + u'/' + file.fileName();
}

} // namespace nervure::tests
