// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstReshape : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void specialNumbers_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<Shape>("expected");
        QTest::newRow("plain") << QByteArray("(6, 4)") << Shape{6, 4};
        QTest::newRow("keep") << QByteArray("(0, -1)") << Shape{2, 12};
        QTest::newRow("rest") << QByteArray("(-2,)") << Shape{2, 3, 4};
        QTest::newRow("merge") << QByteArray("(-3, 4)") << Shape{6, 4};
        QTest::newRow("split") << QByteArray("(-4, 1, -1, -2)") << Shape{1, 2, 3, 4};
        QTest::newRow("wrong size") << QByteArray("(5, 5)") << Shape{};
        QTest::newRow("two open") << QByteArray("(-1, -1)") << Shape{};
        QTest::newRow("too many") << QByteArray("(0, 0, 0, 0)") << Shape{};
        QTest::newRow("odd split") << QByteArray("(-4, 3, -1, -2)") << Shape{};
        QTest::newRow("unknown") << QByteArray("(-7, 24)") << Shape{};
    }

    void specialNumbers()
    {
        QFETCH(QByteArray, target);
        QFETCH(Shape, expected);
        const Shapes out =
            OpProbe("reshape", {{"shape", target.toStdString()}}).outputsFor({{2, 3, 4}});
        QCOMPARE(out.empty() ? Shape{} : out[0], expected);
    }

    void elementsKeepTheirOrder()
    {
        OpProbe op("reshape", {{"shape", "(2, -1)"}});
        QCOMPARE(op.firstOutput({counted({4})}), (std::vector<float>{1, 2, 3, 4}));
    }
};

QTEST_APPLESS_MAIN(TstReshape)
#include "tst_reshape.moc"
