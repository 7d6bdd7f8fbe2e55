// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstBroadcastTo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dimensionsOfOneAreRepeated()
    {
        const OpProbe op("broadcast_to", {{"shape", "(2, 3)"}});
        QCOMPARE(op.outputsFor({{2, 1}})[0], (Shape{2, 3}));
        QCOMPARE(computed<std::int8_t>(op, Elements<std::int8_t>{{2, 1}, {7, 8}}),
                 (std::vector<std::int8_t>{7, 7, 7, 8, 8, 8}));
    }

    void zeroKeepsTheSize()
    {
        const OpProbe op("broadcast_to", {{"shape", "(4, 0)"}});
        QCOMPARE(op.outputsFor({{1, 3}})[0], (Shape{4, 3}));
    }

    void shapesThatDoNotStretchAreRefused()
    {
        const OpProbe op("broadcast_to", {{"shape", "(2, 3)"}});
        for (const Shape &shape : {Shape{3}, Shape{2, 2}, Shape{2, unknownSize}, Shape{1, 2, 3}}) {
            QVERIFY2(op.outputsFor({shape}).empty(), shapeText(shape).c_str());
        }
        QVERIFY(OpProbe("broadcast_to").outputsFor({{2}}).empty());
    }

    void anUnknownInputSaysNothing()
    {
        QVERIFY(!OpProbe("broadcast_to", {{"shape", "(2, 3)"}}).outputsFor({{}})[0].hasRank());
    }

    void rulesForPasses()
    {
        const OpProbe op("broadcast_to", {{"shape", "(2, 3)"}});
        QVERIFY(!op.spec()->rewrites->gradient && !op.spec()->inplace);
        QCOMPARE(askLayout(op, {"NC"}), (LayoutAnswer{{"NC"}, {"-"}, {}}));
    }

    void unknownSizesMayStretchInFixedSemantics()
    {
        const OpProbe op = OpProbe::fixed("broadcast_to", {{"shape", "(2, 0)"}});
        QCOMPARE(op.outputsFor({{unknownSize, unknownSize}}), (Shapes{{2, unknownSize}}));
        QCOMPARE(op.outputsFor({{1, 0}}), (Shapes{{2, 0}}));
        QVERIFY(op.outputsFor({Shape::scalar()}).empty());
    }
};

NERVURE_TEST(TstBroadcastTo)
#include "tst_broadcast_to.moc"
