// SPDX-License-Identifier: Apache-2.0
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/document/document_edits.h"
#include "widgets/panels/panel_docks.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QTabBar>
#include <QTreeView>

#include <functional>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// What happens to a model while a dialog or a menu is open.
struct Happening {
    const char *name;
    void (*happen)(EditingFixture &at);
};

void layOutOtherwise(EditingFixture &at)
{
    at.window->canvas().toggle(CanvasSwitch::FlowsRight);
    at.window->canvas().setGrouping(Grouping::Scopes);
}

void edit(EditingFixture &at)
{
    static_cast<void>(
        performEdit(at.document(), EditKind::Delete, {.nodes = {at.node("softmax")}}));
    static_cast<void>(performEdit(at.document(), EditKind::Rename,
                                  {.nodes = {at.node("fc1")}, .text = "renamed"}));
}

void run(EditingFixture &at)
{
    at.window->session().passes.run({{"FoldScaleAxis", {}}});
}

void showAnotherStep(EditingFixture &at)
{
    at.document().setShownStep(at.document().shownStep() == 0 ? 1 : 0);
}

void readAgain(EditingFixture &at)
{
    at.window->files().open(at.path);
}

constexpr std::array happenings{Happening{"another layout", layOutOtherwise},
                                Happening{"an edit", edit}, Happening{"a pass", run},
                                Happening{"another step", showAnotherStep},
                                Happening{"read again", readAgain}};

constexpr std::array actions{
    "export",           "print",        "settings",        "save-as", "open",
    "open-steps",       "compare-file", "compare-values",  "merge",   "attach",
    "export-data",      "what-if",      "about",           "keys",    "palette",
    "name-bookmark",    "edit-rules",   "connect-machine", "manual",  "add-operator",
    "replace-selection"};

/// Opens the menu that a widget shows at a place.
void rightClick(QWidget *widget, QPoint place)
{
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
    QApplication::sendEvent(widget, &event);
}

void rightClickRow(EditingFixture &at, const char *panel, const char *view)
{
    at.window->docks().raise(QString::fromLatin1(panel));
    auto *rows = find<QTreeView>(at.window, view);
    if (rows != nullptr && rows->model()->rowCount() > 0) {
        rightClick(rows->viewport(), rows->visualRect(rows->model()->index(0, 0)).center());
    }
}

struct Menu {
    const char *name; ///< of the menu
    void (*open)(EditingFixture &at);
};

constexpr std::array menus{
    Menu{"node-menu",
         [](EditingFixture &at) { rightClick(at.view().viewport(), at.placeOf("fc1")); }},
    Menu{"canvas-menu",
         [](EditingFixture &at) {
             rightClick(at.view().viewport(), {2, 2});
         }},
    Menu{"inspector-attribute-menu",
         [](EditingFixture &at) {
             at.click("fc1");
             rightClickRow(at, "inspector", "inspector-attributes");
         }},
    Menu{"passes-step-menu",
         [](EditingFixture &at) { rightClickRow(at, "passes", "passes-history"); }},
    Menu{"columns-menu", [](EditingFixture &at) {
             at.window->docks().raise(QStringLiteral("run"));
             for (QTreeView *view : at.window->findChildren<QTreeView *>()) {
                 if (view->header()->contextMenuPolicy() == Qt::CustomContextMenu) {
                     rightClick(view->header()->viewport(), {4, 4});
                     return;
                 }
             }
         }}};

/// What is open beside the window and holds it up, or belongs to it: a dialog, a menu, a popup.
QWidget *openBeside(const QWidget *window)
{
    if (QWidget *popup = QApplication::activePopupWidget()) {
        return popup;
    }
    if (QWidget *modal = QApplication::activeModalWidget()) {
        return modal;
    }
    for (QWidget *top : QApplication::topLevelWidgets()) {
        if (top->isVisible() && qobject_cast<QDialog *>(top) != nullptr
            && top != window->window()) {
            return top;
        }
    }
    return nullptr;
}

/// Somebody goes through what can be chosen in there.
void useAll(QWidget &open)
{
    for (QComboBox *box : open.findChildren<QComboBox *>()) {
        for (int i = 0; i < box->count(); ++i) {
            box->setCurrentIndex(i);
        }
    }
    for (QCheckBox *box : open.findChildren<QCheckBox *>()) {
        box->toggle();
        box->toggle();
    }
}

void leave(QWidget &open)
{
    if (auto *dialog = qobject_cast<QDialog *>(&open)) {
        dialog->reject();
    } else {
        open.close();
    }
}

