// SPDX-License-Identifier: Apache-2.0
#include "app/files/autosave.h"

#include "app/window/message_bar.h"
#include "core/formats/project/edit_journal.h"
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

using namespace nervure;
using namespace nervure::tests;

/// What is done in a window is on the disk until a file holds it.
class TstAutosave : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lookingWritesNothing();
    void everyEditIsKeptUntilItIsSaved();
    void savedAndEditedOnItStartsFromTheSavedModel();
    void whatIsDoneWhileAFileIsWrittenIsKept();
    void workThatWasGivenUpIsGone();
    void newModelsAreKeptAtOnce();
    void whatCannotBeKeptIsToldOnce();
};

namespace {

std::filesystem::path folderOf(const EditingFixture &fixture)
{
    return fixture.app.folder.filePath(QStringLiteral("journals")).toStdString();
}

/// What a crash at this moment would leave behind.
struct Left {
    Graph graph;
    std::size_t edits = 0;
};

std::optional<Left> leftBehind(const EditingFixture &fixture, MainWindow *window)
{
    window->autosave().wait();
    std::error_code error;
    std::optional<Left> left;
    for (const auto &item : std::filesystem::directory_iterator(folderOf(fixture), error)) {
        const Builtins &builtins = fixture.document().builtins();
        auto model = recoverModel(item.path(), builtins.formats, builtins.ops);
        if (!model || left) {
            return std::nullopt;
        }
        left = Left{std::move(model->model.graph), model->edits.size()};
        for (const Edit &edit : model->edits) {
            if (!apply(left->graph, edit)) {
                return std::nullopt;
            }
        }
    }
    return left;
}

std::optional<Left> leftBehind(const EditingFixture &fixture)
{
    return leftBehind(fixture, fixture.window);
}

} // namespace

void TstAutosave::lookingWritesNothing()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    fixture.click("relu1");
    QVERIFY(!leftBehind(fixture));
    QVERIFY(!std::filesystem::exists(folderOf(fixture)));
}

void TstAutosave::everyEditIsKeptUntilItIsSaved()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    fixture.click("relu1");
    fixture.key(Qt::Key_Delete);
    QVERIFY(fixture.document().isDirty());
    auto left = leftBehind(fixture);
    QVERIFY(left);
    QCOMPARE(left->edits, std::size_t(1));
    QVERIFY(left->graph == fixture.graph());
    fixture.undo();
    QVERIFY(!leftBehind(fixture));
    fixture.redo();
    left = leftBehind(fixture);
    QVERIFY(left && left->graph == fixture.graph());
    QVERIFY(fixture.save() != fixture.bytes);
    QVERIFY(!fixture.document().isDirty());
    QVERIFY(!leftBehind(fixture));
}

void TstAutosave::savedAndEditedOnItStartsFromTheSavedModel()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    fixture.click("relu1");
    fixture.key(Qt::Key_Delete);
    QVERIFY(fixture.save() != fixture.bytes);
    QVERIFY(!fixture.document().isDirty());
    const Graph saved = fixture.graph();
    fixture.click("fc1");
    fixture.key(Qt::Key_Delete, Qt::ShiftModifier);
    auto left = leftBehind(fixture);
    QVERIFY(left && left->graph == fixture.graph());
    QCOMPARE(left->edits, std::size_t(1));
    // Behind the saved state, the file is what is to be changed.
    fixture.undo();
    QVERIFY(fixture.graph() == saved);
    QVERIFY(!leftBehind(fixture));
    fixture.undo();
    left = leftBehind(fixture);
    QVERIFY(left && left->graph == fixture.opened);
}

void TstAutosave::whatIsDoneWhileAFileIsWrittenIsKept()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    fixture.click("relu1");
    fixture.key(Qt::Key_Delete);
    std::optional<HeldJobs> held(std::in_place, *fixture.window);
    fixture.key(Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(fixture.document().isSaving());
    fixture.undo();
    fixture.click("fc2");
    fixture.key(Qt::Key_Delete, Qt::ShiftModifier);
    auto left = leftBehind(fixture);
    QVERIFY(left && left->graph == fixture.graph());
    held.reset();
    QVERIFY(waitUntilSaved(*fixture.window));
    // The file has what was undone meanwhile: the journal starts from it.
    QVERIFY(fixture.document().isDirty());
    left = leftBehind(fixture);
    QVERIFY(left && left->graph == fixture.graph());
    QCOMPARE(left->edits, std::size_t(2));
}

void TstAutosave::workThatWasGivenUpIsGone()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    fixture.click("relu1");
    fixture.key(Qt::Key_Delete);
    QVERIFY(leftBehind(fixture));
    QTimer::singleShot(0, qApp, [] {
        auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
        QVERIFY(box);
        for (QAbstractButton *button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::DestructiveRole) {
                QTest::mouseClick(button, Qt::LeftButton);
            }
        }
    });
    QVERIFY(fixture.window->close());
    QTRY_VERIFY(findLostJournals(folderOf(fixture)).empty()
                && std::filesystem::is_empty(folderOf(fixture)));
}

void TstAutosave::newModelsAreKeptAtOnce()
{
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    fixture.click("relu1");
    fixture.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(fixture.app.composition.windows().windows().size(), 2);
    MainWindow *window = fixture.app.composition.windows().windows().last();
    QVERIFY(window != fixture.window && window->session().document.isDirty());
    const auto left = leftBehind(fixture, window);
    QVERIFY(left && left->graph == window->session().document.graph());
}

void TstAutosave::whatCannotBeKeptIsToldOnce()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    // A file stands where the folder is to be.
    QFile obstacle(QString::fromStdString(folderOf(fixture).string()));
    QVERIFY(obstacle.open(QIODevice::WriteOnly));
    const auto isTold = [&fixture] {
        const Diagnostics all = fixture.document().diagnostics();
        return std::any_of(all.begin(), all.end(),
                           [](const Diagnostic &one) { return one.code == "autosave"; });
    };
    fixture.click("relu1");
    fixture.key(Qt::Key_Delete);
    MessageBar &bar = fixture.window->messages();
    QTRY_VERIFY(!bar.text().isEmpty());
    QVERIFY2(bar.text().startsWith(QStringLiteral("Unsaved work is not kept safe")),
             qPrintable(bar.text()));
    QVERIFY(isTold());
    QVERIFY(fixture.document().isDirty());
    QTest::mouseClick(bar.findChild<QWidget *>(QStringLiteral("message-bar-close")),
                      Qt::LeftButton);
    fixture.click("fc1");
    fixture.key(Qt::Key_Delete, Qt::ShiftModifier);
    fixture.window->autosave().wait();
    QCoreApplication::processEvents();
    QVERIFY(bar.text().isEmpty());
    // There is room again: all is made up for.
    QVERIFY(obstacle.remove());
    fixture.undo();
    QTRY_VERIFY(!isTold());
    const auto left = leftBehind(fixture);
    QVERIFY(left && left->graph == fixture.graph());
    QCOMPARE(left->edits, std::size_t(3));
}

NERVURE_GUI_TEST(TstAutosave)
#include "tst_autosave.moc"
