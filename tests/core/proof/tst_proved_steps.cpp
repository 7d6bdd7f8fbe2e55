// SPDX-License-Identifier: Apache-2.0
#include "core/proof/proved_steps.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstProvedSteps : public QObject {
    Q_OBJECT

private:
    static Bisection proofOf(std::initializer_list<ProofVerdict> verdicts)
    {
        Bisection proof;
        for (const ProofVerdict verdict : verdicts) {
            proof.steps.push_back({"step"});
            proof.steps.back().verdict = verdict;
        }
        return proof;
    }

private Q_SLOTS:
    void oneWordStandsForAllSteps()
    {
        using enum ProofVerdict;
        QCOMPARE(proofWord(proofOf({Identical, Identical})), std::string_view("identical"));
        QCOMPARE(proofWord(proofOf({Identical, Equal})), std::string_view("equal"));
        QCOMPARE(proofWord(proofOf({Joined, Equal})), std::string_view("equal"));
        QCOMPARE(proofWord(proofOf({Equal, NotRun})), std::string_view("incomplete"));
        QCOMPARE(proofWord(proofOf({})), std::string_view("incomplete"));
        Bisection wrong = proofOf({NotRun, Different});
        wrong.found = FirstDifference{1, "fc"};
        QCOMPARE(proofWord(wrong), std::string_view("different"));
    }

    void stepsThatNobodyAskedAboutDoNotCount()
    {
        using enum ProofVerdict;
        const Bisection proof = proofOf({NotAsked, Equal, NotRun});
        QCOMPARE(proof.asked(), std::size_t{2});
        QCOMPARE(proof.decided(), std::size_t{1});
        QCOMPARE(proofWord(proofOf({NotAsked, Equal})), std::string_view("equal"));
    }

    void whatIsAssumedIsListedOnce()
    {
        Bisection proof = proofOf({ProofVerdict::Equal, ProofVerdict::Equal});
        proof.steps[0].assumed = {"Gelu 'g'"};
        proof.steps[1].assumed = {"Gelu 'g'", "Erf 'e'"};
        QCOMPARE(assumedIn(proof), (std::vector<std::string>{"Gelu 'g'", "Erf 'e'"}));
        QVERIFY(!proof.hasUnreadable());
        proof.steps[0].isUnreadable = true;
        QVERIFY(proof.hasUnreadable());
    }
};

NERVURE_TEST(TstProvedSteps)
#include "tst_proved_steps.moc"
