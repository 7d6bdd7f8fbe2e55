// SPDX-License-Identifier: Apache-2.0
#include "app/files/recovery.h"

#include "app/files/autosave.h"
#include "tests/app/editing_fixture.h"
#include "tests/app/recovery_fixture.h"
#include "tests/support/test_class.h"

#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTimer>
#include <QTreeWidget>

#include <cstdio>

using namespace nervure;
using namespace nervure::tests;

/// A program that was killed, and the next start.
class TstRecovery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKilledProgramsWorkIsOfferedAndRecovered();
    void aNewModelIsRecoveredAsUnsaved();
    void discardedWorkIsGoneAndLaterIsLater();
    void whatWasLeftForLaterIsInTheMenu();
    void withoutLostWorkNothingIsAsked();
    void damagedJournalsSayWhyTheyCannotBeRecovered();
};

namespace {

/// The program in the child: edits by keys, tells that all is on the disk and waits to be killed.
int crash(const QString &folder, const QString &task)
{
    Composition composition(placesIn(folder));
    MainWindow *window = composition.windows().open(folder + QStringLiteral("/mlp.json"));
    QSignalSpy shown(&window->canvas().controller(), &CanvasController::shown);
    if (!shown.wait(WindowFixture::patienceMs)) {
        return 1;
    }
    const auto click = [window](const char *name) {
        const NodeId node = *window->session().document.graph().findByName(name);
        window->view().centerOn(node);
        QTest::mouseClick(window->view().viewport(), Qt::LeftButton, {},
                          window->view().nodeRectInView(node).center().toPoint());
    };
    const auto key = [window](Qt::Key code, Qt::KeyboardModifiers modifiers) {
        QApplication::setActiveWindow(window);
        window->actions().refreshNow();
        QTest::keyClick(&window->view(), code, modifiers);
    };
    window->view().setAnimated(false);
    QApplication::setActiveWindow(window);
    window->view().setFocus();
    click("relu1");
    if (task == QLatin1String("extract")) {
        key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
        composition.windows().windows().last()->autosave().wait();
    } else {
        key(Qt::Key_Delete, Qt::NoModifier);
        click("relu2");
        key(Qt::Key_Delete, Qt::ShiftModifier);
    }
    window->autosave().wait();
    std::puts("ready");
    std::fflush(stdout);
    return QApplication::exec();
}

const bool isCrashAdded = nervure::tests::addTest("crash", [](int argc, char **argv) {
    const QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    return crash(arguments.value(1), arguments.value(2));
});

/// A folder with a sample, and what a killed program left in it.
struct Crashed {
    explicit Crashed(const QString &task = {})
    {
        QFile::copy(samplesFolder() + QStringLiteral("/mlp.json"), path());
        QFile::setPermissions(path(), QFile::ReadOwner | QFile::WriteOwner);
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(),
                    {QStringLiteral("crash"), folder.path(), task});
        isReady = child.waitForReadyRead(WindowFixture::patienceMs)
                  && child.readAllStandardOutput().contains("ready");
        child.kill();
        isReady = child.waitForFinished() && child.exitStatus() == QProcess::CrashExit && isReady;
    }
    [[nodiscard]] QString path() const { return folder.filePath(QStringLiteral("mlp.json")); }
    [[nodiscard]] std::filesystem::path journals() const
    {
        return folder.filePath(QStringLiteral("journals")).toStdString();
    }

    QTemporaryDir folder;
    bool isReady = false;
};

} // namespace

void TstRecovery::aKilledProgramsWorkIsOfferedAndRecovered()
{
    const Crashed crashed;
    QVERIFY(crashed.isReady);
    const std::string file = readFile(crashed.path().toStdString());
    Restarted program(crashed.folder.path());
    QVERIFY(program.hasLooked && program.dialog && program.dialog->isVisible());
    auto *list = find<QTreeWidget>(program.dialog, "recovery-list");
    QCOMPARE(list->topLevelItemCount(), 1);
    QCOMPARE(list->topLevelItem(0)->text(0), QStringLiteral("mlp.json"));
    QCOMPARE(list->topLevelItem(0)->text(2), QStringLiteral("2"));
    QVERIFY(program.waitForPreview());
    QStringList changes;
    auto *lines = find<QListWidget>(program.dialog, "recovery-changes");
    for (int row = 0; row < lines->count(); ++row) {
        changes.append(lines->item(row)->text());
    }
    QVERIFY2(changes.contains(QStringLiteral("− relu1 (relu)")), qPrintable(changes.join(u'\n')));
    QVERIFY(changes.contains(QStringLiteral("− relu2 (relu)")));
    const QString summary = find<QLabel>(program.dialog, "recovery-summary")->text();
    QVERIFY2(summary.contains(QStringLiteral("14 → 12")), qPrintable(summary));
    QVERIFY(!find<QLabel>(program.dialog, "recovery-picture")->pixmap(Qt::ReturnByValue).isNull());

    QTest::keyClick(program.dialog, Qt::Key_Return);
    GraphDocument &document = program.window->session().document;
    QTRY_COMPARE_WITH_TIMEOUT(document.path(), crashed.path(), WindowFixture::patienceMs);
    QTRY_VERIFY(!program.dialog);
    QVERIFY(document.isDirty());
    QVERIFY(!document.graph().findByName("relu1") && !document.graph().findByName("relu2"));
    QCOMPARE(document.undoStack().count(), 2);
    QVERIFY2(document.undoStack().text(0).contains(QStringLiteral("relu1")),
             qPrintable(document.undoStack().text(0)));
    QVERIFY(readFile(crashed.path().toStdString()) == file);
    // It is as safe as it was: the journal goes on.
    QVERIFY(findLostJournals(crashed.journals()).empty());
    document.undoStack().undo();
    program.window->autosave().wait();
    QVERIFY(document.graph().findByName("relu2"));
    document.undoStack().undo();
    QVERIFY(!document.isDirty());
    program.window->autosave().wait();
    QVERIFY(std::filesystem::is_empty(crashed.journals()));
    document.undoStack().redo();
    program.window->files().save();
    QVERIFY(waitUntilSaved(*program.window) && !document.isDirty());
    QVERIFY(readFile(crashed.path().toStdString()).find("relu1") == std::string::npos);
    giveUp(program);
}

