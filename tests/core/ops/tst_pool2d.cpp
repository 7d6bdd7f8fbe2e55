// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstPool2d : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesRoundDownUnlessAsked()
    {
        const AttrDict attrs{{"pool_size", "(2, 2)"}, {"strides", "(2, 2)"}};
        QCOMPARE(OpProbe("max_pool2d", attrs).outputsFor({{1, 1, 5, 5}})[0], (Shape{1, 1, 2, 2}));
        AttrDict ceil = attrs;
        ceil.set("ceil_mode", "True");
        QCOMPARE(OpProbe("max_pool2d", ceil).outputsFor({{1, 1, 5, 5}})[0], (Shape{1, 1, 3, 3}));
    }

    void aWindowLargerThanTheInputIsRefused()
    {
        OpProbe op("avg_pool2d", {{"pool_size", "(2, 2)"}});
        QVERIFY(op.outputsFor({{4, 4}}).empty());
        QVERIFY(op.outputsFor({{1, 1, 1, 4}}).empty());
    }

    void maximumIgnoresPadding()
    {
        OpProbe op("max_pool2d", {{"pool_size", "(2, 2)"}, {"padding", "(1, 1, 0, 0)"}});
        QCOMPARE(op.firstOutput({counted({1, 1, 2, 2}, -1)}), (std::vector<float>{-1, -1, -1, -1}));
    }

    void averageCountsPaddingOnlyWhenAsked()
    {
        const AttrDict attrs{
            {"pool_size", "(2, 2)"}, {"strides", "(2, 2)"}, {"padding", "(1, 1, 1, 1)"}};
        QCOMPARE(OpProbe("avg_pool2d", attrs).firstOutput({counted({1, 1, 2, 2})}),
                 (std::vector<float>{1, 2, 3, 4}));
        AttrDict counting = attrs;
        counting.set("count_include_pad", "1");
        QCOMPARE(OpProbe("avg_pool2d", counting).firstOutput({counted({1, 1, 2, 2})}),
                 (std::vector<float>{0.25F, 0.5F, 0.75F, 1}));
    }

    void onlyTheAverageKnowsCountIncludePad()
    {
        const AttrDict attrs{{"pool_size", "(2, 2)"}, {"count_include_pad", "1"}};
        QVERIFY(!OpProbe("max_pool2d", attrs).diagnostics.empty());
        QVERIFY(OpProbe("avg_pool2d", attrs).diagnostics.empty());
    }
};

QTEST_APPLESS_MAIN(TstPool2d)
#include "tst_pool2d.moc"
