// SPDX-License-Identifier: Apache-2.0
#include "app/commands/pass_stepper.h"

#include "core/builtins.h"
#include "tests/support/test_class.h"
#include "widgets/document/graph_document.h"

#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>

using namespace nervure;

class TstPassStepper : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutPassesThereIsNothingToStep();
    void newPassesAreShownToTheirEnd();
    void buttonsWalkThroughThePasses();
};

namespace {

PassOutcome twoSteps(const GraphDocument &document)
{
    PassOutcome outcome;
    outcome.revision = document.revision();
    outcome.steps.resize(2);
    outcome.steps[0].name = QStringLiteral("InferShape");
    outcome.steps[1].name = QStringLiteral("PlanMemory");
    return outcome;
}

QToolButton *button(const PassStepper &stepper, const QString &name)
{
    return stepper.findChild<QToolButton *>(name);
}

} // namespace

void TstPassStepper::withoutPassesThereIsNothingToStep()
{
    const Builtins builtins = makeBuiltins();
    GraphDocument document(builtins);
    const PassStepper stepper(document);
    QCOMPARE(stepper.stepCount(), 0);
    QVERIFY(!button(stepper, QStringLiteral("pass-back"))->isEnabled());
    QVERIFY(!button(stepper, QStringLiteral("pass-forward"))->isEnabled());
    QVERIFY(stepper.findChild<QSlider *>()->isHidden());
}

void TstPassStepper::newPassesAreShownToTheirEnd()
{
    const Builtins builtins = makeBuiltins();
    GraphDocument document(builtins);
    const PassStepper stepper(document);
    document.setPassOutcome(twoSteps(document));
    QCOMPARE(stepper.stepCount(), 2);
    QCOMPARE(stepper.step(), 2);
    QCOMPARE(stepper.findChild<QLabel *>(QStringLiteral("pass-name"))->text(),
             QStringLiteral("PlanMemory"));
    QVERIFY(!stepper.findChild<QSlider *>()->isHidden());
}

void TstPassStepper::buttonsWalkThroughThePasses()
{
    const Builtins builtins = makeBuiltins();
    GraphDocument document(builtins);
    PassStepper stepper(document);
    document.setPassOutcome(twoSteps(document));
    stepper.show();
    QSignalSpy stepped(&document, &GraphDocument::analysesChanged);
    QTest::mouseClick(button(stepper, QStringLiteral("pass-back")), Qt::LeftButton);
    QCOMPARE(stepper.step(), 1);
    QTest::mouseClick(button(stepper, QStringLiteral("pass-back")), Qt::LeftButton);
    QCOMPARE(stepper.step(), 0);
    QTest::mouseClick(button(stepper, QStringLiteral("pass-back")), Qt::LeftButton);
    QCOMPARE(stepped.count(), 2);
    QTest::mouseClick(button(stepper, QStringLiteral("pass-forward")), Qt::LeftButton);
    QCOMPARE(stepper.findChild<QLabel *>(QStringLiteral("pass-name"))->text(),
             QStringLiteral("InferShape"));
}

NERVURE_GUI_TEST(TstPassStepper)
#include "tst_pass_stepper.moc"
