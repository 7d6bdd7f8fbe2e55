// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstMxDetection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anchorsAreNnvms()
    {
        QCOMPARE(MXNetProbe("_contrib_MultiBoxPrior").lowersTo({{1, 3, 2, 2}}),
                 std::string("multibox_prior"));
        const auto boxes = MXNetProbe("_contrib_MultiBoxPrior").computed({counted({1, 1, 1, 1})});
        QVERIFY(bool(boxes));
        QCOMPARE(boxes->data, (std::vector<float>{0, 0, 1, 1}));
    }

    /// MXNet gives all sizes the first ratio.
    void theFirstRatioCounts()
    {
        const MXNetProbe probe("_contrib_MultiBoxPrior",
                               {{"sizes", "(1, 0.5)"}, {"ratios", "(4, 1)"}});
        const auto boxes = probe.computed({counted({1, 1, 1, 1})});
        QVERIFY(bool(boxes));
        QCOMPARE(boxes->shape, (Shape{1, 3, 4}));
        QCOMPARE(boxes->data, (std::vector<float>{-0.5F, 0.25F, 1.5F, 0.75F, //
                                                  0, 0.375F, 1, 0.625F,      //
                                                  0, 0, 1, 1}));
    }

    void rowsBehindTheBestLoseTheirClassAlone()
    {
        // Three anchors that hold class 0 with rising scores, nowhere over each other.
        const MXNetProbe probe("_contrib_MultiBoxDetection", {{"nms_topk", "1"}, {"clip", "0"}});
        const auto rows = probe.computed({{{1, 2, 3}, {0, 0, 0, 0.2F, 0.4F, 0.6F}},
                                          {{1, 12}, std::vector<float>(12, 0)},
                                          {{1, 3, 4}, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}}});
        QVERIFY2(bool(rows), rows ? "" : rows.error().message.c_str());
        QCOMPARE(rows->data, (std::vector<float>{0, 0.6F, 4, 4, 5, 5,  //
                                                 -1, 0.4F, 2, 2, 3, 3, //
                                                 -1, 0.6F, 4, 4, 5, 5}));
        QCOMPARE(MXNetProbe("_contrib_MultiBoxDetection", {{"nms_threshold", "0"}})
                     .lowersTo({{1, 2, 3}, {1, 12}, {1, 3, 4}}),
                 std::string("multibox_transform_loc"));
    }

    /// What MXNet 1.9.1 gave for these numbers.
    void boxesAreDecodedAsInMXNet_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("clip");
        QTest::addColumn<QList<double>>("boxes");
        QTest::newRow("center") << QStringLiteral("center") << QStringLiteral("-1")
                                << QList<double>{0.18087076, -0.06263649, 0.57874924, 0.58535647,
                                                 0.51194274, 0.2655637,   1.39765728, 1.01493633};
        QTest::newRow("corner") << QStringLiteral("corner") << QStringLiteral("0.01")
                                << QList<double>{0.32391798, 0.36351252, 0.40472198, 0.85984755,
                                                 0.98160511, 0.67435467, 0.90287489, 0.83304536};
    }
    void boxesAreDecodedAsInMXNet()
    {
        QFETCH(QString, format);
        QFETCH(QString, clip);
        QFETCH(QList<double>, boxes);
        const MXNetProbe probe("_contrib_box_decode", {{"std0", "0.1"},
                                                       {"std1", "0.1"},
                                                       {"std2", "0.2"},
                                                       {"std3", "0.2"},
                                                       {"clip", clip.toStdString()},
                                                       {"format", format.toStdString()}});
        const auto found = probe.computed(
            {{{1, 2, 4}, {1.79F, 0.44F, 0.1F, -1.86F, -0.28F, -0.35F, -0.08F, -0.63F}},
             {{1, 2, 4}, {0.31F, 0.22F, 0.39F, 0.94F, 0.98F, 0.67F, 0.9F, 0.85F}}});
        QVERIFY2(bool(found), found ? "" : found.error().message.c_str());
        QCOMPARE(found->shape, (Shape{1, 2, 4}));
        for (qsizetype i = 0; i < boxes.size(); ++i) {
            QVERIFY2(std::abs(found->data[static_cast<std::size_t>(i)] - boxes[i]) < 1e-6,
                     qPrintable(QString::number(i)));
        }
    }

    void othersAreOurOwn()
    {
        QCOMPARE(MXNetProbe("_contrib_box_nms").lowersTo({{2, 8, 6}}), std::string("box_nms"));
        QCOMPARE(MXNetProbe("_contrib_MultiBoxTarget").lowersTo({{1, 3, 4}, {1, 2, 5}, {1, 2, 3}}),
                 std::string("multibox_target"));
        const AttrDict attrs{{"pooled_size", "(2, 2)"}, {"spatial_scale", "0.5"}};
        QCOMPARE(MXNetProbe("ROIPooling", attrs).lowersTo({{1, 3, 8, 8}, {4, 5}}),
                 std::string("roi_pool"));
        QCOMPARE(MXNetProbe("_contrib_ROIAlign", attrs).lowersTo({{1, 3, 8, 8}, {4, 5}}),
                 std::string("roi_align"));
    }

    void wrongAttributesAreRefused()
    {
        QVERIFY(MXNetProbe("_contrib_MultiBoxPrior", {{"steps", "(1, -1)"}})
                    .outputsFor({{1, 3, 2, 2}})
                    .empty());
        const MXNetProbe roi("ROIPooling", {{"pooled_size", "(2, 2)"}, {"spatial_scale", "2"}});
        QVERIFY(!roi.diagnostics.empty());
    }
};

NERVURE_TEST(TstMxDetection)
#include "tst_mx_detection.moc"
