// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

std::string deconv(const char *data, const char *weight, const char *bias, const char *autopad,
                   const char *padding)
{
    return oneOp("deconv2d",
                 {{"src", data, "[1]"}, {"weight", weight, "[1]"}, {"bias", bias, "[0]"}},
                 {{"group", "1"},
                  {"size", "[1,1]"},
                  {"stride", "[1,1]"},
                  {"output_dims", "[0,0,0,0]"},
                  {"padding", padding},
                  {"output_padding", "[0,0]"},
                  {"dilation", "[1,1]"},
                  {"autopad", autopad}});
}

} // namespace

class TstLnDeconv2d : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void validCutsNothingOff();
    void wrongOperandsAreErrors();
};

void TstLnDeconv2d::validCutsNothingOff()
{
    const std::string json = deconv("[1,1,2,2]", "[1,1,1,1]", "[1]", "\"VALID\"", "[1,1,1,1]");
    const auto fixed = runLightNet(json, m_builtins);
    QVERIFY2(fixed.error.empty(), fixed.error.c_str());
    QVERIFY(fixed.tensors.at("result").shape() == (Shape{1, 1, 2, 2}));
    // LightNet forgets the padding at the bottom and the right.
    const auto exact = runLightNet(json, m_builtins, Semantics::Exact);
    QVERIFY(exact.tensors.at("result").shape() == (Shape{1, 1, 1, 1}));
}

void TstLnDeconv2d::wrongOperandsAreErrors()
{
    const auto error = [this](const std::string &json, Semantics semantics = Semantics::Fixed) {
        return runLightNet(json, m_builtins, semantics).error;
    };
    const char *padding = "[0,0,0,0]";
    QVERIFY(error(deconv("[1,2,2,2]", "[2,1,1,1]", "[2]", "\"NOTSET\"", padding)).find("bias [2]")
            != std::string::npos);
    QVERIFY(error(deconv("[1,2,2,2]", "[2,1,2,1]", "[1]", "\"NOTSET\"", padding)).find("size is")
            != std::string::npos);
    const std::string channels = deconv("[1,2,2,2]", "[3,1,1,1]", "[1]", "\"NOTSET\"", padding);
    QVERIFY(error(channels).find("expected channels of src") != std::string::npos);
    QVERIFY(error(channels, Semantics::Exact).empty());
}

NERVURE_TEST(TstLnDeconv2d)
#include "tst_ln_deconv2d.moc"
