// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/missing_sizes_row.h"

#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"

#include <QLineEdit>
#include <QSpinBox>

using namespace nervure;
using namespace nervure::tests;

/// The row that asks for the sizes that a run lacks.
class TstMissingSizesRow : public QObject, private RunPanelSteps {
    Q_OBJECT

private Q_SLOTS:
    void dimensionsAndShapesAreAskedForByName()
    {
        QWidget window;
        MissingSizesRow row(&window);
        using Sizes = std::vector<std::pair<QString, Shape>>;
        Sizes given;
        connect(&row, &MissingSizesRow::given, &row, [&given](const Sizes &s) { given = s; });
        row.setMissing({});
        QVERIFY(row.isHidden());
        row.setMissing({{"batch"}, {"x", true, {unknownSize, 3}}});
        QVERIFY(!row.isHidden());
        auto *batch = row.findChild<QSpinBox *>(QStringLiteral("size-batch"));
        auto *shape = row.findChild<QLineEdit *>(QStringLiteral("size-x"));
        QVERIFY(batch != nullptr && shape != nullptr);
        QCOMPARE(batch->value(), 1);
        QCOMPARE(shape->text(), QStringLiteral("1,3"));
        batch->setValue(4);
        row.setMissing({{"batch"}, {"x", true, {unknownSize, 3}}}); // keeps what was typed
        QCOMPARE(batch->value(), 4);
        shape->setText(QStringLiteral("two"));
        QTest::mouseClick(row.findChild<QPushButton *>(QStringLiteral("run-with-sizes")),
                          Qt::LeftButton);
        QVERIFY(given.empty());
        shape->setText(QStringLiteral("2,3"));
        QTest::mouseClick(row.findChild<QPushButton *>(QStringLiteral("run-with-sizes")),
                          Qt::LeftButton);
        QCOMPARE(given, (Sizes{{QStringLiteral("batch"), {4}}, {QStringLiteral("x"), {2, 3}}}));
    }

    void theRunGoesOnWithThem()
    {
        PanelFixture window;
        QVERIFY(open(window, "open"));
        InputFacts facts = window.document.inputFacts();
        facts.shapes["data"] = {unknownSize, 3, 8, 8};
        window.document.setInputFacts(facts);
        clickRun(window);
        auto *row = window.child<MissingSizesRow>("run-missing");
        QTRY_VERIFY(row->isVisible());
        QVERIFY(window.profiles.failure().isEmpty());
        QCOMPARE(window.child<QLineEdit>("size-data")->text(), QStringLiteral("1,3,8,8"));
        QTest::mouseClick(window.child<QPushButton>("run-with-sizes"), Qt::LeftButton);
        QTRY_VERIFY(window.document.profile() != nullptr);
        QTRY_VERIFY(!row->isVisible());
        QCOMPARE(window.document.inputFacts().shapes.at("data"), (Shape{1, 3, 8, 8}));
    }
};

NERVURE_GUI_TEST(TstMissingSizesRow)
#include "tst_missing_sizes_row.moc"
