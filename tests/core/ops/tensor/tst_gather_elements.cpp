// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstGatherElements : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gathersOneByOne()
    {
        OpProbe probe("gather_elements", {{"axis", "1"}}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{2, 3}, {1, 2, 3, 4, 5, 6}}, {{2, 2}, {0, -1, 2, 1}}}),
                 (std::vector<float>{1, 3, 6, 5}));
    }

    void placesOutsideAreRefused()
    {
        OpProbe probe("gather_elements", {}, Dialect::Nervure);
        QVERIFY(probe.firstOutput({{{2}, {1, 2}}, {{1}, {2}}}).empty());
    }
};

NERVURE_TEST(TstGatherElements)
#include "tst_gather_elements.moc"
