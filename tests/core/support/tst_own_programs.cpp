// SPDX-License-Identifier: Apache-2.0
#include "core/support/own_programs.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nervure;

namespace {

void makeProgram(const std::filesystem::path &path)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "#!/bin/sh\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

} // namespace

class TstOwnPrograms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTestKnowsItsFolder();
    void helpersLieBesideAboveOrInLibexec();
    void whatCannotBeStartedIsNoProgram();
};

void TstOwnPrograms::theTestKnowsItsFolder()
{
    QVERIFY(std::filesystem::exists(programFolder() / "tst_core_support"));
}

void TstOwnPrograms::helpersLieBesideAboveOrInLibexec()
{
    const QTemporaryDir folder;
    const auto root = std::filesystem::canonical(folder.path().toStdString());
    const auto bin = root / "bin";
    std::filesystem::create_directory(bin);
    for (const auto &place :
         {root / "libexec/nervure/helper", root / "helper", root / "bin/helper"}) {
        makeProgram(place);
        QCOMPARE(ownProgram(bin, "helper").string(), place.string());
    }
}

void TstOwnPrograms::whatCannotBeStartedIsNoProgram()
{
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    QVERIFY(ownProgram(root, "nothing").empty());
    std::ofstream(root / "text") << "no program";
    QVERIFY(ownProgram(root, "text").empty());
    std::filesystem::create_directory(root / "folder");
    QVERIFY(ownProgram(root, "folder").empty());
}

NERVURE_TEST(TstOwnPrograms)
#include "tst_own_programs.moc"
