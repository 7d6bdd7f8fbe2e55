// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/panels/panel_fixture.h"

#include "core/graph/edits/names.h"
#include "tests/support/test_class.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/query_edit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace nervure;
using nervure::tests::PanelFixture;

class TstFindPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void resultsComeAsOneTypes_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("name") << QStringLiteral("RELU") << QStringList{QStringLiteral("relu0")};
        QTest::newRow("operator") << QStringLiteral("op:conv2d & params>100")
                                  << QStringList{QStringLiteral("conv0")};
        QTest::newRow("attribute")
            << QStringLiteral("attr.units:10") << QStringList{QStringLiteral("fc0")};
        QTest::newRow("brackets") << QStringLiteral("attr.kernel_size:\"[3, 3]\"")
                                  << QStringList{QStringLiteral("conv0")};
        QTest::newRow("shape") << QStringLiteral("shape:8x3x3x3")
                               << QStringList{QStringLiteral("conv0_weight")};
        QTest::newRow("all words")
            << QStringLiteral("fc0 bias") << QStringList{QStringLiteral("fc0_bias")};
        QTest::newRow("nothing") << QStringLiteral("no such") << QStringList{};
    }
    void resultsComeAsOneTypes()
    {
        QFETCH(QString, query);
        QFETCH(QStringList, names);
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        QVERIFY(window.show("find"));
        auto *view = window.child<QTreeView>("find-results");
        QTest::keyClicks(window.child<QLineEdit>("find-query"), query);
        const auto shown = [view] {
            QStringList texts;
            for (int row = 0; row < view->model()->rowCount(); ++row) {
                texts.append(view->model()->index(row, 0).data().toString());
            }
            return texts;
        };
        QTRY_COMPARE(shown(), names);
        QTRY_COMPARE(view->isVisible(), !names.isEmpty());
    }

    void whatInferenceWouldTellIsSaidToBeUnknown()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        const auto *empty = window.panel->findChild<EmptyState *>();
        const auto sentence = [empty] { return empty->findChild<QLabel *>()->text(); };
        QTest::keyClicks(window.child<QLineEdit>("find-query"), QStringLiteral("params>1M"));
        QTRY_VERIFY(sentence().contains(QStringLiteral("not known before inference")));
        window.child<QLineEdit>("find-query")->clear();
        QTest::keyClicks(window.child<QLineEdit>("find-query"), QStringLiteral("op:nothing"));
        QTRY_COMPARE(sentence(), QStringLiteral("No node matches op:nothing."));
    }

    void enterJumpsAndEnterAgainGoesOn()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        QSignalSpy jumps(&window.selection, &Selection::jumpRequested);
        auto *query = window.child<QLineEdit>("find-query");
        QTest::keyClicks(query, QStringLiteral("weight"));
        QTest::keyClick(query, Qt::Key_Return);
        QTRY_COMPARE(window.selection.current(), window.node("conv0_weight"));
        QTest::keyClick(query, Qt::Key_Return);
        QCOMPARE(window.selection.current(), window.node("fc0_weight"));
        QCOMPARE(jumps.count(), 2);
    }

    void operatorsComeBeforeTheirWeights()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        QTest::keyClicks(window.child<QLineEdit>("find-query"), QStringLiteral("conv0"));
        QTest::keyClick(window.child<QLineEdit>("find-query"), Qt::Key_Return);
        QTRY_COMPARE(window.selection.current(), window.node("conv0"));
        QCOMPARE(window.child<QTreeView>("find-results")->model()->rowCount(), 3);
    }

    void whatIsFoundIsMarkedWhileThePanelIsSeen()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        auto *query = window.child<QLineEdit>("find-query");
        QTest::keyClicks(query, QStringLiteral("relu"));
        QTRY_COMPARE(window.selection.found(), std::vector<NodeId>{window.node("relu0")});
        window.panel->hide();
        QVERIFY(window.selection.found().empty());
        window.panel->show();
        QTRY_COMPARE(window.selection.found().size(), std::size_t(1));
        query->clear();
        QTRY_VERIFY(window.selection.found().empty());
    }

    void downEntersTheList()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        auto *query = window.child<QLineEdit>("find-query");
        QTest::keyClicks(query, QStringLiteral("bias"));
        auto *view = window.child<QTreeView>("find-results");
        QTRY_COMPARE(view->model()->rowCount(), 2);
        QTest::keyClick(query, Qt::Key_Down);
        QCOMPARE(window.panel->focusWidget(), static_cast<QWidget *>(view));
        QCOMPARE(window.selection.current(), window.node("conv0_bias"));
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(window.selection.current(), window.node("fc0_bias"));
    }

    void allResultsAreSelectedOrColored()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        QTest::keyClicks(window.child<QLineEdit>("find-query"), QStringLiteral("is:parameter"));
        auto *all = window.child<QPushButton>("find-select-all");
        QTRY_VERIFY(all->isEnabled());
        QTest::mouseClick(all, Qt::LeftButton);
        QCOMPARE(window.selection.nodes().size(), std::size_t(4));
        QSignalSpy wanted(&window.colors, &ColorSources::rulesWanted);
        QTest::mouseClick(window.child<QPushButton>("find-colour"), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(window.colors.rules().front().query, QStringLiteral("is:parameter"));
    }

    void anErrorIsToldAndMarkedAndResultsGo()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        auto *query = window.child<QLineEdit>("find-query");
        QTest::keyClicks(query, QStringLiteral("params>"));
        auto *told = window.child<QLabel>("find-count");
        QTRY_VERIFY(told->text().contains(QStringLiteral("expected a value")));
        QVERIFY(!window.child<QPushButton>("find-colour")->isEnabled());
        QVERIFY(window.child<QWidget>("find-examples")->isVisible());
        const QImage marked = query->grab().toImage();
        QTest::keyClicks(query, QStringLiteral("1"));
        QTRY_VERIFY(!told->text().contains(QStringLiteral("expected")));
        QVERIFY(marked != query->grab().toImage());
    }

    void wordsAreOfferedAndTaken()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        auto *query = window.child<QLineEdit>("find-query");
        query->setFocus();
        QTest::keyClicks(query, QStringLiteral("op:den"));
        auto *popup = window.child<QueryEdit>("find-query")->words()->popup();
        QTRY_VERIFY(popup->isVisible());
        QTest::keyClick(query, Qt::Key_Tab);
        QCOMPARE(query->text(), QStringLiteral("op:dense"));
        QVERIFY(!popup->isVisible());
    }

    void examplesAreTried()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        auto *example = window.child<QPushButton>("find-example");
        QVERIFY(example->isVisible());
        QTest::mouseClick(example, Qt::LeftButton);
        // "&" belongs to the query; on a button it would be taken for a mnemonic.
        const QString query = window.child<QLineEdit>("find-query")->text();
        QCOMPARE(query, QStringLiteral("op:conv2d & params>100k"));
        QCOMPARE(example->text(), QStringLiteral("op:conv2d && params>100k"));
    }

    void examplesScrollInALowPanel()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find", {360, 220}));
        QCOMPARE(window.panel->height(), 220);
        const auto examples =
            window.panel->findChildren<QPushButton *>(QStringLiteral("find-example"));
        QVERIFY(examples.size() > 1);
        int below = 0;
        for (const QPushButton *example : examples) {
            QVERIFY(example->height() >= example->sizeHint().height());
            QVERIFY(example->y() >= below);
            below = example->geometry().bottom();
        }
    }

    /// Long names and operators leave room for what matched.
    void allColumnsAreSeenInANarrowPanel()
    {
        PanelFixture window;
        window.openNet();
        const auto rename = renameNode(
            window.document.graph(), window.node("conv0"),
            "model/backbone/stage_four/unit_seventeen/residual/conv0_of_the_left_branch");
        QVERIFY(rename.ok());
        QVERIFY(window.document.apply(*rename, QStringLiteral("rename")).ok());
        QVERIFY(window.show("find", {340, 480}));
        auto *view = window.child<QTreeView>("find-results");
        QTest::keyClicks(window.child<QLineEdit>("find-query"), QStringLiteral("op:conv2d"));
        QTRY_VERIFY(view->isVisible() && view->model()->rowCount() == 1);
        const QHeaderView *header = view->header();
        const int last = header->count() - 1;
        QTRY_VERIFY(header->sectionViewportPosition(last) + header->sectionSize(last)
                    <= view->viewport()->width());
        QVERIFY(header->sectionSize(last) >= view->viewport()->width() / 4);
        QVERIFY(header->sectionSize(1) >= header->sectionSizeHint(1));
    }

    void nothingFoundOffersToClear()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        auto *query = window.child<QLineEdit>("find-query");
        QTest::keyClicks(query, QStringLiteral("zzz"));
        QTRY_VERIFY(window.child<QLabel>("empty-state-sentence")->text().contains(query->text()));
        QTest::mouseClick(window.child<QWidget>("empty-state-action"), Qt::LeftButton);
        QVERIFY(query->text().isEmpty());
    }
};

NERVURE_GUI_TEST(TstFindPanel)
#include "tst_find_panel.moc"
