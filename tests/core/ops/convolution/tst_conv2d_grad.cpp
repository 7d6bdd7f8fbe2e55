// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/strided_copy.h"
#include "tests/core/ops/finite_difference.h"
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

struct Case {
    const char *name;
    AttrDict attrs;
    Shape data;
    Shape weight;
};

std::vector<Case> cases()
{
    return {
        {"plain", {{"channels", "3"}, {"kernel_size", "(3, 3)"}}, {2, 2, 5, 6}, {3, 2, 3, 3}},
        {"padding and strides",
         {{"channels", "2"},
          {"kernel_size", "(3, 2)"},
          {"strides", "(2, 3)"},
          {"padding", "(2, 1)"}},
         {1, 3, 6, 7},
         {2, 3, 3, 2}},
        {"dilation",
         {{"channels", "2"},
          {"kernel_size", "(2, 3)"},
          {"dilation", "(3, 2)"},
          {"padding", "(1, 2)"}},
         {1, 2, 7, 6},
         {2, 2, 2, 3}},
        {"groups",
         {{"channels", "6"}, {"kernel_size", "(2, 2)"}, {"groups", "2"}, {"use_bias", "False"}},
         {2, 4, 4, 3},
         {6, 2, 2, 2}},
    };
}

} // namespace

class TstConv2dGrad : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resultsHaveTheShapesOfTheOperands()
    {
        Shapes in{{1, 4, 6, 6}, {1, 3, 8, 8}, {4, 3, 3, 3}};
        const AttrDict attrs{{"channels", "4"}, {"kernel_size", "(3, 3)"}};
        const auto out = OpProbe("_conv2d_grad", attrs).infer(in);
        QVERIFY(out.ok());
        QCOMPARE(*out, (Shapes{{1, 3, 8, 8}, {4, 3, 3, 3}, {4}}));
        Shapes unknown{{}, {}, {4, 3, 3, 3}};
        QCOMPARE(*OpProbe("_conv2d_grad", attrs).infer(unknown), (Shapes{{}, {4, 3, 3, 3}, {4}}));
        Shapes given{{}, {1, 3, 8, 8}, {}};
        NERVURE_VERIFY_ERROR(OpProbe("_conv2d_grad", attrs).infer(given, {{1, 3, 8, 9}, {}, {}}),
                             "infer-shape", "output 0 has shape [1,3,8,9], expected [1,3,8,8]");
    }

    void outputsAreNamedAfterTheOperands()
    {
        const OpProbe op("_conv2d_grad",
                         {{"channels", "4"}, {"kernel_size", "(3, 3)"}, {"use_bias", "False"}});
        QCOMPARE(op.spec()->outputNames(op.rule()), (std::vector<std::string>{"data", "weight"}));
        QVERIFY(!op.spec()->rewrites->layout);
        QVERIFY(!op.spec()->pattern);
    }

    void slopesOfConv2dAgree_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const Case &row : cases()) {
            QTest::newRow(row.name) << index++;
        }
    }
    void slopesOfConv2dAgree()
    {
        QFETCH(int, index);
        const Case row = cases()[static_cast<std::size_t>(index)];
        std::vector<FloatTensor> operands{randomFloats(row.data, 1), randomFloats(row.weight, 2)};
        if (row.attrs.find("use_bias") == nullptr) {
            operands.push_back(randomFloats({row.weight[0]}, 3));
        }
        OpProbe conv("conv2d", row.attrs);
        const auto convolved = conv.run(operands);
        QVERIFY(convolved.ok());
        const FloatTensor outGrad = randomFloats((*convolved)[0].shape, 4);
        std::vector<FloatTensor> in{outGrad, operands[0], operands[1]};
        const auto gradients = OpProbe("_conv2d_grad", row.attrs).run(in);
        QVERIFY(gradients.ok());
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const auto f = [&conv](const std::vector<FloatTensor> &x) {
                return conv.firstOutput(x);
            };
            const std::vector<float> slopes = measuredGradient(f, operands, i, outGrad.data, 0.25F);
            const double distance = largestDistance((*gradients)[i].data, slopes);
            QVERIFY2(distance < 1e-4, std::to_string(distance).c_str());
        }
    }

    void channelsLastGivesTheSameNumbers()
    {
        const AttrDict attrs{{"channels", "2"}, {"kernel_size", "(2, 2)"}};
        std::vector<FloatTensor> in{randomFloats({1, 2, 2, 3}, 1), randomFloats({1, 3, 3, 4}, 2),
                                    randomFloats({2, 3, 2, 2}, 3)};
        const auto plain = OpProbe("_conv2d_grad", attrs).run(in);
        QVERIFY(plain.ok());
        const Layout nchw = *Layout::parse("NCHW");
        const Layout nhwc = *Layout::parse("NHWC");
        std::vector<FloatTensor> last = in;
        for (const std::size_t i : {0U, 1U}) {
            last[i] = counted(*nchw.convert(in[i].shape, nhwc));
            QVERIFY(copyToLayout(in[i].view(), nchw, last[i].view(), nhwc).ok());
        }
        AttrDict lastAttrs = attrs;
        lastAttrs.set("layout", "NHWC");
        auto found = OpProbe("_conv2d_grad", lastAttrs).run(last);
        QVERIFY(found.ok());
        FloatTensor back = counted(in[1].shape);
        QVERIFY(copyToLayout((*found)[0].view(), nhwc, back.view(), nchw).ok());
        QCOMPARE(back.data, (*plain)[0].data);
        QCOMPARE((*found)[1].data, (*plain)[1].data);
        QCOMPARE((*found)[2].data, (*plain)[2].data);
    }

    void aGradientOfAnotherSizeIsRefused()
    {
        const AttrDict attrs{{"channels", "2"}, {"kernel_size", "(2, 2)"}};
        std::vector<FloatTensor> in{randomFloats({1, 2, 3, 3}, 1), randomFloats({1, 3, 3, 4}, 2),
                                    randomFloats({2, 3, 2, 2}, 3)};
        NERVURE_VERIFY_ERROR(OpProbe("_conv2d_grad", attrs).run(in), "infer-shape",
                             "input 0 (ograd) is 3 high and 3 wide, expected the size of");
    }
};

NERVURE_TEST(TstConv2dGrad)
#include "tst_conv2d_grad.moc"
