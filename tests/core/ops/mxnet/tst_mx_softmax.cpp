// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstMxSoftmax : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void temperatureDivides()
    {
        const auto result = MXNetProbe("softmax", {{"temperature", "2"}, {"axis", "0"}})
                                .computed({{{2}, {0, static_cast<float>(2 * std::log(3.0))}}});
        QVERIFY(bool(result));
        QVERIFY(std::abs(result->data[1] - 0.75F) < 1e-6F);
    }

    void instancesAndChannels()
    {
        const std::vector<FloatTensor> in{{{1, 2, 2}, {0, 0, 0, 0}}};
        const auto at = [&in](const char *mode) {
            const auto result = MXNetProbe("SoftmaxActivation", {{"mode", mode}}).computed(in);
            return result ? result->data[0] : -1.0F;
        };
        QCOMPARE(at("instance"), 0.25F);
        QCOMPARE(at("channel"), 0.5F);
    }

    void labelsAreFound()
    {
        Shapes in{{4, 3}, {}};
        QVERIFY(bool(MXNetProbe("SoftmaxOutput").infer(in, {{}})));
        QCOMPARE(in[1], (Shape{4}));
        const MXNetProbe multi("SoftmaxOutput", {{"multi_output", "True"}});
        in = {{4, 3, 5, 6}, {}};
        QVERIFY(bool(multi.infer(in, {{}})));
        QCOMPARE(in[1], (Shape{4, 30}));
        in = {{4, 3, 5, 6}, {4, 5, 6}};
        QVERIFY(bool(multi.infer(in, {{}})));
        in[1] = {4, 7};
        NERVURE_VERIFY_ERROR(multi.infer(in, {{}}), "infer-shape", "input 1 (label)");
        in = {{3}, {1}};
        QVERIFY(bool(MXNetProbe("SoftmaxOutput").infer(in, {{}})));
        in = {Shape::scalar(), {}};
        QVERIFY(!MXNetProbe("SoftmaxOutput").infer(in, {{}}));
    }

    void lengthsAreFound()
    {
        Shapes in{{4, 3, 5}, {}};
        QVERIFY(
            bool(MXNetProbe("softmax", {{"use_length", "True"}, {"axis", "1"}}).infer(in, {{}})));
        QCOMPARE(in[1], (Shape{4, 5}));
    }

    void softmaxOutputOfFourDimensionsIsOfTheLastOne()
    {
        QCOMPARE(MXNetProbe("SoftmaxOutput").lowersTo({{2, 3, 4, 5}, {2, 3, 4}}),
                 std::string("softmax"));
        QCOMPARE(MXNetProbe("SoftmaxOutput").lowersTo({{2, 3, 4}, {2, 3}}),
                 std::string("reshape softmax reshape"));
    }

    void badTemperatureIsRefused()
    {
        Shapes in{{2}};
        const auto out = MXNetProbe("softmax", {{"temperature", "hot"}}).infer(in, {{}});
        QVERIFY(!out);
        QCOMPARE(out.error().code, std::string("attr-invalid"));
    }

    void softmin()
    {
        const auto result = MXNetProbe("softmin").computed({{{2}, {0, 1}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{0.7310586F, 0.26894143F}));
    }
};

NERVURE_TEST(TstMxSoftmax)
#include "tst_mx_softmax.moc"
