// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMultiboxTarget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAnchorLearnsItsLabel()
    {
        // One label of class 1 over the first of three anchors, shifted by half its width.
        std::vector<FloatTensor> in{
            {{1, 3, 4}, {0, 0, 1, 1, 4, 4, 5, 5, 8, 8, 9, 9}},
            {{1, 2, 5}, {1, 0.5F, 0, 1.5F, 1, -1, -1, -1, -1, -1}},
            {{1, 2, 3}, {0, 2, 1, 0, 0, 0}},
        };
        auto out = OpProbe("multibox_target", {}, Dialect::Nervure).run(in);
        QVERIFY(bool(out));
        QCOMPARE(out->at(0).data, (std::vector<float>{5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
        QCOMPARE(out->at(1).data, (std::vector<float>{1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
        QCOMPARE(out->at(2).data, (std::vector<float>{2, 0, 0}));

        // With one anchor of the background for each, it is the one that looks least like it.
        out =
            OpProbe("multibox_target", {{"negative_mining_ratio", "1"}}, Dialect::Nervure).run(in);
        QVERIFY(bool(out));
        QCOMPARE(out->at(2).data, (std::vector<float>{2, -1, 0}));
    }

    void imagesWithoutLabelsAreIgnored()
    {
        std::vector<FloatTensor> in{
            {{1, 1, 4}, {0, 0, 1, 1}}, {{1, 1, 5}, {-1, -1, -1, -1, -1}}, {{1, 2, 1}, {0, 0}}};
        const auto out = OpProbe("multibox_target", {}, Dialect::Nervure).run(in);
        QVERIFY(bool(out));
        QCOMPARE(out->at(2).data, (std::vector<float>{-1}));
    }

    void shapesAreChecked()
    {
        const OpProbe probe("multibox_target", {}, Dialect::Nervure);
        QCOMPARE(probe.outputsFor({{1, 3, 4}, {2, 2, 5}, {2, 2, 3}}),
                 (Shapes{{2, 12}, {2, 12}, {2, 3}}));
        QVERIFY(probe.outputsFor({{1, 3, 5}, {2, 2, 5}, {2, 2, 3}}).empty());
    }
};

NERVURE_TEST(TstMultiboxTarget)
#include "tst_multibox_target.moc"
