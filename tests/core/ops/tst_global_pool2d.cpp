// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstGlobalPool2d : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachChannelIsPooledWhole()
    {
        QCOMPARE(OpProbe("global_avg_pool2d").firstOutput({counted({1, 2, 2, 2})}),
                 (std::vector<float>{2.5F, 6.5F}));
        QCOMPARE(OpProbe("global_max_pool2d").firstOutput({counted({1, 2, 2, 2})}),
                 (std::vector<float>{4, 8}));
    }

    void layoutSaysWhichDimensions()
    {
        OpProbe op("global_avg_pool2d", {{"layout", "NHWC"}});
        QCOMPARE(op.outputsFor({{1, 7, 7, 3}})[0], (Shape{1, 1, 1, 3}));
    }
};

QTEST_APPLESS_MAIN(TstGlobalPool2d)
#include "tst_global_pool2d.moc"
