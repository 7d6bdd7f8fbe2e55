// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxSequence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stepsBehindTheEndAreMasked()
    {
        const auto result =
            MXNetProbe("SequenceMask", {{"use_sequence_length", "True"}, {"value", "-1"}})
                .computed({{{3, 2}, {1, 2, 3, 4, 5, 6}}, {{2}, {1, 2}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 2, -1, 4, -1, -1}));
    }

    void withoutLengthsNothingIs()
    {
        QCOMPARE(MXNetProbe("SequenceMask").lowersTo({{3, 2}}), std::string("copy"));
    }

    void parametersAndStatesFlowBack()
    {
        Shapes in{{5, 3, 4}, {}, {}, {}};
        const auto out = MXNetProbe("RNN", {{"state_size", "2"},
                                            {"num_layers", "2"},
                                            {"mode", "lstm"},
                                            {"bidirectional", "True"},
                                            {"state_outputs", "True"}})
                             .infer(in);
        QVERIFY(bool(out));
        QCOMPARE(in[1], (Shape{(4 + 2 + 2) * 16 + (4 + 2 + 2) * 16}));
        QCOMPARE(in[2], (Shape{4, 3, 2}));
        QCOMPARE(out->at(0), (Shape{5, 3, 4}));
        QCOMPARE(out->at(2), (Shape{4, 3, 2}));
    }

    void aUnitOfOneNumber()
    {
        const auto result =
            MXNetProbe("RNN", {{"state_size", "1"}, {"num_layers", "1"}, {"mode", "rnn_relu"}})
                .computed({{{2, 1, 1}, {1, 2}}, {{4}, {2, 3, 0.5F, 1}}, {{1, 1, 1}, {1}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{6.5, 25}));
    }

    void sequencesMayEndBeforeTheLastStep()
    {
        const auto result = MXNetProbe("RNN", {{"state_size", "1"},
                                               {"num_layers", "1"},
                                               {"mode", "rnn_relu"},
                                               {"use_sequence_length", "True"}})
                                .computed({{{2, 2, 1}, {1, 1, 2, 2}},
                                           {{4}, {2, 3, 0.5F, 1}},
                                           {{1, 2, 1}, {1, 1}},
                                           {{2}, {2, 1}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{6.5, 6.5, 25, 0}));
    }

    void projectionIsRefused()
    {
        const std::string reason = MXNetProbe("RNN", {{"state_size", "2"},
                                                      {"num_layers", "1"},
                                                      {"mode", "lstm"},
                                                      {"projection_size", "1"}})
                                       .lowersTo({{1, 1, 1}, {34}, {1, 1, 1}, {1, 1, 2}});
        QVERIFY(reason.find("projection_size") != std::string::npos);
    }
};

NERVURE_TEST(TstMxSequence)
#include "tst_mx_sequence.moc"
