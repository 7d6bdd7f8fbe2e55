// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/darknet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstDkElements : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void activations_data();
    void activations();
    void channelsShareASum();
    void softmaxIsOfGroups();
    void trainingPassesValuesOn();
    void sizesThatAreUnknownOr0();
};

using Floats = std::vector<float>;

namespace {

float activated(const char *name, float x)
{
    const Floats found =
        darknetValues({1, 1, 1, 1}, std::string("[activation]\nactivation=") + name + '\n', {x});
    return found.empty() ? NAN : found[0];
}

} // namespace

/// As Darknet's activations.h has them.
void TstDkElements::activations_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<float>("x");
    QTest::addColumn<float>("y");
    const auto add = [](const char *name, float x, float y) {
        QTest::addRow("%s of %g", name, double(x)) << QByteArray(name) << x << y;
    };
    for (const float x : {-5.5F, -1.5F, -0.5F, 0.25F, 1.5F, 2.5F, 5.0F}) {
        const int n = static_cast<int>(std::floor(x));
        const float stairs = std::floor(x / 2) + (n % 2 == 0 ? 0 : x - static_cast<float>(n));
        add("linear", x, x);
        add("logistic", x, 1 / (1 + std::exp(-x)));
        add("loggy", x, 2 / (1 + std::exp(-x)) - 1);
        add("relu", x, x > 0 ? x : 0);
        add("elu", x, x >= 0 ? x : std::exp(x) - 1);
        add("selu", x, x >= 0 ? 1.0507F * x : 1.0507F * 1.6732F * (std::exp(x) - 1));
        add("relie", x, x > 0 ? x : 0.01F * x);
        add("ramp", x, (x > 0 ? x : 0) + 0.1F * x);
        add("leaky", x, x > 0 ? x : 0.1F * x);
        add("revleaky", x, x > 0 ? x : 0.1F * x);
        add("relu6", x, std::min(std::max(x, 0.0F), 6.0F));
        add("hard_mish", x, x > 0 ? x : x > -2 ? x * x / 2 + x : 0);
        add("gelu", x, 0.5F * x * (1 + std::tanh(0.797885F * x + 0.035677F * x * x * x)));
        add("unheard_of", x, x > 0 ? x : 0);
        add("tanh", x, std::tanh(x));
        add("plse", x, x < -4 ? 0.01F * (x + 4) : x > 4 ? 0.01F * (x - 4) + 1 : 0.125F * x + 0.5F);
        add("stair", x, stairs);
        add("hardtan", x, std::min(std::max(x, -1.0F), 1.0F));
        add("lhtan", x, x < 0 ? 0.001F * x : x > 1 ? 0.001F * (x - 1) + 1 : x);
        add("mish", x, x * std::tanh(std::log1p(std::exp(x))));
        add("swish", x, x / (1 + std::exp(-x)));
    }
}

void TstDkElements::activations()
{
    QFETCH(QByteArray, name);
    QFETCH(float, x);
    QFETCH(float, y);
    const float found = activated(name.constData(), x);
    QVERIFY2(std::abs(found - y) <= 1e-5F, QByteArray::number(double(found)));
}

/// To which the fork adds 1e-4.
void TstDkElements::channelsShareASum()
{
    const auto shares = [](const char *name) {
        return darknetValues({1, 2, 1, 1}, std::string("[activation]\nactivation=") + name + '\n',
                             {1, 3});
    };
    const auto isNear = [](const Floats &found, float a, float b) {
        return found.size() == 2 && std::abs(found[0] - a) < 1e-6F
               && std::abs(found[1] - b) < 1e-6F;
    };
    QVERIFY(isNear(shares("normalize_channels"), 1 / 4.0001F, 3 / 4.0001F));
    const float sum = std::exp(1.0F) + std::exp(3.0F) + 1e-4F;
    QVERIFY(
        isNear(shares("normalize_channels_softmax"), std::exp(1.0F) / sum, std::exp(3.0F) / sum));
    const float shifted = std::exp(-2.0F) + 1 + 1e-4F;
    QVERIFY(isNear(shares("normalize_channels_softmax_maxval"), std::exp(-2.0F) / shifted,
                   1 / shifted));
}

void TstDkElements::softmaxIsOfGroups()
{
    const Floats whole = darknetValues({1, 2}, "[softmax]\n", {0, 0});
    QCOMPARE(whole, (Floats{0.5F, 0.5F}));
    QCOMPARE(darknetValues({1, 2}, "[softmax]\ngroups=2\n", {3, 4}), (Floats{1, 1}));
    const Floats cool =
        darknetValues({1, 2}, "[softmax]\ntemperature=2\n", {0, 2 * std::log(3.0F)});
    QCOMPARE(cool.size(), std::size_t{2});
    QVERIFY(std::abs(cool[1] - 0.75F) < 1e-5F);
    QVERIFY(darknetFault({1, 3}, "[softmax]\ngroups=2\n")
                .find("3 numbers, expected a multiple of groups 2")
            != std::string::npos);
}

void TstDkElements::sizesThatAreUnknownOr0()
{
    QCOMPARE(darknetRule("softmax", {{"groups", "2"}}, {{1, unknownSize, 1, 1}}),
             (Shapes{{1, unknownSize}}));
    QCOMPARE(darknetRule("softmax", {{"groups", "2"}}, {{1, 4, 0, 1}}), (Shapes{{1, 0}}));
    QVERIFY(darknetRule("softmax", {}, {Shape::scalar()}).empty());
}

void TstDkElements::trainingPassesValuesOn()
{
    QCOMPARE(darknetValues({1, 2}, "[dropout]\nprobability=.9\n[cost]\ntype=sse\n", {3, 4}),
             (Floats{3, 4}));
    QCOMPARE(darknetValues({1, 1}, "[logistic]\n", {0}), (Floats{0.5F}));
}

NERVURE_TEST(TstDkElements)
#include "tst_dk_elements.moc"
