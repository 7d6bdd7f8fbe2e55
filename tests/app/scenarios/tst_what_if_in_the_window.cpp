// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_session.h"
#include "tests/app/measured_net.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/panels/run/run_figures.h"
#include "widgets/style/form.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QTreeView>

using namespace nervure;
using namespace nervure::tests;

/// What the whole window shows of a model beside itself, on a worker whose times are known: conv0 takes 2 ms, and 3 ms
/// with other passes; fc0 takes 8 ms.
class TstWhatIfInTheWindow : public QObject, private RunPanelSteps {
    Q_OBJECT

    MainWindow *openNet(WindowFixture &app)
    {
        const QString path = writeMeasuredNet(app);
        app.composition.windows().openStart()->window()->resize(1400, 900);
        MainWindow *window = app.open(path);
        if (window != nullptr) {
            window->session().worker.setCommand(fakeWorker("well"));
            window->session().profiles.findDevices();
        }
        return window;
    }

    /// Profile workspace, the menu beside Run, other passes, Measure.
    static void askForOtherPasses(MainWindow &window)
    {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_F8);
        QTRY_VERIFY(!window.docks().panel(QStringLiteral("run"))->visibleRegion().isEmpty());
        QTRY_VERIFY(!window.session().profiles.deviceName().isEmpty());
        QTimer typing;
        connect(&typing, &QTimer::timeout, &window, [&typing] {
            if (auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget())) {
                typing.stop();
                auto *passes = dialog->findChild<QLineEdit *>(QStringLiteral("what-if-pipeline"));
                passes->selectAll();
                QTest::keyClicks(passes, QStringLiteral("none"));
                QTest::mouseClick(
                    dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok),
                    Qt::LeftButton);
            }
        });
        typing.start(1);
        auto *button = find<QToolButton>(&window, "run-what-if");
        chooseInNextMenu(button, QStringLiteral("what-if-ask"));
        QTest::mouseClick(button, Qt::LeftButton); // returns when the menu has closed
        QVERIFY(window.session().profiles.isRunning());
    }

    /// What is drawn beside a node.
    static QString badge(MainWindow &window, const char *name)
    {
        const NodeId node = window.session().document.graph().findByName(name).value_or(NodeId());
        const NodeMark *mark = window.view().marks().find(node);
        return mark == nullptr ? QString() : plain(mark->badge);
    }

    /// "Before 2.00 ms → 3.00 ms, +50.0 %": what the inspector says of the time of the selected node.
    static QString inspected(MainWindow &window)
    {
        const auto *section = find<QWidget>(&window, "inspector-times");
        QStringList lines;
        const auto *form = section->findChild<Form *>();
        for (int row = 0; section->isVisible() && row < form->rows(); ++row) {
            const auto *value = qobject_cast<QLabel *>(form->fieldAt(row));
            lines.append(form->titleAt(row)->text() + u' ' + value->text());
        }
        return plain(lines.join(u'\n'));
    }

private Q_SLOTS:
    void canvasTableAndInspectorTellTheDifference()
    {
        WindowFixture app;
        MainWindow *window = openNet(app);
        QVERIFY(window != nullptr);
        askForOtherPasses(*window);
        QTRY_VERIFY(window->session().document.runs().comparison() != nullptr);
        QTRY_COMPARE(badge(*window, "conv0"), QStringLiteral("+50 %"));
        QCOMPARE(badge(*window, "fc0"), QString());
        QTRY_VERIFY(find<QWidget>(window, "legend")
                        ->accessibleDescription()
                        .contains(QStringLiteral("Change of time by layer")));
        const auto *table = find<QTreeView>(window, "run-comparison");
        QTRY_VERIFY(table->isVisible());
        QCOMPARE(names(table), (QStringList{QStringLiteral("conv0"), QStringLiteral("fc0")}));

        QVERIFY(PanelFixture::clickCell(find<QTreeView>(window, "run-comparison"),
                                        QStringLiteral("conv0")));
        QTRY_VERIFY2(inspected(*window).contains(QStringLiteral("Before 2.00 ms → 3.00 ms, +50")),
                     qPrintable(inspected(*window)));
        QVERIFY(inspected(*window).contains(QStringLiteral("Change slower")));
        QVERIFY(PanelFixture::clickCell(find<QTreeView>(window, "run-comparison"),
                                        QStringLiteral("fc0")));
        QTRY_VERIFY2(inspected(*window).contains(QStringLiteral("Change same within noise")),
                     qPrintable(inspected(*window)));
    }
};

NERVURE_GUI_TEST(TstWhatIfInTheWindow)
#include "tst_what_if_in_the_window.moc"
