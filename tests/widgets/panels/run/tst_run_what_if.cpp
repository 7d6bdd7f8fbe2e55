// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"
#include "widgets/document/document_edits.h"
#include "widgets/panels/run/run_tables.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTabBar>
#include <QToolButton>

using namespace nervure;
using nervure::tests::PanelFixture;

/// A model beside itself with something changed, on the real worker and its reference.
class TstRunWhatIf : public QObject, private nervure::tests::RunPanelSteps {
    Q_OBJECT

    static bool openReally(PanelFixture &window)
    {
        window.worker.setCommand(
            QStringLiteral("\"%1\" worker")
                .arg(QString::fromStdString(tests::program("nervure-cli").string())));
        window.openNet();
        InputFacts facts;
        facts.shapes["data"] = {1, 3, 16, 16};
        window.document.setInputFacts(facts);
        if (window.show("run", {1000, 320}) == nullptr
            || !QTest::qWaitFor([&window] { return !window.profiles.deviceName().isEmpty(); })) {
            return false;
        }
        ProfileOptions options = window.profiles.options();
        options.device = QStringLiteral("reference");
        options.repeat = 2;
        options.warmup = 1;
        window.profiles.setOptions(options);
        return true;
    }

    /// Opens the menu of the button and chooses an action.
    static void ask(PanelFixture &window, const char *action)
    {
        auto *button = window.child<QToolButton>("run-what-if");
        chooseInNextMenu(button, QString::fromLatin1(action));
        QTest::mouseClick(button, Qt::LeftButton); // returns when the menu has closed
        QVERIFY(window.profiles.isRunning());
    }

    static void typePasses(QDialog &dialog)
    {
        auto *pipeline = dialog.findChild<QLineEdit *>(QStringLiteral("what-if-pipeline"));
        auto *measure = dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
        QVERIFY(measure->isEnabled());
        pipeline->selectAll();
        QTest::keyClicks(pipeline, QStringLiteral("device{"));
        QVERIFY(!measure->isEnabled());
        QVERIFY(!dialog.findChild<QLabel *>(QStringLiteral("what-if-fault"))->text().isEmpty());
        QTest::keyClicks(pipeline, QStringLiteral("EliminateCommonSubexpressions=on}"));
        QVERIFY(measure->isEnabled());
        auto *rounds = dialog.findChild<QSpinBox *>(QStringLiteral("what-if-rounds"));
        rounds->selectAll();
        QTest::keyClicks(rounds, QStringLiteral("3"));
        QTest::mouseClick(measure, Qt::LeftButton);
    }

private Q_SLOTS:
    void anEditIsMeasuredBesideTheModelBeforeIt()
    {
        PanelFixture window;
        QVERIFY(openReally(window));
        const RunList &list = window.document.runs();
        clickRun(window);
        QTRY_COMPARE(list.history().runs().size(), std::size_t{1});
        const ModelState before = window.document.modelState();
        QVERIFY(performEdit(window.document, EditKind::Set,
                            {.nodes = {window.node("conv0")}, .key = "strides", .text = "(2, 2)"}));
        const ModelState after = window.document.modelState();
        ask(window, "what-if-edit");
        QTRY_VERIFY_WITH_TIMEOUT(!window.profiles.isRunning(), 30000);
        QVERIFY2(window.profiles.failure().isEmpty(), qPrintable(window.profiles.failure()));
        QCOMPARE(list.history().runs().size(), std::size_t{3});
        QVERIFY(list.isOf(2, before) && !list.isOf(2, after));
        QVERIFY(list.isOf(3, after));
        QCOMPARE(list.shown(), 3u);
        QCOMPARE(list.compared(), 2u);
        QVERIFY(list.comparison() && list.comparison()->isByRounds);
        QCOMPARE(window.child<QTabBar>("run-tabs")->currentIndex(),
                 static_cast<int>(RunTables::Comparison));
        QTRY_VERIFY(names(runs(window)).at(0).endsWith(QStringLiteral("(together)")));
        QVERIFY(names(runs(window)).at(1).endsWith(QStringLiteral("(together) (earlier model)")));
        window.document.undoStack().undo();
        QTRY_VERIFY(names(runs(window)).at(0).endsWith(QStringLiteral("(earlier model)")));
        QVERIFY(!names(runs(window)).at(1).endsWith(QStringLiteral("(earlier model)")));
        QCOMPARE(list.history().runs().size(), std::size_t{3});
    }

    void aPassIsLeftOut()
    {
        PanelFixture window;
        QVERIFY(openReally(window));
        ask(window, "what-if-without-FuseOperators");
        QTRY_VERIFY_WITH_TIMEOUT(!window.profiles.isRunning(), 30000);
        const RunList &list = window.document.runs();
        QCOMPARE(list.history().runs().size(), std::size_t{2});
        QCOMPARE(list.history().runs()[1].report->pipeline,
                 std::string("device{FuseOperators=off}"));
        QVERIFY(list.isOf(1, window.document.modelState()));
        QVERIFY(list.isOf(2, window.document.modelState()));
        QVERIFY(list.comparison() && list.comparison()->isByRounds);
    }

    void otherPassesAreTyped()
    {
        PanelFixture window;
        QVERIFY(openReally(window));
        QTimer typing;
        connect(&typing, &QTimer::timeout, this, [&typing] {
            if (auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget())) {
                typing.stop();
                typePasses(*dialog);
            }
        });
        typing.start(1);
        ask(window, "what-if-ask");
        QTRY_VERIFY_WITH_TIMEOUT(!window.profiles.isRunning(), 30000);
        QVERIFY2(window.profiles.failure().isEmpty(), qPrintable(window.profiles.failure()));
        QCOMPARE(window.profiles.options().rounds, 3);
        const RunList &list = window.document.runs();
        QCOMPARE(list.history().runs().size(), std::size_t{2});
        QCOMPARE(list.history().runs()[1].report->pipeline,
                 std::string("device{EliminateCommonSubexpressions=on}"));
        // As many runs as rounds times repeats, of both.
        QCOMPARE(list.history().runs()[0].report->data.repeat, std::size_t{6});
    }

    void itCanBeStopped()
    {
        PanelFixture window;
        QVERIFY(openReally(window));
        ProfileOptions options = window.profiles.options();
        options.repeat = 100;
        window.profiles.setOptions(options);
        ask(window, "what-if-without-FuseOperators");
        QTest::mouseClick(window.child<QPushButton>("run-stop"), Qt::LeftButton);
        QTRY_VERIFY(!window.profiles.isRunning());
        QVERIFY(!window.profiles.failure().isEmpty() || window.document.profile()->isStopped);
    }
};

NERVURE_GUI_TEST(TstRunWhatIf)
#include "tst_run_what_if.moc"
