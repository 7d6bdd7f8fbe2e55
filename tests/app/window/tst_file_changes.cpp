// SPDX-License-Identifier: Apache-2.0
#include "app/window/file_changes.h"

#include "app/files/file_watch.h"
#include "app/settings/settings.h"
#include "app/window/message_bar.h"
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/dialogs/difference_dialog.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>

#include <utime.h>

using namespace nervure;
using namespace nervure::tests;

/// Other programs change the file of a window.
class TstFileChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aChangedFileIsToldOfAndReloaded_data();
    void aChangedFileIsToldOfAndReloaded();
    void mineIsKeptAndSavedOverIt();
    void theDifferenceIsShown();
    void savingOverAnothersChangeAsks();
    void aFileThatIsGoneIsSavedAgain();
    void aFileThatComesBackIsNoChange();
    void whatIsNoChangeIsNotToldOf();
    void theDifferenceIsShownBeforeOverwritingIfWanted();
};

namespace {

/// What another program makes of the file.
QByteArray changed(QByteArray bytes)
{
    return bytes.replace("\"relu1\"", "\"another\"");
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Writes beside and renames over, as careful programs do.
void replace(const QString &path, const QByteArray &bytes)
{
    write(path + QStringLiteral(".new"), bytes);
    QVERIFY(::rename(qPrintable(path + QStringLiteral(".new")), qPrintable(path)) == 0);
}

bool waitForBar(const EditingFixture &fixture)
{
    return QTest::qWaitFor([&] { return fixture.window->fileMessages().isVisible(); },
                           WindowFixture::patienceMs);
}

void press(const EditingFixture &fixture, const char *name)
{
    auto *button = find<QPushButton>(&fixture.window->fileMessages(), name);
    QVERIFY(button != nullptr && button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
}

/// Waits for the dialog with the difference, notes what it shows and answers.
struct Answer {
    explicit Answer(bool accepts)
    {
        QObject::connect(&m_timer, &QTimer::timeout, qApp, [this, accepts] {
            auto *dialog = qobject_cast<DifferenceDialog *>(QApplication::activeModalWidget());
            if (dialog == nullptr
                || find<QPlainTextEdit>(dialog, "difference-text")->toPlainText().isEmpty()) {
                return;
            }
            m_timer.stop();
            text = find<QPlainTextEdit>(dialog, "difference-text")->toPlainText();
            explanation = find<QLabel>(dialog, "difference-explanation")->text();
            QTest::keyClick(dialog, accepts ? Qt::Key_Return : Qt::Key_Escape);
        });
        m_timer.start(10);
    }
    QString text;
    QString explanation;

private:
    QTimer m_timer;
};

} // namespace

void TstFileChanges::aChangedFileIsToldOfAndReloaded_data()
{
    QTest::addColumn<bool>("isReplaced");
    QTest::newRow("written in place") << false;
    QTest::newRow("replaced by renaming") << true;
}

void TstFileChanges::aChangedFileIsToldOfAndReloaded()
{
    QFETCH(bool, isReplaced);
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    // Twice: a file that was replaced is watched as before.
    for (const char *name : {"another", "third"}) {
        QByteArray bytes = changed(fixture.bytes).replace("another", name);
        isReplaced ? replace(fixture.path, bytes) : write(fixture.path, bytes);
        QVERIFY(waitForBar(fixture));
        QVERIFY(fixture.window->fileMessages().text().contains(QStringLiteral("mlp.json")));
        QVERIFY(!fixture.graph().findByName(name));
        press(fixture, "file-reload");
        QTRY_VERIFY_WITH_TIMEOUT(fixture.graph().findByName(name).has_value(),
                                 WindowFixture::patienceMs);
        QVERIFY(!fixture.window->fileMessages().isVisible());
        QVERIFY(!fixture.document().isDirty());
    }
}

void TstFileChanges::mineIsKeptAndSavedOverIt()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    replace(fixture.path, changed(fixture.bytes));
    QVERIFY(waitForBar(fixture));
    press(fixture, "file-keep");
    QVERIFY(!fixture.window->fileMessages().isVisible());
    QVERIFY(fixture.document().isDirty());
    QCOMPARE(fixture.save(), fixture.bytes);
    QVERIFY(!fixture.document().isDirty());
    // The next change is told of again.
    replace(fixture.path, changed(fixture.bytes));
    QVERIFY(waitForBar(fixture));
}

void TstFileChanges::theDifferenceIsShown()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    replace(fixture.path, changed(fixture.bytes));
    QVERIFY(waitForBar(fixture));
    const Answer answer(false);
    press(fixture, "file-compare");
    QVERIFY2(answer.text.contains(QStringLiteral("−       \"name\": \"another\"")),
             qPrintable(answer.text));
    QVERIFY(answer.text.contains(QStringLiteral("+       \"name\": \"relu1\"")));
    QVERIFY(waitForBar(fixture));
    QCOMPARE(read(fixture.path), changed(fixture.bytes));
}

