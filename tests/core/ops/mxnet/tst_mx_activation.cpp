// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstMxActivation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void functionsAreMXNets()
    {
        const std::vector<FloatTensor> in{{{4}, {-2, -0.5, 0, 3}}};
        const auto at = [&in](const char *type, std::size_t i) {
            const auto result = MXNetProbe("Activation", {{"act_type", type}}).computed(in);
            return result ? static_cast<double>(result->data[i]) : -1000;
        };
        QCOMPARE(at("softsign", 0), double(-2.0F / 3));
        QVERIFY(std::abs(at("softrelu", 0) - std::log1p(std::exp(-2.0))) < 1e-6);
        QVERIFY(std::abs(at("log_sigmoid", 3) + std::log1p(std::exp(-3.0))) < 1e-6);
        QVERIFY(std::abs(at("mish", 3) - 3 * std::tanh(std::log1p(std::exp(3.0)))) < 1e-5);
    }

    void slopesBelowZero()
    {
        const std::vector<FloatTensor> in{{{3}, {-2, 0, 3}}};
        const auto of = [&in](const AttrDict &attrs) {
            const auto result = MXNetProbe("LeakyReLU", attrs).computed(in);
            return result ? result->data : std::vector<float>{};
        };
        QCOMPARE(of({}), (std::vector<float>{-0.5, 0, 3}));
        QCOMPARE(of({{"act_type", "rrelu"}, {"lower_bound", "0"}, {"upper_bound", "1"}}),
                 (std::vector<float>{-1, 0, 3}));
        const std::vector<float> elu = of({{"act_type", "elu"}, {"slope", "2"}});
        QVERIFY(std::abs(static_cast<double>(elu.at(0)) - 2 * std::expm1(-2.0)) < 1e-6);
    }

    void slopesOfChannelsAreFound()
    {
        Shapes in{{2, 3, 4}, {}};
        const MXNetProbe prelu("LeakyReLU", {{"act_type", "prelu"}});
        QCOMPARE(*prelu.infer(in, {{}}), (Shapes{{2, 3, 4}}));
        QCOMPARE(in[1], (Shape{3}));
        const auto result = prelu.computed({{{1, 2, 1}, {-1, -1}}, {{2}, {0.5, 0.25}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{-0.5, -0.25}));
    }

    void unknownFunctionsAreRefused()
    {
        const MXNetProbe swish("Activation", {{"act_type", "swish"}});
        QCOMPARE(swish.diagnostics.size(), std::size_t{1});
        QCOMPARE(swish.diagnostics[0].code, std::string("attr-invalid"));
    }
};

NERVURE_TEST(TstMxActivation)
#include "tst_mx_activation.moc"
