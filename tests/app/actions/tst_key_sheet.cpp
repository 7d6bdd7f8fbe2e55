// SPDX-License-Identifier: Apache-2.0
#include "app/actions/key_sheet.h"

#include "app/actions/action_set.h"
#include "app/actions/actions.h"
#include "app/files/window_services.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>

using namespace nervure;
using namespace nervure::tests;

class TstKeySheet : public QObject {
    Q_OBJECT

private:
    static QStringList shown(const KeySheet &sheet)
    {
        QStringList texts;
        for (const QLabel *label : sheet.findChildren<QLabel *>()) {
            if (!label->isHidden()) {
                texts.append(label->text());
            }
        }
        return texts;
    }
    static void addActions(const QList<QAction *> &actions, QSet<QString> &found)
    {
        for (const QAction *action : actions) {
            for (const QKeySequence &keys : action->shortcuts()) {
                found.insert(keys.toString(QKeySequence::PortableText));
            }
            if (action->menu() != nullptr) {
                addActions(action->menu()->actions(), found);
            }
        }
    }

private Q_SLOTS:
    void lettersLeaveTheLinesThatFit()
    {
        WindowFixture fixture;
        MainWindow *window = fixture.open(fixture.sample(QStringLiteral("mlp.json")));
        QVERIFY(window != nullptr);
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window));
        QTest::keyClick(&window->view(), Qt::Key_Question);
        auto *sheet = window->findChild<KeySheet *>(QStringLiteral("key-sheet"));
        QVERIFY(sheet != nullptr);
        const QStringList all = shown(*sheet);
        auto *words = find<QLineEdit>(sheet, "key-sheet-words");
        QTest::keyClicks(words, QStringLiteral("dupl"));
        QCOMPARE(shown(*sheet), QStringList({QStringLiteral("Edit"), QStringLiteral("Duplicate"),
                                             QStringLiteral("Shift+D")}));
        words->clear();
        QTest::keyClicks(words, QStringLiteral("ctrl+g")); // by the key
        QVERIFY(shown(*sheet).contains(QStringLiteral("Group by name")));
        words->clear();
        QTest::keyClicks(words, QStringLiteral("teapot"));
        QCOMPARE(shown(*sheet).size(), 1);
        words->clear();
        QCOMPARE(shown(*sheet), all);
    }

    void everyKeyIsInAMenuAndOnTheSheet()
    {
        WindowFixture fixture;
        MainWindow *window = fixture.open(fixture.sample(QStringLiteral("mlp.json")));
        QVERIFY(window != nullptr);
        QSet<QString> inMenus;
        addActions(window->menuBar()->actions(), inMenus);
        const WindowServices &services = window->actions().context().services;
        const KeySheet sheet(services.panels);
        const QString text = shown(sheet).join(u'\n');
        const auto verify = [&](const QKeySequence &keys, const char *id) {
            QVERIFY2(inMenus.contains(keys.toString(QKeySequence::PortableText)), id);
            QVERIFY2(text.contains(keys.toString(QKeySequence::NativeText)), id);
        };
        for (const ActionSpec &spec : actionTable()) {
            const bool isOneOfNine =
                spec.menu == ActionMenu::Bookmarks && !QLatin1StringView(spec.id).endsWith(u'1');
            for (const QKeySequence &keys :
                 window->actions().find(QLatin1StringView(spec.id))->shortcuts()) {
                if (!isOneOfNine) {
                    verify(keys, spec.id);
                }
            }
        }
        for (const PanelSpec &panel : services.panels.all()) {
            if (!panel.shortcut.isEmpty()) {
                QVERIFY2(text.contains(panel.shortcut.toString(QKeySequence::NativeText)),
                         panel.name.c_str());
            }
        }
    }
};

NERVURE_GUI_TEST(TstKeySheet)
#include "tst_key_sheet.moc"
