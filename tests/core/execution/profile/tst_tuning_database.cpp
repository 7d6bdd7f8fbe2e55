// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/tuning_database.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nervure;

class TstTuningDatabase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void winnersReadBack();
    void winnersAreAddedToThoseThere();
    void damagedFilesHoldNothing_data();
    void damagedFilesHoldNothing();
    void devicesHaveFilesOfTheirOwn();
    void whatCannotBeWrittenIsTold();

private:
    [[nodiscard]] std::filesystem::path file() const
    {
        return tuningFile(m_folder.path().toStdString(), "device");
    }

    QTemporaryDir m_folder;
};

void TstTuningDatabase::winnersReadBack()
{
    QVERIFY(readTuning(file()).empty());
    QVERIFY(addTuning(file(), {{"conv2d 1 2", {"2x8", 1.5, 2.5}}}).ok());
    const TuningWinners winners = readTuning(file());
    QCOMPARE(winners.size(), std::size_t{1});
    QCOMPARE(winners.at("conv2d 1 2").variant, std::string("2x8"));
    QCOMPARE(winners.at("conv2d 1 2").ms, 1.5);
    QCOMPARE(winners.at("conv2d 1 2").defaultMs, 2.5);
    QCOMPARE(kernelTuning(winners)->winners.at("conv2d 1 2"), std::string("2x8"));
}

void TstTuningDatabase::winnersAreAddedToThoseThere()
{
    QVERIFY(addTuning(file(), {{"a", {"x", 1, 1}}, {"b", {"x", 1, 1}}}).ok());
    QVERIFY(addTuning(file(), {{"b", {"y", 1, 1}}, {"c", {"z", 1, 1}}}).ok());
    const auto winners = kernelTuning(readTuning(file()))->winners;
    QCOMPARE(winners.at("a"), std::string("x"));
    QCOMPARE(winners.at("b"), std::string("y"));
    QCOMPARE(winners.at("c"), std::string("z"));
}

void TstTuningDatabase::damagedFilesHoldNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray(R"({"version": 1, "winners": {"a": {"var)");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("another version")
        << QByteArray(R"({"version": 2, "winners": {"a": {"variant": "x"}}})");
    QTest::newRow("no winners") << QByteArray(R"({"version": 1, "winners": 3})");
    QTest::newRow("no variant") << QByteArray(
        R"({"version": 1, "winners": {"a": {"variant": 3}, "b": 4}})");
}

void TstTuningDatabase::damagedFilesHoldNothing()
{
    QFETCH(QByteArray, text);
    std::ofstream(file(), std::ios::binary | std::ios::trunc) << text.toStdString();
    QVERIFY(readTuning(file()).empty());
    QVERIFY(addTuning(file(), {{"a", {"x", 1, 1}}}).ok());
    QCOMPARE(readTuning(file()).size(), std::size_t{1});
}

void TstTuningDatabase::devicesHaveFilesOfTheirOwn()
{
    QVERIFY(tuningFile("/folder", "one") != tuningFile("/folder", "two"));
    QVERIFY(tuningFile({}, "one").empty());
    QVERIFY(readTuning({}).empty());
}

void TstTuningDatabase::whatCannotBeWrittenIsTold()
{
    NERVURE_VERIFY_ERROR(addTuning({}, {}), "file-write",
                         "there is no folder for the user's data, expected XDG_DATA_HOME or");
    NERVURE_VERIFY_ERROR(addTuning("/dev/null/tuning.json", {{"a", {"x", 1, 1}}}), "file-write",
                         "cannot make the folder /dev/null: Not a directory");
}

NERVURE_TEST(TstTuningDatabase)
#include "tst_tuning_database.moc"
