// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/run_list.h"

#include "tests/support/test_class.h"

#include <QSignalSpy>

using namespace nervure;

/// The runs of a document: which is shown, of which model it is, and what it is compared with.
class TstRunList : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<const ProfileReport> report(double ms, const char *node = "conv")
    {
        ProfileReport made;
        made.origin.model = "hash";
        made.data.wallMs.median = ms;
        LayerProfile layer;
        layer.node = {NodeId(), node};
        layer.nodes = {layer.node};
        layer.ms.median = ms;
        layer.ms.interval = Interval{ms * 0.99, ms * 1.01, 0.95};
        made.data.layers = {layer};
        return std::make_shared<const ProfileReport>(std::move(made));
    }

private Q_SLOTS:
    void theNewestIsShownUntilAnotherIsWanted()
    {
        RunList runs;
        QSignalSpy shown(&runs, &RunList::shownChanged);
        runs.add(report(1), {});
        runs.add(report(2), {3, 0});
        QCOMPARE(runs.shown(), 2U);
        QCOMPARE(shown.count(), 2);
        runs.show(1);
        QCOMPARE(runs.shownReport()->data.wallMs.median, 1.0);
        runs.show(1);
        QCOMPARE(shown.count(), 3);
        QVERIFY(runs.isOf(2, {3, 0}));
        QVERIFY(!runs.isOf(2, {3, 1}));
        QVERIFY(runs.remove(1)); // the newest of the others
        QCOMPARE(runs.shown(), 2U);
        QVERIFY(runs.remove(2));
        QCOMPARE(runs.shown(), 0U);
        QVERIFY(!runs.shownReport());
        QVERIFY(!runs.remove(2));
    }

    void twoRunsAreComparedUntilOneGoes()
    {
        RunList runs;
        QSignalSpy compared(&runs, &RunList::comparisonChanged);
        runs.add(report(1), {});
        runs.add(report(3), {});
        runs.compareWith(2); // itself
        QVERIFY(!runs.comparison());
        runs.compareWith(1);
        QCOMPARE(compared.count(), 1);
        QCOMPARE(runs.comparison()->layers[0].time.change, Change::Slower);
        QCOMPARE(runs.comparison()->layers[0].time.firstMs, 1.0);
        runs.add(report(1.01), {}); // shown now, and compared with the same
        QCOMPARE(runs.comparison()->layers[0].time.change, Change::Same);
        runs.show(1); // what it was compared with
        QVERIFY(!runs.comparison());
        runs.compareWith(3);
        QVERIFY(runs.comparison());
        QVERIFY(runs.remove(3));
        QVERIFY(!runs.comparison());
        QCOMPARE(runs.compared(), 0U);
    }

    void furtherRunsStandInTheComparison()
    {
        RunList runs;
        QSignalSpy compared(&runs, &RunList::comparisonChanged);
        for (const double ms : {1.0, 3.0, 9.0}) {
            runs.add(report(ms), {});
        }
        runs.toggleFurther(2);
        QVERIFY(runs.further().empty()); // there is no comparison
        runs.compareWith(1);
        QCOMPARE(runs.series()->others.size(), std::size_t{1});
        runs.toggleFurther(1); // what is compared with
        runs.toggleFurther(3); // what is shown
        QVERIFY(runs.further().empty());
        runs.toggleFurther(2);
        QCOMPARE(compared.count(), 2);
        QCOMPARE(runs.series()->others.size(), std::size_t{2});
        QCOMPARE(runs.series()->layers[0].times[0].secondMs, 9.0);
        QCOMPARE(runs.series()->layers[0].times[1].secondMs, 3.0);
        QCOMPARE(runs.comparison()->layers[0].time.secondMs, 9.0);
        runs.show(2); // stands in it once
        QVERIFY(runs.further().empty());
        QCOMPARE(runs.series()->others.size(), std::size_t{1});
        runs.toggleFurther(3);
        QVERIFY(runs.remove(3));
        QVERIFY(runs.further().empty());
        QCOMPARE(runs.series()->others.size(), std::size_t{1});
        runs.compareWith(0);
        QVERIFY(!runs.series());
    }

    void layersThatOnlyOneHasAreTold()
    {
        RunList runs;
        runs.add(report(1, "old"), {});
        runs.add(report(2, "new"), {});
        runs.compareWith(1);
        QCOMPARE(runs.comparison()->layers.size(), std::size_t{2});
        QVERIFY(!runs.comparison()->layers[0].isInBoth());
        QCOMPARE(runs.comparison()->geometricMean, 1.0);
    }

    void anotherDocumentsRunsTakeTheirPlace()
    {
        RunList runs;
        runs.add(report(1), {5, 5});
        QSignalSpy modified(&runs, &RunList::modified);
        RunHistory history;
        history.add(report(4));
        runs.setHistory(history, "hash");
        QCOMPARE(runs.shown(), 1U);
        QCOMPARE(runs.shownReport()->data.wallMs.median, 4.0);
        QVERIFY(runs.isOf(1, {}));
        runs.setHistory(history, "of another model");
        QVERIFY(!runs.isOf(1, {}));
        QCOMPARE(modified.count(), 0); // nobody did anything
        QVERIFY(runs.rename(1, QStringLiteral(" mine ")));
        QCOMPARE(modified.count(), 1);
        QCOMPARE(runs.history().find(1)->name, std::string("mine"));
        runs.setHistory({}, {});
        QVERIFY(!runs.shownReport());
    }
};

NERVURE_TEST(TstRunList)
#include "tst_run_list.moc"
