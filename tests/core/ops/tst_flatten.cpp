// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstFlatten : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allButTheFirstDimensionBecomeOne()
    {
        QCOMPARE(OpProbe("flatten").outputsFor({{2, 3, 4}})[0], (Shape{2, 12}));
        QCOMPARE(OpProbe("flatten").outputsFor({{5}})[0], (Shape{5, 1}));
        QVERIFY(OpProbe("flatten").spec()->isView);
    }

    void hugeSizesAreRefused()
    {
        constexpr std::int64_t huge = std::int64_t{1} << 40;
        QVERIFY(OpProbe("flatten").outputsFor({{2, huge, huge}}).empty());
    }

    void elementsKeepTheirOrder()
    {
        QCOMPARE(OpProbe("flatten").firstOutput({counted({1, 2, 2})}),
                 (std::vector<float>{1, 2, 3, 4}));
    }
};

QTEST_APPLESS_MAIN(TstFlatten)
#include "tst_flatten.moc"