/// Opens something, does something else as soon as it is there, uses it and leaves it. False where nothing opened.
bool whileOpen(EditingFixture &at, const std::function<void()> &open,
               const std::function<void()> &happen)
{
    bool wasOpen = false;
    const QPointer<MainWindow> window = at.window;
    QTimer looks;
    QObject::connect(&looks, &QTimer::timeout, &looks, [&] {
        const QPointer<QWidget> held = window ? openBeside(window) : nullptr;
        if (!held) {
            return;
        }
        looks.stop();
        happen();
        static_cast<void>(
            QTest::qWaitFor([&] { return !window || window->session().jobs.jobs().isEmpty(); },
                            WindowFixture::patienceMs));
        if (held) {
            useAll(*held);
        }
        if (held) {
            leave(*held);
        }
        wasOpen = true;
    });
    looks.start(5);
    open();
    // An action that is not to be done now opens nothing.
    static_cast<void>(QTest::qWaitFor([&] { return wasOpen; }, 300));
    return wasOpen;
}

bool isAlone(const QWidget *window)
{
    return QTest::qWaitFor([window] { return openBeside(window) == nullptr; });
}

} // namespace

/// Dialogs and menus that are open while their model is laid out, edited, compiled, read anew or closed.
class TstOpenDialogs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dialogsOutliveWhatTheyAreAbout_data() { addHappenings(); }
    void dialogsOutliveWhatTheyAreAbout()
    {
        QFETCH(int, happening);
        EditingFixture at;
        QVERIFY(at.isReady);
        at.click("fc1");
        int opened = 0;
        for (const char *action : actions) {
            at.window->actions().refreshNow();
            if (!at.window->actions().find(QString::fromLatin1(action))->isEnabled()) {
                continue; // it opens nothing, which takes time to see
            }
            const bool wasOpen = whileOpen(
                at, [&] { at.window->actions().trigger(QString::fromLatin1(action)); },
                [&] { happenings[static_cast<std::size_t>(happening)].happen(at); });
            opened += wasOpen ? 1 : 0;
            QVERIFY2(isAlone(at.window), action);
            at.document().undoStack().setIndex(0);
        }
        QVERIFY2(opened >= 15, qPrintable(QString::number(opened)));
    }

    void menusOutliveWhatTheyAreAbout_data() { addHappenings(); }
    void menusOutliveWhatTheyAreAbout()
    {
        QFETCH(int, happening);
        EditingFixture at;
        QVERIFY(at.isReady);
        for (const Menu &menu : menus) {
            const bool wasOpen = whileOpen(
                at, [&] { menu.open(at); },
                [&] { happenings[static_cast<std::size_t>(happening)].happen(at); });
            QVERIFY2(wasOpen, menu.name);
            QVERIFY2(isAlone(at.window), menu.name);
            at.document().undoStack().setIndex(0);
            at.document().setShownStep(0);
            QTRY_VERIFY(at.window->session().jobs.jobs().isEmpty());
        }
    }

    void aWindowStaysWhileItAsks()
    {
        EditingFixture at;
        QVERIFY(at.isReady);
        for (const char *action : {"export", "print", "settings", "save-as", "open", "about"}) {
            bool isClosed = true;
            QVERIFY2(whileOpen(
                         at, [&] { at.window->actions().trigger(QString::fromLatin1(action)); },
                         [&] { isClosed = at.window->close(); }),
                     action);
            QVERIFY2(!isClosed, action);
            QVERIFY2(at.window->isVisible(), action);
        }
    }

    void menusGoWithTheirWindow()
    {
        for (const Menu &menu : menus) {
            EditingFixture at;
            QVERIFY(at.isReady);
            const QPointer<MainWindow> window = at.window;
            QVERIFY2(whileOpen(
                         at, [&] { menu.open(at); }, [&] { window->close(); }),
                     menu.name);
            QTRY_VERIFY2(window.isNull(), menu.name);
        }
    }

    void theExportDialogKeepsItsPicture()
    {
        EditingFixture at(QStringLiteral("squeezenet1.1.json"));
        QVERIFY(at.isReady);
        QStringList before;
        QStringList after;
        const auto sizes = [] {
            QStringList all;
            QWidget *dialog = QApplication::activeModalWidget();
            auto *formats = find<QComboBox>(dialog, "export-format");
            for (const char *format : {"svg", "png", "pdf"}) {
                formats->setCurrentIndex(formats->findData(QString::fromLatin1(format)));
                all.append(find<QLabel>(dialog, "export-size")->text());
            }
            return all;
        };
        QVERIFY(whileOpen(
            at, [&] { at.window->actions().trigger(QStringLiteral("export")); },
            [&] {
                before = sizes();
                const CanvasScene *scene = at.view().scene();
                layOutOtherwise(at);
                static_cast<void>(QTest::qWaitFor([&] { return at.view().scene() != scene; }));
                after = sizes();
            }));
        QCOMPARE(after, before);
        QVERIFY(!before.contains(QString()));
    }

private:
    static void addHappenings()
    {
        QTest::addColumn<int>("happening");
        for (std::size_t i = 0; i < happenings.size(); ++i) {
            QTest::newRow(happenings[i].name) << static_cast<int>(i);
        }
    }
};

NERVURE_GUI_TEST(TstOpenDialogs)
#include "tst_open_dialogs.moc"
