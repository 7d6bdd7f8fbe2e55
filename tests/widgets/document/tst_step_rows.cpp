// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/step_rows.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// Which steps stand in a row of the list, and which are left out.
class TstStepRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void inferenceThatOnlyRepeatsIsOneRow()
    {
        const std::vector<PassStep> steps{found("InferShape"), found("InferType"), changed("Fold"),
                                          found("InferShape"), found("InferType"), changed("Fuse"),
                                          found("InferShape")};
        QCOMPARE(texts(stepRows(steps, false)), QStringLiteral("0 1 2 3 4-5 6 7"));
    }

    void whatIsFoundForTheFirstTimeStaysAlone()
    {
        std::vector<PassStep> steps{found("InferShape"), found("InferShape"), found("InferType"),
                                    found("InferShape")};
        QCOMPARE(texts(stepRows(steps, false)), QStringLiteral("0 1 2 3 4"));
        steps[3].failed = true;
        steps.push_back(found("InferType"));
        QCOMPARE(texts(stepRows(steps, false)), QStringLiteral("0 1 2 3 4 5"));
    }

    void theFilterLeavesWhatChangedOrFailed()
    {
        std::vector<PassStep> steps{found("InferShape"), changed("Fold"), found("InferShape"),
                                    found("Lost")};
        steps.back().failed = true;
        const std::vector<StepRow> rows = stepRows(steps, true);
        QCOMPARE(texts(rows), QStringLiteral("0 2 4"));
        QCOMPARE(rowOfStep(rows, 1), std::size_t{0}); // the row before it
        QCOMPARE(rowOfStep(rows, 3), std::size_t{1});
        QCOMPARE(rowOfStep(rows, 4), std::size_t{2});
    }

    void anotherShapeIsAChange()
    {
        PassStep step = found("InferShape");
        QVERIFY(!changedSomething(step));
        auto difference = std::make_shared<GraphDifference>();
        difference->found = 3;
        step.difference = difference;
        QVERIFY(!changedSomething(step)); // known now alone
        difference->values.push_back({NodeId{0}, 0, ValueFact::Sizes, "1×2", "1×3"});
        QVERIFY(changedSomething(step));
    }

private:
    static PassStep found(const char *name)
    {
        PassStep step;
        step.name = QString::fromLatin1(name);
        step.provided = {QStringLiteral("shape")};
        return step;
    }
    static PassStep changed(const char *name)
    {
        PassStep step;
        step.name = QString::fromLatin1(name);
        step.changedGraph = true;
        return step;
    }
    static QString texts(const std::vector<StepRow> &rows)
    {
        QStringList texts;
        for (const StepRow &row : rows) {
            texts.append(row.first == row.last
                             ? QString::number(row.last)
                             : QStringLiteral("%1-%2").arg(row.first).arg(row.last));
        }
        return texts.join(u' ');
    }
};

NERVURE_TEST(TstStepRows)
#include "tst_step_rows.moc"