void TstFileChanges::savingOverAnothersChangeAsks()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    fixture.click("fc2");
    fixture.key(Qt::Key_Delete, Qt::ShiftModifier);
    QVERIFY(fixture.document().isDirty());
    const QByteArray others = changed(fixture.bytes);
    replace(fixture.path, others);
    {
        // No time to notice: saving looks itself.
        const Answer answer(false);
        QCOMPARE(fixture.save(), others);
        QVERIFY(answer.explanation.contains(QStringLiteral("Another program")));
        QVERIFY(fixture.document().isDirty());
    }
    const Answer answer(true);
    const QByteArray saved = fixture.save();
    QVERIFY(!answer.text.isEmpty());
    QVERIFY(saved.contains("relu1") && !saved.contains("another"));
    QVERIFY(!fixture.document().isDirty());
    QTRY_VERIFY(!fixture.window->fileMessages().isVisible());
}

void TstFileChanges::aFileThatIsGoneIsSavedAgain()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    QVERIFY(QFile::remove(fixture.path));
    QVERIFY(waitForBar(fixture));
    press(fixture, "file-save");
    QVERIFY(waitUntilSaved(*fixture.window));
    QCOMPARE(read(fixture.path), fixture.bytes);
    QTRY_VERIFY(!fixture.window->fileMessages().isVisible());
    QVERIFY(QFile::remove(fixture.path));
    QVERIFY(waitForBar(fixture));
    press(fixture, "file-keep");
    QVERIFY(fixture.document().isDirty());
    QVERIFY(!QFile::exists(fixture.path));
}

void TstFileChanges::aFileThatComesBackIsNoChange()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    QVERIFY(QFile::rename(fixture.path, fixture.path + QStringLiteral("~")));
    QVERIFY(waitForBar(fixture));
    QVERIFY(QFile::rename(fixture.path + QStringLiteral("~"), fixture.path));
    QTRY_VERIFY(!fixture.window->fileMessages().isVisible());
    QVERIFY(!fixture.document().isDirty());
}

void TstFileChanges::whatIsNoChangeIsNotToldOf()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    QSignalSpy told(&fixture.window->files().watch(), &FileWatch::stateChanged);
    fixture.click("relu1");
    fixture.key(Qt::Key_Delete);
    const QByteArray saved = fixture.save();
    QVERIFY(saved != fixture.bytes);
    QSignalSpy looked(&fixture.window->files().watch(), &FileWatch::looked);
    // The same bytes at another time, and other files beside it.
    replace(fixture.path, saved);
    const utimbuf times{1, 1};
    QCOMPARE(::utime(qPrintable(fixture.path), &times), 0);
    write(fixture.path + QStringLiteral(".else"), "{}");
    QVERIFY(looked.wait());
    // A change after all of that is the first that is told.
    replace(fixture.path, fixture.bytes);
    QVERIFY(waitForBar(fixture));
    QCOMPARE(told.count(), 1);
}

void TstFileChanges::theDifferenceIsShownBeforeOverwritingIfWanted()
{
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    Preferences preferences = fixture.app.composition.settings().preferences();
    QVERIFY(!preferences.showsDifference);
    preferences.showsDifference = true;
    fixture.app.composition.settings().setPreferences(preferences);
    fixture.click("relu1");
    fixture.key(Qt::Key_Delete, Qt::ShiftModifier);
    {
        const Answer answer(false);
        QCOMPARE(fixture.save(), fixture.bytes);
        QVERIFY(answer.text.contains(QStringLiteral("−       \"name\": \"relu1\"")));
    }
    const Answer answer(true);
    QVERIFY(fixture.save() != fixture.bytes);
    QVERIFY(!fixture.document().isDirty());
}

NERVURE_GUI_TEST(TstFileChanges)
#include "tst_file_changes.moc"
