// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxSampler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapes()
    {
        Shapes in{{2, 6}};
        const auto grid =
            MXNetProbe("GridGenerator", {{"transform_type", "affine"}, {"target_shape", "(4, 5)"}})
                .infer(in, {{}, {}});
        QCOMPARE(grid->front(), (Shape{2, 2, 4, 5}));
        in = {{2, 3, 6, 7}, {2, 2, 4, 5}};
        QCOMPARE(MXNetProbe("BilinearSampler").infer(in, {{}, {}})->front(), (Shape{2, 3, 4, 5}));
        in = {{2, 3, 6, 7}, {2, unknownSize}};
        const auto out = MXNetProbe("SpatialTransformer", {{"transform_type", "affine"},
                                                           {"sampler_type", "bilinear"},
                                                           {"target_shape", "(4, 5)"}})
                             .infer(in, {{}, {}, {}});
        QCOMPARE(out->front(), (Shape{2, 3, 4, 5}));
        QCOMPARE(in[1], (Shape{2, 6}));
    }

    void refusedByName()
    {
        const std::string reason =
            MXNetProbe("BilinearSampler").lowersTo({{2, 3, 6, 7}, {2, 2, 4, 5}});
        QVERIFY2(reason.starts_with("BilinearSampler 'op': has no counterpart"), reason.c_str());
    }

    void anAffineGridNeedsSizes()
    {
        Shapes in{{2, 6}};
        const MXNetProbe probe("GridGenerator", {{"transform_type", "affine"}});
        NERVURE_VERIFY_ERROR(probe.infer(in, {{}, {}}), "attr-invalid",
                             "expected a height and a width");
    }
};

NERVURE_TEST(TstMxSampler)
#include "tst_mx_sampler.moc"
