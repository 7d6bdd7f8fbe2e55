// SPDX-License-Identifier: Apache-2.0
#include "core/proof/verdict.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstVerdict : public QObject {
    Q_OBJECT

private:
    static ValueComparison values(double error, bool isOutput = true)
    {
        ComparedValue value;
        value.tolerance = 1e-4;
        value.error.relative = error;
        ComparedValue output = value;
        output.result = 0;
        output.error.relative = isOutput ? error : 0;
        ValueComparison comparison;
        comparison.values = {value, output};
        comparison.resultsBefore = comparison.resultsAfter = 1;
        return comparison;
    }
    static GraphDifference changed()
    {
        GraphDifference difference;
        difference.nodes.push_back({ChangeMark::Changed, NodeId{1}, {}, {}});
        return difference;
    }

private Q_SLOTS:
    void eachNameIsReadAgain()
    {
        for (const auto verdict :
             {ProofVerdict::Identical, ProofVerdict::Equal, ProofVerdict::Joined,
              ProofVerdict::Different, ProofVerdict::Broken, ProofVerdict::NotRun,
              ProofVerdict::NotAsked}) {
            QCOMPARE(verdictOfName(verdictName(verdict)).value(), verdict);
        }
        QVERIFY(!verdictOfName("unread"));
    }

    void withoutEvidenceNothingIsRun() { QCOMPARE(verdictOf({}), ProofVerdict::NotRun); }

    void equalGraphsWithEqualWeightsAreIdentical()
    {
        GraphDifference none;
        QCOMPARE(verdictOf({&none}), ProofVerdict::Identical);
        none.uncompared.push_back({NodeId{1}, "the file is gone"});
        QCOMPARE(verdictOf({&none}), ProofVerdict::NotRun);
        QVERIFY(whyNotIdentical(none, Graph()).find("the file is gone") != std::string::npos);
        const ValueComparison equal = values(0);
        QCOMPARE(verdictOf({&none, &equal}), ProofVerdict::Equal);
    }

    void outputsDecideBeforeGraphs()
    {
        const GraphDifference none;
        const GraphDifference other = changed();
        const ValueComparison wrong = values(1);
        const ValueComparison inner = values(1, false);
        const ValueComparison right = values(0);
        QCOMPARE(verdictOf({&none, &wrong}), ProofVerdict::Different);
        QCOMPARE(verdictOf({&none, &right}), ProofVerdict::Identical);
        QCOMPARE(verdictOf({&other, &right}), ProofVerdict::Equal);
        QCOMPARE(verdictOf({&other, &inner}), ProofVerdict::Equal);
    }

    void graphsWithoutOutputsAreNotEqual()
    {
        ValueComparison none = values(0);
        none.values.clear();
        QCOMPARE(verdictOf({nullptr, &none}), ProofVerdict::NotRun);
        none.resultsBefore = none.resultsAfter = 0;
        QCOMPARE(verdictOf({nullptr, &none}), ProofVerdict::NotRun);
    }

    void graphsDecideWhereNothingIsToBeRun()
    {
        const GraphDifference other = changed();
        QCOMPARE(verdictOf({&other}), ProofVerdict::NotRun);
        QCOMPARE(verdictOf({&other, nullptr, false}), ProofVerdict::Different);
    }
};

NERVURE_TEST(TstVerdict)
#include "tst_verdict.moc"
