// SPDX-License-Identifier: Apache-2.0
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

using namespace nervure::tests;

class TstEnvironment : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("NERVURE_SOAK_PERCENT"); }
    void switchIsOnWhenSetToAnythingButZero();
    void soakRunsTwoPercentUnlessAsked();
    void soakRunsAtLeastOneCase();
    void sourceFolderIsTheRoot();
};

void TstEnvironment::switchIsOnWhenSetToAnythingButZero()
{
    QVERIFY(!isSwitchedOn("NERVURE_TEST_SWITCH"));
    qputenv("NERVURE_TEST_SWITCH", "0");
    QVERIFY(!isSwitchedOn("NERVURE_TEST_SWITCH"));
    qputenv("NERVURE_TEST_SWITCH", "1");
    QVERIFY(isSwitchedOn("NERVURE_TEST_SWITCH"));
    qunsetenv("NERVURE_TEST_SWITCH");
}

void TstEnvironment::soakRunsTwoPercentUnlessAsked()
{
    qunsetenv("NERVURE_SOAK_PERCENT");
    QCOMPARE(soakCount(1000), std::size_t(20));
    qputenv("NERVURE_SOAK_PERCENT", "50");
    QCOMPARE(soakCount(1000), std::size_t(500));
    qputenv("NERVURE_SOAK_PERCENT", "100");
    QCOMPARE(soakCount(1000), std::size_t(1000));
}

void TstEnvironment::soakRunsAtLeastOneCase()
{
    qputenv("NERVURE_SOAK_PERCENT", "0");
    QCOMPARE(soakCount(10), std::size_t(1));
    QCOMPARE(soakCount(0), std::size_t(0));
}

void TstEnvironment::sourceFolderIsTheRoot()
{
    QVERIFY(std::filesystem::exists(sourceFolder() / "CMakePresets.json"));
}

NERVURE_TEST(TstEnvironment)
#include "tst_environment.moc"
