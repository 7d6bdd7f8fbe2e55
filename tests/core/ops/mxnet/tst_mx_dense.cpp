// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxDense : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void batchFlowsBack()
    {
        const MXNetProbe dense("FullyConnected", {{"num_hidden", "4"}});
        Shapes in{{unknownSize, 3, 2}, {}, {}};
        QCOMPARE(*dense.infer(in, {{5, unknownSize}}), (Shapes{{5, 4}}));
        QCOMPARE(in, (Shapes{{5, 3, 2}, {4, 6}, {4}}));
    }

    void scalarsAreRefused()
    {
        const MXNetProbe dense("FullyConnected", {{"num_hidden", "4"}});
        QVERIFY(dense.outputsFor({Shape::scalar(), {}, {}}).empty());
    }

    void lastDimensionAlone()
    {
        const MXNetProbe dense("FullyConnected",
                               {{"num_hidden", "1"}, {"flatten", "False"}, {"no_bias", "True"}});
        const auto result = dense.computed({counted({1, 2, 2}), {{1, 2}, {1, 10}}});
        QVERIFY(bool(result));
        QCOMPARE(result->shape, (Shape{1, 2, 1}));
        QCOMPARE(result->data, (std::vector<float>{21, 43}));
    }

    void unitsAreRequired()
    {
        const MXNetProbe dense("FullyConnected");
        QCOMPARE(dense.diagnostics.size(), std::size_t{1});
    }
};

NERVURE_TEST(TstMxDense)
#include "tst_mx_dense.moc"
