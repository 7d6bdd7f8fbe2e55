// SPDX-License-Identifier: Apache-2.0
#include "app/actions/manual_help.h"

#include "app/actions/action_set.h"
#include "app/actions/actions.h"
#include "app/files/window_services.h"
#include "tests/app/window_fixture.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"
#include "widgets/manual/manual_pages.h"
#include "widgets/manual/manual_window.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/panel_docks.h"

#include <QCursor>
#include <QProcess>
#include <QRegularExpression>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// What stands between the two marks, in all pages.
QSet<QString> markedTexts(const QString &pattern)
{
    QSet<QString> found;
    const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
    for (const QString &page : manualPageNames()) {
        for (const QString &language : manualLanguages()) {
            for (auto matches = expression.globalMatch(manualText(language, page));
                 matches.hasNext();) {
                found.insert(matches.next().captured(1));
            }
        }
    }
    return found;
}

/// Whether the middle of the widget is seen: docks that are raised are laid out a little later.
bool isOnTop(const QWidget &part)
{
    const QWidget *top = QApplication::widgetAt(part.mapToGlobal(part.rect().center()));
    return top != nullptr && (top == &part || part.isAncestorOf(top));
}

/// The page that F1 shows with the pointer over the widget; the manual is closed again.
QString pageOver(MainWindow &window, const QWidget &part)
{
    QCursor::setPos(part.mapToGlobal(part.rect().center()));
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window)) {
        return {};
    }
    QTest::keyClick(&window, Qt::Key_F1);
    auto *manual = window.findChild<ManualWindow *>();
    if (manual == nullptr) {
        return {};
    }
    const QString page = manual->page();
    delete manual;
    return page;
}

} // namespace

class TstManualHelp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void f1LeadsToThePageOfThePanelUnderThePointer();
    void f1LeadsToThePageOfWhatHasTheFocus();
    void f1OnTheStartPageLeadsToFirstSteps();
    void everyPanelHasAPage();
    void keysInTheManualAreThoseOfTheProgram();
    void commandsInTheManualAreThoseOfTheProgram();
    void picturesInTheManualAreMade();
};

void TstManualHelp::f1LeadsToThePageOfThePanelUnderThePointer()
{
    WindowFixture app;
    MainWindow *window = app.open(app.sample(QStringLiteral("mlp.json")));
    QVERIFY(window != nullptr);
    QTRY_VERIFY(window->docks().panel(QStringLiteral("inspector"))->isVisible());
    window->window()->move(0, 0); // what lies beside the screen is under no pointer
    window->window()->resize(780, 700);
    for (const PanelSpec &spec : window->actions().context().services.panels.all()) {
        const QString name = QString::fromStdString(spec.name);
        window->docks().raise(name);
        QWidget *panel = window->docks().panel(name);
        QTRY_VERIFY2(isOnTop(*panel), spec.name.c_str());
        window->view().setFocus();
        QCOMPARE(pageOver(*window, *panel), QString::fromStdString(spec.manualPage));
    }
    QCOMPARE(pageOver(*window, window->view()), QStringLiteral("reading-a-graph"));
}

void TstManualHelp::f1LeadsToThePageOfWhatHasTheFocus()
{
    WindowFixture app;
    MainWindow *window = app.open(app.sample(QStringLiteral("mlp.json")));
    QVERIFY(window != nullptr);
    QTRY_VERIFY(window->docks().panel(QStringLiteral("inspector"))->isVisible());
    window->actions().trigger(QStringLiteral("find"));
    QTRY_VERIFY(
        window->focusWidget() != nullptr
        && window->docks().panel(QStringLiteral("find"))->isAncestorOf(window->focusWidget()));
    const auto *status = find<QWidget>(window, "status-bar");
    QCOMPARE(pageOver(*window, status != nullptr ? *status : *window->menuWidget()),
             QStringLiteral("query-language"));
}

void TstManualHelp::f1OnTheStartPageLeadsToFirstSteps()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().openStart();
    QVERIFY(QTest::qWaitForWindowExposed(window));
    QCOMPARE(pageOver(*window, *window), QStringLiteral("first-steps"));
}

void TstManualHelp::everyPanelHasAPage()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().openStart();
    for (const PanelSpec &spec : window->actions().context().services.panels.all()) {
        for (const QString &language : manualLanguages()) {
            const QString text = manualText(language, QString::fromStdString(spec.manualPage));
            QVERIFY2(!text.isEmpty(), spec.name.c_str());
        }
    }
}

void TstManualHelp::keysInTheManualAreThoseOfTheProgram()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().openStart();
    QSet<QString> known;
    for (const ActionSpec &spec : actionTable()) {
        for (const QKeySequence &keys :
             window->actions().find(QLatin1StringView(spec.id))->shortcuts()) {
            known.insert(keys.toString(QKeySequence::PortableText));
        }
    }
    for (const PanelSpec &spec : window->actions().context().services.panels.all()) {
        known.insert(spec.shortcut.toString(QKeySequence::PortableText));
    }
    // With a modifier, a function key, or one letter or sign between asterisks.
    const QSet<QString> named =
        markedTexts(QStringLiteral(
            "(?:\\*\\*|[| (])((?:(?:Ctrl|Alt|Shift)\\+)+(?:\\w+|[\\[\\]+-])|F[0-9]+)(?:\\*\\*|[ )])"))
        | markedTexts(QStringLiteral("\\*\\*(.|Ins|Del)\\*\\*"));
    QVERIFY(named.size() > 30);
    for (const QString &keys : named) {
        QVERIFY2(known.contains(keys), qPrintable(keys));
    }
}

void TstManualHelp::commandsInTheManualAreThoseOfTheProgram()
{
    const QSet<QString> lines = markedTexts(QStringLiteral("^    nervure-cli (.*)$"));
    QVERIFY(lines.size() > 15);
    for (const QString &line : lines) {
        const QString word = line.section(u' ', 0, 0);
        const CliResult help = runCli({word, QStringLiteral("--help")});
        QVERIFY2(help.exitCode == 0, qPrintable(line));
        for (const QString &option : line.split(u' ').mid(1)) {
            if (option.startsWith(u'-')) {
                QVERIFY2(help.out.contains(option.toUtf8()), qPrintable(line));
            }
        }
    }
}

void TstManualHelp::picturesInTheManualAreMade()
{
    QProcess maker;
    maker.start(QString::fromStdString(program("nervure-manual-pictures").string()),
                {QStringLiteral("--list")});
    QVERIFY(maker.waitForFinished());
    const QStringList made =
        QString::fromUtf8(maker.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
    const QSet<QString> shown = markedTexts(QStringLiteral("\\(pictures/(\\S+)\\.png\\)"));
    QCOMPARE(QSet<QString>(made.begin(), made.end()), shown);
}

NERVURE_GUI_TEST(TstManualHelp)
#include "tst_manual_help.moc"
