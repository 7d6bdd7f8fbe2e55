// SPDX-License-Identifier: Apache-2.0
#include "app/actions/command_palette.h"

#include "app/actions/action_set.h"
#include "app/actions/actions.h"
#include "app/actions/disabled_reasons.h"
#include "app/actions/fuzzy_match.h"
#include "app/files/document_session.h"
#include "app/files/window_services.h"
#include "app/settings/recent_files.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"

#include <QAction>
#include <QLineEdit>
#include <QPointer>
#include <QTreeWidget>

using namespace nervure;
using namespace nervure::tests;

class TstCommandPalette : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowFixture> m_fixture;
    MainWindow *m_window = nullptr;

    CommandPalette *show()
    {
        m_window->activateWindow(); // a palette that closed has left it
        if (!QTest::qWaitForWindowActive(m_window)) {
            return nullptr;
        }
        QTest::keyClick(&m_window->view(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        return m_window->findChild<CommandPalette *>(QStringLiteral("command-palette"));
    }
    static QString first(const CommandPalette *palette)
    {
        const auto *list = find<QTreeWidget>(palette, "command-palette-list");
        return list->topLevelItemCount() == 0 ? QString() : list->topLevelItem(0)->text(0);
    }
    static QLineEdit *line(const CommandPalette *palette)
    {
        return find<QLineEdit>(palette, "command-palette-typed");
    }

private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<WindowFixture>();
        m_window = m_fixture->open(m_fixture->sample(QStringLiteral("mlp.json")));
        QVERIFY(m_window != nullptr);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window));
        m_window->view().setAnimated(false);
    }
    void cleanup() { m_fixture.reset(); }

    void whatCannotBeDoneSaysWhy()
    {
        CommandPalette *palette = show();
        QVERIFY(palette != nullptr);
        QTest::keyClicks(line(palette), QStringLiteral("duplicate"));
        QCOMPARE(first(palette), QStringLiteral("Duplicate"));
        const auto *list = find<QTreeWidget>(palette, "command-palette-list");
        const QTreeWidgetItem *row = list->topLevelItem(0);
        QVERIFY(row->isDisabled());
        QCOMPARE(row->text(1), QStringLiteral("Select a node first"));
        const Graph before = m_window->session().document.graph();
        QTest::keyClick(line(palette), Qt::Key_Return);
        QVERIFY(palette->isVisible());
        QVERIFY(m_window->session().document.graph() == before);
    }

    void everythingThatIsDisabledHasAReason()
    {
        const ActionContext &context = m_window->actions().context();
        const auto verifyReasons = [&context] {
            context.actions->refreshNow();
            for (const ActionSpec &spec : actionTable()) {
                const QAction *action = context.actions->find(QLatin1StringView(spec.id));
                if (action->isVisible() && !action->isEnabled()) {
                    QVERIFY2(!whyDisabled(spec, context).isEmpty(), spec.id);
                    QVERIFY2(whyDisabled(spec, context)
                                 != QStringLiteral("This does not apply to the selection"),
                             spec.id);
                }
            }
        };
        verifyReasons();
        m_window->session().selection.select(m_window->session().document.graph().nodes().back());
        verifyReasons();
        m_window->session().document.setContent({});
        verifyReasons();
    }

    void lettersFindTheCommandAndEnterDoesIt()
    {
        CommandPalette *palette = show();
        QVERIFY(palette != nullptr);
        QTest::keyClicks(line(palette), QStringLiteral("shwei"));
        QCOMPARE(first(palette), QStringLiteral("Show weights"));
        QVERIFY(!m_window->canvas().isOn(CanvasSwitch::Weights));
        QTest::keyClick(line(palette), Qt::Key_Return);
        QTRY_VERIFY(m_window->canvas().isOn(CanvasSwitch::Weights));
    }

    void whatWasTypedLastIsForgotten()
    {
        QPointer<CommandPalette> palette = show();
        QTest::keyClicks(line(palette), QStringLiteral("fit graph"));
        QTest::keyClick(line(palette), Qt::Key_Return);
        QTRY_VERIFY(palette.isNull());
        palette = show();
        QVERIFY(line(palette)->text().isEmpty());
        QTest::keyClicks(line(palette), QStringLiteral("zoom"));
        QTest::keyClick(line(palette), Qt::Key_Escape);
        QTRY_VERIFY(palette.isNull());
        palette = show();
        QVERIFY(line(palette)->text().isEmpty());
    }

    void passesThatDoNotKnowTheModelsOperatorsAreNotOffered()
    {
        const auto offers = [this](const char *typed) {
            CommandPalette *palette = show();
            QTest::keyClicks(line(palette), QString::fromLatin1(typed));
            const QString found = first(palette);
            palette->close();
            delete palette;
            return found == QString::fromLatin1(typed);
        };
        QVERIFY(offers("Run SimplifyInference"));
        QVERIFY(!offers("Run ONNXToNNVM"));
        m_window = m_fixture->open(QString::fromStdString(
            (sourceFolder() / "tests/golden/peers/classifier/model.onnx").string()));
        QVERIFY(m_window != nullptr);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window));
        QVERIFY(!offers("Run SimplifyInference"));
        QVERIFY(!offers("Run FoldBatchNorm"));
        QVERIFY(offers("Run ONNXToNNVM"));
        QVERIFY(offers("Run InferShape"));
    }

    void keysAreShownBesideTheCommands()
    {
        CommandPalette *palette = show();
        QTest::keyClicks(line(palette), QStringLiteral("fit graph"));
        const auto *list = find<QTreeWidget>(palette, "command-palette-list");
        QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("Home"));
    }

    void theListIsAsHighAsItsRows()
    {
        CommandPalette *palette = show();
        const int all = palette->height();
        QTest::keyClicks(line(palette), QStringLiteral("fit graph"));
        QTRY_VERIFY(palette->height() < all / 2);
        QTest::keyClicks(line(palette), QStringLiteral(" of no such name"));
        QTRY_VERIFY(!find<QTreeWidget>(palette, "command-palette-list")->isVisible());
    }

    void nodesPassesAndRecentFilesAreThere()
    {
        CommandPalette *palette = show();
        const Graph &graph = m_window->session().document.graph();
        const NodeId node = graph.nodes().back();
        QTest::keyClicks(line(palette), QString::fromStdString(graph.node(node).name));
        QCOMPARE(first(palette), QString::fromStdString(graph.node(node).name));
        line(palette)->clear();
        QTest::keyClicks(line(palette), QStringLiteral("run simplifyinference"));
        QCOMPARE(first(palette), QStringLiteral("Run SimplifyInference"));
        line(palette)->clear();
        QTest::keyClicks(line(palette), QStringLiteral("mlp.json"));
        QCOMPARE(first(palette), QStringLiteral("mlp.json"));
        line(palette)->clear();
        QTest::keyClicks(line(palette), QString::fromStdString(graph.node(node).name));
        QTest::keyClick(line(palette), Qt::Key_Return);
        QTRY_COMPARE(m_window->session().selection.current(), node);
    }

    void arrowsChooseAndEscapeCloses()
    {
        CommandPalette *palette = show();
        QTest::keyClicks(line(palette), QStringLiteral("zoom"));
        const auto *list = find<QTreeWidget>(palette, "command-palette-list");
        QVERIFY(list->topLevelItemCount() > 1);
        QTest::keyClick(line(palette), Qt::Key_Down);
        QCOMPARE(list->indexOfTopLevelItem(list->currentItem()), 1);
        QTest::keyClick(line(palette), Qt::Key_Escape);
        QVERIFY(!palette->isVisible());
    }

    void betterFitsScoreMore_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse");
        const auto row = [](const char *typed, const char *better, const char *worse) {
            QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(better)
                                 << QString::fromUtf8(worse);
        };
        row("zi", "Zoom in", "Memorize it");
        row("save", "Save", "Save as");
        row("fit", "Fit graph", "Find it");
        row("sa", "Select all", "Show names for");
        row("inf", "InferShape", "Plain format");
    }
    void betterFitsScoreMore()
    {
        QFETCH(QString, typed);
        QFETCH(QString, better);
        QFETCH(QString, worse);
        const auto good = fuzzyMatch(typed, better);
        QVERIFY(good.has_value());
        QVERIFY(*good > fuzzyMatch(typed, worse).value_or(-1000));
        QVERIFY(!fuzzyMatch(QStringLiteral("xq"), better));
        QVERIFY(fuzzyMatch(QString(), better));
    }
};

NERVURE_GUI_TEST(TstCommandPalette)
#include "tst_command_palette.moc"
