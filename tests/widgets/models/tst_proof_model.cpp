// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/proof_model.h"
#include "widgets/models/proof_summary.h"

#include "tests/support/test_class.h"

#include <QLocale>
#include <QTest>

#include <cmath>

using namespace nervure;

class TstProofModel : public QObject {
    Q_OBJECT

private:
    static ProvedStep step(const char *name, ProofVerdict verdict)
    {
        ProvedStep result;
        result.name = name;
        result.verdict = verdict;
        return result;
    }
    static ComparedValue value(const char *name, double relative)
    {
        ComparedValue result;
        result.name = name;
        result.beforeName = name;
        result.op = "relu";
        result.tolerance = 1e-4;
        result.error.relative = relative;
        return result;
    }
    static QString cell(const QAbstractItemModel &model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }

private Q_SLOTS:
    void errorsAreReadable()
    {
        QCOMPARE(formatError(INFINITY), QStringLiteral("∞"));
        QCOMPARE(formatError(0), QStringLiteral("0"));
        QCOMPARE(formatError(337884.4), QLocale().toString(337884));
        QVERIFY(formatError(1.3123e-5).startsWith(QStringLiteral("1.31e")));
    }

    void theSummaryNamesTheFirstAndWhatIsNoNumber()
    {
        Bisection proof;
        proof.steps = {step("InferShape", ProofVerdict::Identical),
                       step("Wrong", ProofVerdict::Equal)};
        QCOMPARE(proofSummary(proof),
                 QStringLiteral("No step changes an output: 2 of 2 step(s) compared."));
        proof.steps[1].compared = 1;
        proof.steps[1].assumed = {"Gelu 'g'"};
        proof.invented = {"x"};
        QVERIFY(proofSummary(proof).contains(QStringLiteral("on both sides: Gelu 'g'.")));
        QVERIFY(proofSummary(proof).contains(QStringLiteral("1 variable(s), as x:")));
        proof.steps[0].verdict = ProofVerdict::NotRun;
        QVERIFY(
            proofSummary(proof).startsWith(QStringLiteral("INCOMPLETE: 1 of 2 step(s) compared.")));
        proof.steps[0].verdict = ProofVerdict::Identical;
        proof.steps[1] = step("Wrong", ProofVerdict::Different);
        proof.steps[1].nonFinite = NonFiniteSource{{}, "exp0", {3, 0}};
        QVERIFY(proofSummary(proof).endsWith(
            QStringLiteral("After Wrong, exp0 makes 3 NaN of numbers.")));
        proof.found = FirstDifference{1, "conv0", value("conv0", 0.5), "it says so"};
        const QString summary = proofSummary(proof);
        for (const char *part : {"Wrong is the first step", "conv0", "0.5", "it says so"}) {
            QVERIFY2(summary.contains(QLatin1String(part)), qPrintable(summary));
        }
    }

    void rowsTellVerdictsAndErrors()
    {
        Bisection proof;
        proof.steps = {step("Wrong", ProofVerdict::Different)};
        proof.steps[0].compared = 2;
        proof.steps[0].worst.relative = 0.25;
        proof.steps[0].values = {value("a", 0), value("b", 0.25)};
        proof.found = FirstDifference{0, "b", proof.steps[0].values[1]};
        proof.found->value->place = proof.steps[0].values[1].place = 1;
        proof.steps[0].values[1].isOrigin = true;
        QVERIFY(!proofSummary(proof).contains(QStringLiteral("too")));
        proof.steps[0].values.push_back(value("parallel", 0.5));
        proof.steps[0].values[2].isOrigin = true;
        QVERIFY2(
            proofSummary(proof).contains(QStringLiteral("Differences begin at parallel, too.")),
            qPrintable(proofSummary(proof)));
        ProofStepModel steps;
        proof.steps.push_back(step("Nothing", ProofVerdict::NotRun));
        steps.setProof(proof, [](std::size_t number) { return number == 0 ? 4 : 0; });
        QCOMPARE(cell(steps, 1, ProofStepModel::Number), QStringLiteral("–"));
        QCOMPARE(cell(steps, 1, ProofStepModel::Verdict), QStringLiteral("not run"));
        QCOMPARE(cell(steps, 0, ProofStepModel::Number), QStringLiteral("4"));
        QCOMPARE(cell(steps, 0, ProofStepModel::Verdict), QStringLiteral("different first"));
        QCOMPARE(cell(steps, 0, ProofStepModel::Relative), QStringLiteral("0.25"));
        ProvedValueModel values;
        values.setValues(proof, 0, PassStep());
        QCOMPARE(values.rowCount(), 3);
        QCOMPARE(cell(values, 2, ProvedValueModel::Verdict), QStringLiteral("differs first"));
        QCOMPARE(cell(values, 0, ProvedValueModel::Verdict), QStringLiteral("equal"));
        QCOMPARE(cell(values, 1, ProvedValueModel::Verdict), QStringLiteral("differs first"));
        // What the step makes good is no fault.
        proof.steps[0].verdict = ProofVerdict::Equal;
        proof.found.reset();
        values.setValues(proof, 0, PassStep());
        QCOMPARE(cell(values, 1, ProvedValueModel::Verdict),
                 QStringLiteral("differs, no output does"));
    }

    void comparisonsAreSummedUp()
    {
        ToldComparison same;
        same.values.resultsBefore = same.values.resultsAfter = 1;
        QCOMPARE(comparisonSummary(same, QStringLiteral("b.onnx")),
                 QStringLiteral("b.onnx computes the same."));
        ToldComparison other = same;
        other.values.resultsAfter = 2;
        other.values.values = {value("a", 0), value("b", 0.25)};
        other.values.first = 1;
        other.ownVariables = {"w"};
        other.unmatchedNodes = 3;
        const QString summary = comparisonSummary(other, QStringLiteral("b.onnx"));
        for (const char *part :
             {"the first that differs is b, off by 0.25", "1 outputs here, 2",
              "1 variable(s) have values of their own, as w.", "3 node(s) have no counterpart."}) {
            QVERIFY2(summary.contains(QLatin1String(part)), qPrintable(summary));
        }
        // A value on the way that no output suffers from.
        ToldComparison harmless = same;
        harmless.values.values = {value("b", 0.25)};
        QVERIFY(comparisonSummary(harmless, QStringLiteral("b"))
                    .contains(QStringLiteral("1 node(s) on the way")));
    }
};

NERVURE_TEST(TstProofModel)
#include "tst_proof_model.moc"
