// SPDX-License-Identifier: Apache-2.0
#include "app/window/window_manager.h"

#include "app/settings/settings.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"

using namespace nervure;
using namespace nervure::tests;

/// What was open when the program ended is open when it starts again.
class TstWindowManager : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatWasOpenComesBack();
    void theLastWindowIsRememberedWhoeverClosesIt();
    void aFileThatIsAskedForComesAlone();
    void itIsASetting();

private:
    /// The program's next start, with the settings of the fixture.
    struct NextStart {
        explicit NextStart(const WindowFixture &app, const QStringList &files = {})
            : composition({app.folder.filePath(QStringLiteral("settings.ini")),
                           app.folder.filePath(QStringLiteral("pictures")),
                           app.folder.filePath(QStringLiteral("journals"))})
        {
            StartupOptions options;
            options.files = files;
            composition.start(options);
        }
        [[nodiscard]] QStringList shown()
        {
            QStringList names;
            for (const MainWindow *window : composition.windows().windows()) {
                names.append(QFileInfo(window->shownPath()).fileName());
            }
            return names;
        }
        Composition composition;
    };
};

void TstWindowManager::whatWasOpenComesBack()
{
    WindowFixture app;
    const QString gone = app.copyOf(QStringLiteral("vgg16.json"));
    QVERIFY(app.open(app.sample(QStringLiteral("mlp.json"))));
    QVERIFY(app.open(gone));
    QVERIFY(app.open(app.sample(QStringLiteral("resnet18.json"))));
    QVERIFY(app.composition.windows().quit());
    QVERIFY(QFile::remove(gone));
    NextStart next(app);
    QCOMPARE(next.shown(),
             (QStringList{QStringLiteral("mlp.json"), QStringLiteral("resnet18.json")}));
}

void TstWindowManager::theLastWindowIsRememberedWhoeverClosesIt()
{
    WindowFixture app;
    MainWindow *first = app.open(app.sample(QStringLiteral("mlp.json")));
    MainWindow *second = app.open(app.sample(QStringLiteral("resnet18.json")));
    QVERIFY(first && second);
    QVERIFY(first->close());
    QVERIFY(second->close());
    NextStart next(app);
    QCOMPARE(next.shown(), QStringList{QStringLiteral("resnet18.json")});
}

void TstWindowManager::aFileThatIsAskedForComesAlone()
{
    WindowFixture app;
    QVERIFY(app.open(app.sample(QStringLiteral("mlp.json"))));
    QVERIFY(app.composition.windows().quit());
    NextStart next(app, {app.sample(QStringLiteral("resnet18.json"))});
    QCOMPARE(next.shown(), QStringList{QStringLiteral("resnet18.json")});
}

void TstWindowManager::itIsASetting()
{
    WindowFixture app;
    Preferences preferences = app.composition.settings().preferences();
    QVERIFY(preferences.reopens);
    preferences.reopens = false;
    app.composition.settings().setPreferences(preferences);
    QVERIFY(app.open(app.sample(QStringLiteral("mlp.json"))));
    QVERIFY(app.composition.windows().quit());
    NextStart next(app);
    QCOMPARE(next.shown(), QStringList{QString()});
}

NERVURE_GUI_TEST(TstWindowManager)
#include "tst_window_manager.moc"
