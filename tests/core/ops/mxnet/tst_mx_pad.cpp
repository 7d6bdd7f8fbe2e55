// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxPad : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreAround()
    {
        const auto result = MXNetProbe("Pad", {{"mode", "constant"},
                                               {"pad_width", "(0, 0, 0, 0, 0, 1, 1, 0)"},
                                               {"constant_value", "7"}})
                                .computed({{{1, 1, 1, 2}, {1, 2}}});
        QVERIFY(bool(result));
        QCOMPARE(result->shape, (Shape{1, 1, 2, 3}));
        QCOMPARE(result->data, (std::vector<float>{7, 1, 2, 7, 7, 7}));
    }

    void edgesRepeatAndReflect()
    {
        const auto of = [](const char *mode) {
            const auto result =
                MXNetProbe("Pad", {{"mode", mode}, {"pad_width", "(0, 0, 0, 0, 0, 0, 2, 2)"}})
                    .computed({counted({1, 1, 1, 3})});
            return result ? result->data : std::vector<float>{};
        };
        QCOMPARE(of("edge"), (std::vector<float>{1, 1, 1, 2, 3, 3, 3}));
        QCOMPARE(of("reflect"), (std::vector<float>{3, 2, 1, 2, 3, 2, 1}));
    }

    void channelsAreNotPadded()
    {
        Shapes in{{1, 1, 2, 2}};
        const auto out =
            MXNetProbe("Pad", {{"mode", "edge"}, {"pad_width", "(0, 0, 1, 0, 0, 0, 0, 0)"}})
                .infer(in, {{}});
        QVERIFY(!out);
        QCOMPARE(out.error().code, std::string("infer-shape"));
    }
};

NERVURE_TEST(TstMxPad)
#include "tst_mx_pad.moc"
