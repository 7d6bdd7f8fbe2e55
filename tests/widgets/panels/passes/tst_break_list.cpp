// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/break_list.h"

#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace nervure;
using nervure::tests::PanelFixture;

/// Conditions that passes stop at, made and switched with real events.
class TstBreakList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void passesStopAndGoOn();
    void aConditionThatIsOffStopsNothing();
    void anEditStopsAtTheSamePlaceWithoutAWord();
    void slowPassesStopEachByItself();
    void whatIsNoQueryIsSaid();

private:
    /// A window on the net, compiled; empty where that fails.
    [[nodiscard]] static std::unique_ptr<PanelFixture> compiled()
    {
        auto window = std::make_unique<PanelFixture>();
        window->openNet();
        InputFacts facts;
        facts.shapes["data"] = {1, 3, 8, 8};
        window->document.setInputFacts(facts);
        QSignalSpy finished(&window->passes, &PassRunner::finished);
        window->passes.run({{"Compile", {{"opt_level", "3"}}}, {"InferShape", {}}});
        const bool isReady = window->show("passes", {1100, 700}) != nullptr
                             && QTest::qWaitFor([&] { return finished.count() > 0; });
        return isReady ? std::move(window) : nullptr;
    }
    /// Adds a condition as a person does, and waits for what the passes do.
    static bool addCondition(PanelFixture &window, int kind, const QString &subject)
    {
        auto *stopWhen = window.child<QToolButton>("passes-stop-when");
        if (!stopWhen->isChecked()) {
            QTest::mouseClick(stopWhen, Qt::LeftButton);
        }
        auto *kinds = window.child<QComboBox>("passes-break-kind");
        kinds->setFocus();
        QTest::keyClick(kinds, Qt::Key_Home);
        for (int i = 0; i < kind; ++i) {
            QTest::keyClick(kinds, Qt::Key_Down);
        }
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        if (kind == 3) {
            auto *ms = window.child<QDoubleSpinBox>("passes-break-ms");
            ms->selectAll();
            QTest::keyClicks(ms, subject);
        } else {
            QTest::keyClicks(window.child<QLineEdit>("passes-break-query"), subject);
        }
        QTest::mouseClick(window.child<QPushButton>("passes-break-add"), Qt::LeftButton);
        return finished.wait();
    }
    /// Presses Go on, which the notice offers, and waits for what the passes do.
    static bool goOn(PanelFixture &window)
    {
        auto *button = window.child<QPushButton>("passes-go-on");
        if (!QTest::qWaitFor([button] { return button->isVisible() && button->isEnabled(); })) {
            return false;
        }
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        QTest::mouseClick(button, Qt::LeftButton);
        return finished.wait();
    }
    static QString notice(const PanelFixture &window)
    {
        const auto *text = window.child<QLabel>("passes-notice-text");
        return text->isVisible() ? text->text() : QString();
    }
};

void TstBreakList::passesStopAndGoOn()
{
    const auto window = compiled();
    QVERIFY(window);
    const std::size_t all = window->document.passSteps().size();
    QVERIFY(all > 5);
    QCOMPARE(notice(*window), QString());
    QSignalSpy stopped(&window->passes, &PassRunner::stopped);
    QVERIFY(addCondition(*window, 1, QStringLiteral("name:conv0")));
    const auto *list = window->child<QListWidget>("passes-breaks");
    QCOMPARE(list->item(0)->text(), QStringLiteral("A node vanishes: name:conv0"));
    QCOMPARE(stopped.count(), 1);
    QVERIFY(window->passes.hit());
    QCOMPARE(window->passes.hit()->step, window->document.passSteps().size());
    QVERIFY(window->document.passSteps().size() < all);
    QTRY_COMPARE(notice(*window), QStringLiteral("Stopped after %1, which removed conv0")
                                      .arg(window->document.passSteps().back().name));
    QVERIFY(goOn(*window));
    QCOMPARE(window->document.passSteps().size(), all);
    QVERIFY(!window->passes.hit());
    QTRY_COMPARE(notice(*window), QString());
    QCOMPARE(stopped.count(), 1);
}

