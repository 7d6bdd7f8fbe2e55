// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/proof_model.h"

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
        proof.steps = {step("InferShape", ProofVerdict::Unchanged),
                       step("Wrong", ProofVerdict::Differs)};
        QCOMPARE(proofSummary(proof), QStringLiteral("No step changes a value."));
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
        proof.steps = {step("Wrong", ProofVerdict::Differs)};
        proof.steps[0].compared = 2;
        proof.steps[0].worst.relative = 0.25;
        proof.steps[0].values = {value("a", 0), value("b", 0.25)};
        proof.found = FirstDifference{0, "b", proof.steps[0].values[1]};
        proof.found->value->place = proof.steps[0].values[1].place = 1;
        ProofStepModel steps;
        steps.setProof(proof, 4);
        QCOMPARE(cell(steps, 0, ProofStepModel::Number), QStringLiteral("4"));
        QCOMPARE(cell(steps, 0, ProofStepModel::Verdict), QStringLiteral("differs first"));
        QCOMPARE(cell(steps, 0, ProofStepModel::Relative), QStringLiteral("0.25"));
        ProvedValueModel values;
        values.setValues(proof, 0, PassStep());
        QCOMPARE(values.rowCount(), 2);
        QCOMPARE(cell(values, 0, ProvedValueModel::Verdict), QStringLiteral("same"));
        QCOMPARE(cell(values, 1, ProvedValueModel::Verdict), QStringLiteral("differs first"));
        // What the step makes good is no fault.
        proof.steps[0].verdict = ProofVerdict::Same;
        proof.found.reset();
        values.setValues(proof, 0, PassStep());
        QCOMPARE(cell(values, 1, ProvedValueModel::Verdict), QStringLiteral("made good behind"));
    }
};

NERVURE_TEST(TstProofModel)
#include "tst_proof_model.moc"
