// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstCast : public QObject {
    Q_OBJECT

private:
    static OpProbe castTo(const char *type) { return OpProbe("cast", {{"dtype", type}}); }

private Q_SLOTS:
    void fractionsAreCut()
    {
        QCOMPARE(computed<std::int32_t>(castTo("int32"),
                                        Elements<float>{{4}, {1.9F, -1.9F, 0.5F, -0.0F}}),
                 (std::vector<std::int32_t>{1, -1, 0, 0}));
    }

    void whatDoesNotFitBecomesTheLeastRegister()
    {
        QCOMPARE(computed<std::int32_t>(castTo("int32"), Elements<float>{{3}, {NAN, 3e9F, -3e9F}}),
                 (std::vector<std::int32_t>{INT32_MIN, INT32_MIN, INT32_MIN}));
        QCOMPARE(computed<std::int8_t>(castTo("int8"), Elements<float>{{2}, {300, -129}}),
                 (std::vector<std::int8_t>{44, 127}));
        QCOMPARE(computed<std::uint64_t>(castTo("uint64"), Elements<double>{{1}, {0x1.8p63}}),
                 (std::vector<std::uint64_t>{std::uint64_t{3} << 62}));
    }

    void integersWrapAndRound()
    {
        QCOMPARE(computed<std::uint8_t>(castTo("uint8"), Elements<std::int32_t>{{2}, {-1, 257}}),
                 (std::vector<std::uint8_t>{255, 1}));
        QCOMPARE(computed<float>(castTo("float32"), Elements<std::int32_t>{{1}, {16777217}}),
                 (std::vector<float>{16777216}));
        QCOMPARE(float{computed<Half>(castTo("float16"), Elements<float>{{1}, {0.1F}})[0]},
                 0.0999755859375F);
    }

    void theInputsTypeIsNotGuessed()
    {
        const OpProbe op = castTo("float16");
        DTypes in{DType::Unknown};
        DTypes out{DType::Unknown};
        QVERIFY(op.spec()->inferType(op.rule(), in, out).ok());
        QCOMPARE(in[0], DType::Unknown);
        QCOMPARE(out[0], DType::Float16);
        out[0] = DType::Int8;
        NERVURE_VERIFY_ERROR(op.spec()->inferType(op.rule(), in, out), "infer-type",
                             "output 0 is int8, expected float16");
    }

    void theTypeIsRequired()
    {
        NERVURE_VERIFY_ERROR(OpProbe("cast"), "attr-missing",
                             "cast 'n': attribute 'dtype' is missing, the operator requires it");
        NERVURE_VERIFY_ERROR(castTo("bool"), "attr-invalid",
                             "cast 'n': attribute 'dtype' is 'bool', expected an element type");
        NERVURE_VERIFY_ERROR(castTo("0"), "attr-invalid",
                             "cast 'n': attribute 'dtype' is '0', expected an element type such");
    }

    void anyLayoutPasses()
    {
        QCOMPARE(askLayout(castTo("int8"), {"NHWC"}), (LayoutAnswer{{"NHWC"}, {"NHWC"}, {}}));
        QVERIFY(!castTo("int8").spec()->inplace);
    }
};

NERVURE_TEST(TstCast)
#include "tst_cast.moc"
