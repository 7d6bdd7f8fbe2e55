// SPDX-License-Identifier: Apache-2.0
#include "app/settings/operator_files.h"

#include "app/settings/settings.h"
#include "core/builtins.h"
#include "core/ops/custom/custom_operators.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"
#include "widgets/manual/manual_pages.h"

#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOperatorFiles : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString write(const QString &name, const QByteArray &text) const
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) {
            file.write(text);
        }
        return path;
    }

private Q_SLOTS:
    void theyAreKnownFromTheStart();
    void filesOfOthersStay();
    void theManualsExampleReads();
};

void TstOperatorFiles::theyAreKnownFromTheStart()
{
    const QByteArray plain = R"({"nervure_operators": 1,
        "operators": [{"name": "mine", "outputs": ["y"]}]})";
    QSettings store(m_folder.filePath(QStringLiteral("a.ini")), QSettings::IniFormat);
    Preferences preferences;
    preferences.operatorFiles = {write(QStringLiteral("mine.json"), plain)};
    Settings(store).setPreferences(preferences);
    Settings settings(store);
    const Builtins builtins = makeBuiltins();
    OperatorFiles files(builtins, settings);
    QVERIFY(!files.problem());
    QVERIFY(builtins.ops.find(Dialect::Nnvm, "mine"));
    QSignalSpy changed(&files, &OperatorFiles::changed);
    preferences.showsDifference = true;
    settings.setPreferences(preferences); // of something else
    QCOMPARE(changed.count(), 0);
    preferences.operatorFiles << m_folder.filePath(QStringLiteral("none.json"));
    settings.setPreferences(preferences);
    QVERIFY(files.problem());
    QVERIFY(builtins.ops.find(Dialect::Nnvm, "mine"));
    preferences.operatorFiles.clear();
    settings.setPreferences(preferences);
    QVERIFY(!files.problem());
    QVERIFY(!builtins.ops.find(Dialect::Nnvm, "mine"));
    QCOMPARE(changed.count(), 1);
}

void TstOperatorFiles::filesOfOthersStay()
{
    const Builtins builtins = makeBuiltins();
    QSettings store(m_folder.filePath(QStringLiteral("b.ini")), QSettings::IniFormat);
    Settings settings(store);
    OperatorFiles files(builtins, settings);
    const OperatorFile ofProject{"net.nervure:operators/0/a.json",
                                 R"({"nervure_operators": 1,
        "operators": [{"name": "theirs", "outputs": ["y"]}]})"};
    QVERIFY(exchangeOperators({}, {ofProject}, builtins.ops));
    Preferences preferences;
    preferences.operatorFiles = {write(QStringLiteral("mine.json"), R"({"nervure_operators": 1,
        "operators": [{"name": "mine", "outputs": ["y"]}]})")};
    settings.setPreferences(preferences);
    QVERIFY(builtins.ops.find(Dialect::Nnvm, "theirs") && builtins.ops.find(Dialect::Nnvm, "mine"));
    preferences.operatorFiles.clear();
    settings.setPreferences(preferences);
    QVERIFY(builtins.ops.find(Dialect::Nnvm, "theirs")
            && !builtins.ops.find(Dialect::Nnvm, "mine"));
}

void TstOperatorFiles::theManualsExampleReads()
{
    const QString page = manualText(QStringLiteral("en"), QStringLiteral("custom-operators"));
    const qsizetype start = page.indexOf(QStringLiteral("    {\n"));
    const qsizetype end = page.indexOf(QStringLiteral("\n    }\n"), start);
    QVERIFY(start >= 0 && end > start);
    const Builtins builtins = makeBuiltins();
    const Status status = declareOperators(
        {{"manual", page.mid(start, end + 6 - start).toStdString()}}, builtins.ops);
    QVERIFY2(status, errorOf(status).c_str());
    QVERIFY(builtins.ops.find(Dialect::Nnvm, "scaled_dense"));
}

NERVURE_TEST(TstOperatorFiles)
#include "tst_operator_files.moc"
