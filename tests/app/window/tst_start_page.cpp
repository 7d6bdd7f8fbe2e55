// SPDX-License-Identifier: Apache-2.0
#include "app/settings/program_paths.h"
#include "app/settings/recent_files.h"
#include "app/window/file_card.h"
#include "app/window/start_page.h"
#include "core/builtins.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

class TstStartPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samplesThatAreThereCanBeClicked();
    void threeBundledSamplesShow();
    void recentFilesAppearAsTheyAreOpened();
    void theButtonAsksForAFile();
    void picturesAreAskedForOnce();
    void allFrameworksThatAreReadAreNamed();
};

namespace {

QString makeFile(const QTemporaryDir &folder, const QString &name)
{
    QFile file(folder.filePath(name));
    [[maybe_unused]] const bool isOpen = file.open(QIODevice::WriteOnly);
    return file.fileName();
}

} // namespace

void TstStartPage::samplesThatAreThereCanBeClicked()
{
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    RecentFiles recent(store, folder.filePath(QStringLiteral("p")));
    const QString sample = makeFile(folder, QStringLiteral("resnet18.json"));
    StartPage page(recent, folder.path(), makeBuiltins().formats);
    page.show();
    const auto cards = page.findChildren<FileCard *>();
    QCOMPARE(cards.size(), 1);
    QSignalSpy requested(&page, &StartPage::fileRequested);
    QTest::mouseClick(cards.first(), Qt::LeftButton);
    QCOMPARE(requested.count(), 1);
    QCOMPARE(requested.first().first().toString(), sample);
}

void TstStartPage::threeBundledSamplesShow()
{
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    RecentFiles recent(store, folder.filePath(QStringLiteral("p")));
    const StartPage page(recent, samplesFolder(), makeBuiltins().formats);
    QCOMPARE(page.findChildren<FileCard *>().size(), 3);
}

void TstStartPage::recentFilesAppearAsTheyAreOpened()
{
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    RecentFiles recent(store, folder.filePath(QStringLiteral("p")));
    StartPage page(recent, QString(), makeBuiltins().formats);
    page.show();
    QVERIFY(page.findChildren<FileCard *>().isEmpty());
    const QString file = makeFile(folder, QStringLiteral("a.json"));
    recent.add(file);
    const auto *card = page.findChild<FileCard *>();
    QVERIFY(card);
    QCOMPARE(card->path(), file);
    QCOMPARE(card->text(), QStringLiteral("a.json"));
}

void TstStartPage::theButtonAsksForAFile()
{
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    RecentFiles recent(store, folder.filePath(QStringLiteral("p")));
    StartPage page(recent, QString(), makeBuiltins().formats);
    page.show();
    QSignalSpy requested(&page, &StartPage::openRequested);
    QTest::mouseClick(page.findChild<QPushButton *>(QStringLiteral("start-open")), Qt::LeftButton);
    QCOMPARE(requested.count(), 1);
}

void TstStartPage::picturesAreAskedForOnce()
{
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    RecentFiles recent(store, folder.filePath(QStringLiteral("p")));
    const QString file = makeFile(folder, QStringLiteral("a.json"));
    recent.add(file);
    StartPage page(recent, QString(), makeBuiltins().formats);
    QSignalSpy wanted(&page, &StartPage::pictureWanted);
    page.show();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.first().first().toString(), file);
    // A file that has no picture after all is not asked for again.
    recent.add(file);
    QCOMPARE(wanted.count(), 1);
}

void TstStartPage::allFrameworksThatAreReadAreNamed()
{
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    RecentFiles recent(store, folder.filePath(QStringLiteral("p")));
    const StartPage page(recent, QString(), makeBuiltins().formats);
    const auto *names = page.findChild<QLabel *>(QStringLiteral("start-formats"));
    QVERIFY(names);
    for (const char *name :
         {"NNVM", "MXNet", "ONNX", "TensorFlow", "Keras", "Core ML", "Darknet", "LightNet"}) {
        QVERIFY2(names->text().contains(QLatin1String(name)), qPrintable(names->text()));
    }
}

NERVURE_GUI_TEST(TstStartPage)
#include "tst_start_page.moc"
