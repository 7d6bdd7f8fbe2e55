// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"
#include "widgets/models/profile_model.h"

#include <QHeaderView>
#include <QInputDialog>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTreeView>

using namespace nervure;
using nervure::tests::PanelFixture;

/// Which columns the tables of a run show.
class TstRunColumns : public QObject, private nervure::tests::RunPanelSteps {
    Q_OBJECT

    static bool openRun(PanelFixture &window) { return open(window, "ok") && run(window); }

    /// Opens the menu of the header and chooses an action.
    static void chooseColumns(QTreeView &view, const QString &action)
    {
        chooseInNextMenu(&view, action);
        QWidget *header = view.header()->viewport();
        const QPoint place(40, header->height() / 2);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, header->mapToGlobal(place));
        QApplication::sendEvent(header, &event);
        waitForMenu();
    }

    static std::set<int> shownColumns(const QTreeView &view)
    {
        std::set<int> shown;
        for (int column = 0; column < view.model()->columnCount(); ++column) {
            if (!view.isColumnHidden(column)) {
                shown.insert(column);
            }
        }
        return shown;
    }

private Q_SLOTS:
    void aPresetShowsItsColumns()
    {
        PanelFixture window;
        QVERIFY(openRun(window));
        auto *view = window.child<QTreeView>("run-layers");
        QTRY_VERIFY(view->isColumnHidden(ProfileModel::Slack)); // no layer has any
        const std::set<int> all = shownColumns(*view);
        chooseColumns(*view, QStringLiteral("columns-preset-Roofline"));
        using Column = ProfileModel;
        QCOMPARE(shownColumns(*view),
                 (std::set<int>{Column::Name, Column::Op, Column::Time, Column::Flops,
                                Column::Bandwidth, Column::Bound, Column::Roof}));
        QVERIFY(run(window, 1)); // another run changes nothing of it
        QCOMPARE(shownColumns(*view).size(), std::size_t{7});
        chooseColumns(*view, QStringLiteral("columns-preset-All"));
        QCOMPARE(shownColumns(*view), all);
    }

    void onesOwnChoiceIsKeptAndNamed()
    {
        const QTemporaryDir folder;
        QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        {
            PanelFixture window;
            QVERIFY(openRun(window));
            auto *view = window.child<QTreeView>("run-operators");
            chooseColumns(*view, QStringLiteral("column-2"));
            QVERIFY(view->isColumnHidden(2));
            QTimer typing;
            connect(&typing, &QTimer::timeout, view, [&typing] {
                if (auto *dialog =
                        qobject_cast<QInputDialog *>(QApplication::activeModalWidget())) {
                    typing.stop();
                    auto *name = dialog->findChild<QLineEdit *>();
                    QTest::keyClicks(name, QStringLiteral("without shares"));
                    QTest::keyClick(name, Qt::Key_Return);
                }
            });
            typing.start(1);
            chooseColumns(*view, QStringLiteral("columns-keep"));
            window.panel->save(store);
        }
        PanelFixture window;
        QVERIFY(openRun(window));
        window.panel->restore(store);
        auto *view = window.child<QTreeView>("run-operators");
        QVERIFY(view->isColumnHidden(2) && !view->isColumnHidden(1));
        chooseColumns(*view, QStringLiteral("columns-preset-All"));
        QVERIFY(!view->isColumnHidden(2));
        chooseColumns(*view, QStringLiteral("columns-preset-without shares"));
        QVERIFY(view->isColumnHidden(2));
    }

    void settingsOfAnybodyAreReadWithCare()
    {
        const QTemporaryDir folder;
        QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        store.setValue(QStringLiteral("columns/run-layers/shown"),
                       QStringList{QStringLiteral("99"), QStringLiteral("x"), QStringLiteral("2")});
        PanelFixture window;
        QVERIFY(openRun(window));
        window.panel->restore(store);
        QCOMPARE(shownColumns(*window.child<QTreeView>("run-layers")), (std::set<int>{0, 2}));
    }
};

NERVURE_GUI_TEST(TstRunColumns)
#include "tst_run_columns.moc"