void TstRecovery::aNewModelIsRecoveredAsUnsaved()
{
    const Crashed crashed(QStringLiteral("extract"));
    QVERIFY(crashed.isReady);
    Restarted program(crashed.folder.path());
    QVERIFY(program.hasLooked && program.dialog);
    QVERIFY(program.waitForPreview());
    QTest::mouseClick(program.button("recovery-recover"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(program.unsaved() != nullptr, WindowFixture::patienceMs);
    QVERIFY(program.unsaved()->graph().findByName("relu1"));
    giveUp(program);
}

void TstRecovery::discardedWorkIsGoneAndLaterIsLater()
{
    const Crashed crashed;
    QVERIFY(crashed.isReady);
    {
        Restarted program(crashed.folder.path());
        QVERIFY(program.hasLooked && program.dialog);
        QTest::mouseClick(program.button("recovery-later"), Qt::LeftButton);
        QTRY_VERIFY(!program.dialog);
        QCOMPARE(findLostJournals(crashed.journals()).size(), std::size_t(1));
    }
    Restarted program(crashed.folder.path());
    QVERIFY(program.hasLooked && program.dialog);
    for (const auto role : {QMessageBox::RejectRole, QMessageBox::DestructiveRole}) {
        QVERIFY(program.dialog);
        QTimer::singleShot(0, qApp, [role] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            QVERIFY(box);
            for (QAbstractButton *button : box->buttons()) {
                if (box->buttonRole(button) == role) {
                    QTest::mouseClick(button, Qt::LeftButton);
                }
            }
        });
        QCOMPARE(findLostJournals(crashed.journals()).size(), std::size_t(1));
        QTest::mouseClick(program.button("recovery-discard"), Qt::LeftButton);
    }
    QTRY_VERIFY(!program.dialog);
    QVERIFY(std::filesystem::is_empty(crashed.journals()));
    // The file that was open is open again, as it is saved.
    QTRY_VERIFY_WITH_TIMEOUT(program.window->hasDocument(), WindowFixture::patienceMs);
    QVERIFY(!program.window->session().document.isDirty());
}

void TstRecovery::whatWasLeftForLaterIsInTheMenu()
{
    const Crashed crashed;
    QVERIFY(crashed.isReady);
    Restarted program(crashed.folder.path());
    QVERIFY(program.hasLooked && program.dialog);
    QTest::mouseClick(program.button("recovery-later"), Qt::LeftButton);
    QTRY_VERIFY(!program.dialog);
    program.window->actions().refreshNow();
    QAction *action = program.window->findChild<QAction *>(QStringLiteral("action-recover"));
    QVERIFY(action != nullptr && action->isEnabled());
    QMenu *menu = program.window->menuBar()->actions().first()->menu();
    menu->popup({0, 0});
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    QTRY_VERIFY(find<RecoveryDialog>(program.window, "recovery-dialog") != nullptr);
    program.dialog = find<RecoveryDialog>(program.window, "recovery-dialog");
    QVERIFY(program.waitForPreview());
    QTest::keyClick(program.dialog, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(program.window->hasDocument(), WindowFixture::patienceMs);
    QTRY_VERIFY(!program.dialog);
    QVERIFY(!program.window->session().document.graph().findByName("relu1"));
    // There is nothing left.
    QTRY_VERIFY(!action->isEnabled());
    giveUp(program);
}

void TstRecovery::withoutLostWorkNothingIsAsked()
{
    const QTemporaryDir folder;
    const Restarted program(folder.path());
    QVERIFY(program.hasLooked);
    QVERIFY(!program.dialog);
    QVERIFY(!program.window->findChild<QAction *>(QStringLiteral("action-recover"))->isEnabled());
}

void TstRecovery::damagedJournalsSayWhyTheyCannotBeRecovered()
{
    const QTemporaryDir folder;
    {
        // The text is no model.
        auto journal = EditJournal::begin(placesIn(folder.path()).journalFolder.toStdString(),
                                          {"/a/b.json", "nnvm", Semantics::Exact, 1}, "{}");
        QVERIFY(journal.ok() && journal->append({Edit{CompositeEdit{}}}).ok());
    }
    Restarted program(folder.path());
    QVERIFY(program.hasLooked && program.dialog);
    QVERIFY(program.waitForPreview());
    QVERIFY(!program.button("recovery-recover")->isEnabled());
    const QString summary = find<QLabel>(program.dialog, "recovery-summary")->text();
    QVERIFY2(summary.contains(QStringLiteral("no known format")), qPrintable(summary));
    QVERIFY(program.button("recovery-discard")->isEnabled());
}

NERVURE_GUI_TEST(TstRecovery)
#include "tst_recovery.moc"