void TstBreakList::aConditionThatIsOffStopsNothing()
{
    const auto window = compiled();
    QVERIFY(window);
    const std::size_t all = window->document.passSteps().size();
    QVERIFY(addCondition(*window, 1, QStringLiteral("name:conv0")));
    QVERIFY(window->document.passSteps().size() < all);
    auto *list = window->child<QListWidget>("passes-breaks");
    list->setFocus();
    list->setCurrentRow(0);
    QSignalSpy finished(&window->passes, &PassRunner::finished);
    QTest::keyClick(list, Qt::Key_Space); // its box
    QVERIFY(finished.wait());
    QCOMPARE(window->document.passSteps().size(), all);
    QTRY_COMPARE(notice(*window), QString());
    QVERIFY(!window->passes.breaks().front().isOn);
    QTest::keyClick(list, Qt::Key_Space);
    QVERIFY(finished.wait());
    QVERIFY(window->document.passSteps().size() < all);
    QTest::keyClick(list, Qt::Key_Delete);
    QVERIFY(finished.wait());
    QCOMPARE(window->document.passSteps().size(), all);
    QVERIFY(window->passes.breaks().empty());
    QTRY_VERIFY(!list->isVisible());
}

/// What is selected by then is the person's business: the stop is the one that was told.
void TstBreakList::anEditStopsAtTheSamePlaceWithoutAWord()
{
    const auto window = compiled();
    QVERIFY(window);
    QVERIFY(addCondition(*window, 1, QStringLiteral("name:conv0")));
    const std::size_t step = window->passes.hit()->step;
    QSignalSpy stopped(&window->passes, &PassRunner::stopped);
    QSignalSpy finished(&window->passes, &PassRunner::finished);
    const NodeId dense = window->node("fc0");
    QVERIFY(window->document.apply({SetAttribute{dense, "units", "12", {}}}, QString()).ok());
    QVERIFY(finished.wait());
    QCOMPARE(window->passes.hit()->step, step);
    QCOMPARE(stopped.count(), 0);
}

/// Where inference alone runs, too, which no conditions can look into while it follows an edit.
void TstBreakList::slowPassesStopEachByItself()
{
    const auto window = compiled();
    QVERIFY(window);
    QSignalSpy finished(&window->passes, &PassRunner::finished);
    window->passes.runUsual();
    QVERIFY(finished.wait());
    QVERIFY(addCondition(*window, 3, QStringLiteral("0")));
    QCOMPARE(window->child<QListWidget>("passes-breaks")->item(0)->text(),
             QStringLiteral("A pass takes longer than 0 ms"));
    QCOMPARE(window->document.passSteps().size(), std::size_t{1});
    QTRY_VERIFY2(notice(*window).startsWith(QStringLiteral("Stopped after InferShape, which took")),
                 qPrintable(notice(*window)));
    QVERIFY(goOn(*window));
    QCOMPARE(window->document.passSteps().size(), std::size_t{2});
    QTRY_VERIFY(notice(*window).contains(QStringLiteral("InferType")));
    QVERIFY(goOn(*window));
    QVERIFY(goOn(*window)); // behind the last one
    QCOMPARE(window->document.passSteps().size(), std::size_t{3});
    QVERIFY(!window->passes.hit());
}

void TstBreakList::whatIsNoQueryIsSaid()
{
    const auto window = compiled();
    QVERIFY(window);
    QTest::mouseClick(window->child<QToolButton>("passes-stop-when"), Qt::LeftButton);
    auto *query = window->child<QLineEdit>("passes-break-query");
    query->setFocus();
    QTest::keyClicks(query, QStringLiteral("op:relu &"));
    QTest::keyClick(query, Qt::Key_Escape); // the words on offer
    QTest::keyClick(query, Qt::Key_Return);
    const auto *failure = window->child<QLabel>("passes-break-failure");
    QVERIFY(failure->isVisible());
    QVERIFY(failure->text().contains(QStringLiteral("expected")));
    QVERIFY(window->passes.breaks().empty());
    QTest::keyClicks(query, QStringLiteral(" name:x"));
    QVERIFY(!failure->isVisible());
}

NERVURE_GUI_TEST(TstBreakList)
#include "tst_break_list.moc"
