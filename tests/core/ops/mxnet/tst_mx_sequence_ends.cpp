// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxSequenceEnds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lastSteps()
    {
        const auto result = MXNetProbe("SequenceLast", {{"use_sequence_length", "True"}})
                                .computed({counted({3, 2}), {{2}, {2, 3}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{3, 6}));
        QCOMPARE(MXNetProbe("SequenceLast", {{"axis", "1"}}).outputsFor({{3, 4, 2}}),
                 (Shapes{{3, 2}}));
    }

    void fromTheEnd()
    {
        const auto result = MXNetProbe("SequenceReverse", {{"use_sequence_length", "True"}})
                                .computed({counted({3, 2}), {{2}, {2, 3}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{3, 6, 1, 4, 5, 2}));
        const auto whole = MXNetProbe("SequenceReverse").computed({counted({3, 2})});
        QVERIFY(whole);
        QCOMPARE(whole->data, (std::vector<float>{5, 6, 3, 4, 1, 2}));
    }

    void lengthsHaveOneForEachSequence()
    {
        Shapes in{{4, 3, 2}, {}};
        QVERIFY(MXNetProbe("SequenceReverse", {{"use_sequence_length", "True"}}).infer(in));
        QCOMPARE(in[1], (Shape{3}));
        QVERIFY(MXNetProbe("SequenceLast").outputsFor({{4}}).empty());
    }
};

NERVURE_TEST(TstMxSequenceEnds)
#include "tst_mx_sequence_ends.moc"
