// SPDX-License-Identifier: Apache-2.0
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

using namespace nervure::tests;

/// The folder of inputs itself, for the tests beside this one, which are named after what was wrong.
class TstFolder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachFolderSaysWhatIsRight();
};

void TstFolder::eachFolderSaysWhatIsRight()
{
    NERVURE_NEED_FAULTS();
    for (const auto &entry : std::filesystem::directory_iterator(faultsFolder())) {
        if (entry.is_directory()) {
            QVERIFY2(!nervure::tests::readFile(entry.path() / "README.md").empty(),
                     entry.path().c_str());
        }
    }
}

NERVURE_TEST(TstFolder)
#include "tst_folder.moc"
