// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_session.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/panel_docks.h"

#include <QDockWidget>

#include <optional>

using namespace nervure;
using namespace nervure::tests;

/// When the docks of a window are made ready and shown.
class TstPanelDocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void preparingLeavesWhatIsShownInPlace();
    void docksShowAfterTheModelIsIn();
    void aPanelAskedForBeforeTheDocksShowIsInFront();
};

namespace {

const QString dockedModel = QStringLiteral("mlp.json");

/// Counts the events of a type that a widget gets.
class EventCounter : public QObject {
public:
    EventCounter(QWidget &watched, QEvent::Type type) : m_type(type)
    {
        watched.installEventFilter(this);
    }

    [[nodiscard]] int count() const { return m_count; }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_count += event->type() == m_type ? 1 : 0;
        return false;
    }

private:
    QEvent::Type m_type;
    int m_count = 0;
};

} // namespace

void TstPanelDocks::preparingLeavesWhatIsShownInPlace()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().openStart();
    QVERIFY(QTest::qWaitForWindowExposed(window));
    QCoreApplication::processEvents();
    const EventCounter resizes(*find<QWidget>(window, "start-page"), QEvent::Resize);
    const EventCounter left(*window->docks().panel(QStringLiteral("outline")), QEvent::Paint);
    const EventCounter bottom(*window->docks().panel(QStringLiteral("passes")), QEvent::Paint);
    window->docks().prepare();
    QTRY_VERIFY(left.count() > 0 && bottom.count() > 0);
    QCoreApplication::processEvents(); // had the window made room, it would take it back now
    QCOMPARE(resizes.count(), 0);
}

void TstPanelDocks::docksShowAfterTheModelIsIn()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().open(app.sample(dockedModel));
    const QDockWidget *dock = window->docks().dock(QStringLiteral("inspector"));
    std::optional<bool> wasVisible;
    connect(&window->session().document, &GraphDocument::contentReplaced, this,
            [&] { wasVisible = dock->isVisible(); });
    QTRY_VERIFY(wasVisible.has_value());
    QVERIFY(!*wasVisible);
    QTRY_VERIFY(dock->isVisible());
}

void TstPanelDocks::aPanelAskedForBeforeTheDocksShowIsInFront()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().open(app.sample(dockedModel));
    const Panel *panel = window->docks().panel(QStringLiteral("diagnostics"));
    QSignalSpy shown(&window->canvas().controller(), &CanvasController::shown);
    connect(&window->session().document, &GraphDocument::contentReplaced, this,
            [window] { window->docks().show(QStringLiteral("diagnostics")); });
    QVERIFY(shown.wait(WindowFixture::patienceMs));
    QTRY_VERIFY(panel->isVisible() && !panel->visibleRegion().isEmpty());
}

NERVURE_GUI_TEST(TstPanelDocks)
#include "tst_panel_docks.moc"
