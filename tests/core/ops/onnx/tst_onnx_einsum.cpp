// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxEinsum : public QObject {
    Q_OBJECT

    static std::string einsum(const char *equation, const std::vector<std::string> &inputs)
    {
        return OnnxProbe("Einsum", 12, {{"equation", equation}}).outputs(inputs);
    }

private Q_SLOTS:
    void theResultNamesItsDimensions()
    {
        QCOMPARE(einsum("bhsd, bhtd -> bhst",
                        {"float32[batch, 8, seq, 64]", "float32[batch, 8, past, 64]"}),
                 std::string("float32[batch, 8, seq, past]"));
        QCOMPARE(einsum("ij->ji", {"float32[2, n]"}), std::string("float32[n, 2]"));
        QCOMPARE(einsum("i,i->", {"float32[3]", "float32[3]"}), std::string("float32[]"));
        QCOMPARE(einsum("ii->i", {"float32[3, 3]"}), std::string("float32[3]"));
    }

    void lettersThatStandOnceAreTheResult()
    {
        QCOMPARE(einsum("bA,bc", {"float32[5, 3]", "float32[5, 4]"}), std::string("float32[3, 4]"));
        QCOMPARE(einsum("ba", {"float32[2, 3]"}), std::string("float32[3, 2]"));
        QCOMPARE(einsum("...ii", {"float32[n, 3, 3]"}), std::string("float32[n]"));
    }

    void anEllipsisStandsForManyDimensions()
    {
        QCOMPARE(einsum("...ij,...jk->...ik", {"float32[2, 1, 3, 4]", "float32[2, n, 4, 5]"}),
                 std::string("float32[2, n, 3, 5]"));
        QCOMPARE(einsum("...i,...i->...", {"float32[1, 7, 3]", "float32"}),
                 std::string("float32[?, 7]"));
        QCOMPARE(einsum("...i->...", {"float32"}), std::string("float32"));
    }

    void whatDoesNotFitIsSaid()
    {
        QCOMPARE(einsum("ij,jk->ik", {"float32[2, 3]", "float32[4, 5]"}),
                 std::string("error: letter 'j' stands for sizes 3 and 4"));
        QCOMPARE(einsum("ij->i", {"float32[2]"}),
                 std::string("error: operand 0 has 1 dimensions, its term has 2 letters"));
        QCOMPARE(einsum("i,j->ij", {"float32[2]"}),
                 std::string("error: equation has 2 operands, expected 1 as inputs are"));
        QCOMPARE(einsum("i->k", {"float32[2]"}),
                 std::string("error: equation has 'k' in its result, expected each letter of the "
                             "operands at most once"));
        QCOMPARE(einsum("i1->i", {"float32[2]"}),
                 std::string("error: equation has '1', expected letters and one ellipsis"));
    }
};

NERVURE_TEST(TstOnnxEinsum)
#include "tst_onnx_einsum.moc"
