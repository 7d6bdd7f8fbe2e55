// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstRoi : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void poolingTakesTheLargest()
    {
        std::vector<FloatTensor> in{counted({1, 1, 4, 4}), {{1, 5}, {0, 0, 0, 3, 3}}};
        const auto out = OpProbe("roi_pool", {{"pooled_size", "(2, 2)"}, {"spatial_scale", "1"}},
                                 Dialect::Nervure)
                             .run(in);
        QVERIFY(bool(out));
        QCOMPARE(out->at(0).data, (std::vector<float>{6, 8, 14, 16}));
        QCOMPARE(out->at(1).data, (std::vector<float>{5, 7, 13, 15}));
    }

    void aligningTakesMeansBetweenCells()
    {
        // One sample in the middle of each half: at 0.5 and 1.5 cells along both axes.
        std::vector<FloatTensor> in{counted({1, 1, 4, 4}), {{1, 5}, {0, 0, 0, 2, 2}}};
        const AttrDict attrs{
            {"pooled_size", "(2, 2)"}, {"spatial_scale", "1"}, {"sample_ratio", "1"}};
        const auto out = OpProbe("roi_align", attrs, Dialect::Nervure).run(in);
        QVERIFY(bool(out));
        QCOMPARE(out->at(0).data, (std::vector<float>{3.5F, 4.5F, 7.5F, 8.5F}));
    }

    void cellsReadChannelsOfTheirOwn()
    {
        std::vector<FloatTensor> in{{{1, 2, 1, 1}, {3, 5}}, {{1, 5}, {0, 0, 0, 1, 1}}};
        const AttrDict attrs{
            {"pooled_size", "(1, 2)"}, {"spatial_scale", "1"}, {"position_sensitive", "1"}};
        const auto out = OpProbe("roi_align", attrs, Dialect::Nervure).run(in);
        QVERIFY(bool(out));
        QCOMPARE(out->at(0).data, (std::vector<float>{3, 5}));
    }

    void regionsOutsideGiveNothing()
    {
        std::vector<FloatTensor> in{counted({1, 1, 4, 4}), {{1, 5}, {7, 0, 0, 3, 3}}};
        const AttrDict attrs{{"pooled_size", "(1, 1)"}, {"spatial_scale", "1"}};
        QCOMPARE(OpProbe("roi_align", attrs, Dialect::Nervure).firstOutput(in),
                 std::vector<float>{0});
        QCOMPARE(OpProbe("roi_pool", attrs, Dialect::Nervure).firstOutput(in),
                 std::vector<float>{0});
        in[1].data = {0, 0, 0, 1e30F, 3};
        const auto huge = OpProbe("roi_align", attrs, Dialect::Nervure).run(in);
        QVERIFY(!huge);
        QCOMPARE(huge.error().code, std::string("region-invalid"));
    }
};

NERVURE_TEST(TstRoi)
#include "tst_roi.moc"
