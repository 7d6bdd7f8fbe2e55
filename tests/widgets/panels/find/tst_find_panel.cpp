// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/panels/panel_fixture.h"

#include <QLabel>
#include <QLineEdit>
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
        QTest::newRow("operator") << QStringLiteral("conv2d")
                                  << QStringList{QStringLiteral("conv0")};
        QTest::newRow("attribute")
            << QStringLiteral("units=10") << QStringList{QStringLiteral("fc0")};
        QTest::newRow("quotes") << QStringLiteral("\"(3, 3)\"")
                                << QStringList{QStringLiteral("conv0")};
        QTest::newRow("shape") << QStringLiteral("8x3x3x3")
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

    void enterJumpsAndEnterAgainGoesOn()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("find"));
        QSignalSpy jumps(&window.selection, &Selection::jumpRequested);
        auto *query = window.child<QLineEdit>("find-query");
        QTest::keyClicks(query, QStringLiteral("weight"));
        QTest::keyClick(query, Qt::Key_Return);
        QCOMPARE(window.selection.current(), window.node("conv0_weight"));
        QTest::keyClick(query, Qt::Key_Return);
        QCOMPARE(window.selection.current(), window.node("fc0_weight"));
        QCOMPARE(jumps.count(), 2);
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
        QVERIFY(view->hasFocus());
        QCOMPARE(window.selection.current(), window.node("conv0_bias"));
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(window.selection.current(), window.node("fc0_bias"));
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

QTEST_MAIN(TstFindPanel)
#include "tst_find_panel.moc"
