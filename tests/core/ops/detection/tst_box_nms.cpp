// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstBoxNms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bestBoxesStayAndRise()
    {
        // Class, score, box: the second hides the first, the third is elsewhere, the last too bad.
        std::vector<FloatTensor> in{{{4, 6}, {0, 0.5F, 0, 0, 2, 2, 0, 0.9F, 0, 0, 2, 2.1F, //
                                              0, 0.7F, 5, 5, 6, 6, 0, 0.0F, 8, 8, 9, 9}}};
        const auto out = OpProbe("box_nms", {}, Dialect::Nervure).run(in);
        QVERIFY(bool(out));
        QCOMPARE(out->at(0).data,
                 (std::vector<float>{0,  0.9F, 0,  0,  2,  2.1F, 0,  0.7F, 5,  5,  6,  6, //
                                     -1, -1,   -1, -1, -1, -1,   -1, -1,   -1, -1, -1, -1}));
        QCOMPARE(out->at(1).data, (std::vector<float>{1, 2, -1, -1}));
    }

    void classesAndTheBackgroundCount()
    {
        std::vector<FloatTensor> in{
            {{3, 6}, {1, 0.5F, 0, 0, 2, 2, 2, 0.9F, 0, 0, 2, 2, 0, 0.7F, 5, 5, 6, 6}}};
        const auto out =
            OpProbe("box_nms", {{"id_index", "0"}, {"background_id", "0"}}, Dialect::Nervure)
                .run(in);
        QVERIFY(bool(out));
        QCOMPARE(out->at(1).data, (std::vector<float>{1, 0, -1}));
    }

    void boxesChangeTheirForm()
    {
        std::vector<FloatTensor> in{{{1, 6}, {0, 1, 2, 2, 4, 6}}};
        const auto out = OpProbe("box_nms", {{"out_format", "center"}}, Dialect::Nervure).run(in);
        QVERIFY(bool(out));
        QCOMPARE(out->at(0).data, (std::vector<float>{0, 1, 3, 4, 2, 4}));
    }

    void placesThatDoNotFitAreRefused()
    {
        QVERIFY(OpProbe("box_nms", {{"score_index", "3"}}, Dialect::Nervure)
                    .outputsFor({{1, 6}})
                    .empty());
        QVERIFY(OpProbe("box_nms", {}, Dialect::Nervure).outputsFor({{7}}).empty());
    }
};

NERVURE_TEST(TstBoxNms)
#include "tst_box_nms.moc"
