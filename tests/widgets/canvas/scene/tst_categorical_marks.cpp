// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/categorical_marks.h"

#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/canvas/scene/heat_map.h"

using namespace nervure;
using nervure::tests::PanelFixture;

class TstCategoricalMarks : public QObject {
    Q_OBJECT

private:
    /// Gives the stage one analysis by node id of the snapshot.
    template <Over over>
    static void give(PanelFixture &window, Key<std::vector<std::int64_t>, over> key,
                     std::vector<std::int64_t> values)
    {
        PassStep step;
        step.name = QStringLiteral("Test");
        step.index = window.snapshot();
        step.analyses.set(key, std::move(values), *step.index);
        window.document.setPassOutcome({window.document.revision(), {std::move(step)}});
    }

private Q_SLOTS:
    void withoutDataThereIsAHint()
    {
        PanelFixture window;
        window.openNet();
        const auto hintOf = [&](auto add) {
            CanvasMarks marks;
            add(marks);
            return marks.classes.empty() && !marks.scale ? marks.hint : QString();
        };
        QVERIFY(!hintOf([&](CanvasMarks &m) { addDeviceMarks(m, window.document); }).isEmpty());
        QVERIFY(!hintOf([&](CanvasMarks &m) { addGroupMarks(m, window.document); }).isEmpty());
        QVERIFY(!hintOf([&](CanvasMarks &m) {
                     addProvenanceMarks(m, window.document, false);
                 }).isEmpty());
        QVERIFY(!hintOf([&](CanvasMarks &m) { addRuleMarks(m, window.colors, {}); }).isEmpty());
        QVERIFY(!hintOf([&](CanvasMarks &m) {
                     addAttachmentMarks(m, window.document, window.colors);
                 }).isEmpty());
        QVERIFY(!hintOf([&](CanvasMarks &m) { addTimeMarks(m, window.document); }).isEmpty());
    }

    void devicesHaveNumbersAndColors()
    {
        PanelFixture window;
        window.openNet();
        std::vector<std::int64_t> devices(window.snapshot()->nodeCount(), 1);
        devices.front() = 2;
        give(window, keys::device, devices);
        CanvasMarks marks;
        addDeviceMarks(marks, window.document);
        QCOMPARE(marks.classes.size(), std::size_t(2));
        QCOMPARE(marks.classes[0].sign, QStringLiteral("1"));
        QCOMPARE(marks.classes[1].count, 1);
        QVERIFY(!(marks.classes[0].color == marks.classes[1].color));
    }

    void groupsOfOneAreNoGroups()
    {
        PanelFixture window;
        window.openNet();
        const auto index = window.snapshot();
        std::vector<std::int64_t> roots(index->nodeCount());
        for (std::size_t i = 0; i < roots.size(); ++i) {
            roots[i] = static_cast<std::int64_t>(i);
        }
        roots[*index->find(window.node("conv0"))] =
            static_cast<std::int64_t>(*index->find(window.node("relu0")));
        give(window, keys::fusedGroup, roots);
        CanvasMarks marks;
        addGroupMarks(marks, window.document);
        QCOMPARE(marks.classes.size(), std::size_t(1));
        QCOMPARE(marks.classes[0].text, QStringLiteral("relu0"));
        QVERIFY(marks.find(window.node("conv0"))->colorClass == 0U);
        QVERIFY(marks.find(window.node("fc0")) == nullptr);
    }

    void theFirstRuleThatFitsColors()
    {
        PanelFixture window;
        window.openNet();
        window.colors.addRule(QStringLiteral("op:conv2d"));
        window.colors.addRule(QStringLiteral("is:operator"));
        const NodeId conv = window.node("conv0");
        CanvasMarks marks;
        addRuleMarks(marks, window.colors, {{conv}, {conv, window.node("relu0")}});
        QCOMPARE(marks.classes.size(), std::size_t(2));
        QVERIFY(marks.find(conv)->colorClass == 0U);
        QCOMPARE(marks.classes[1].count, 1);
        QCOMPARE(marks.classes[1].sign, QStringLiteral("B"));
    }

    void amountsCanBeLogarithmic()
    {
        PanelFixture window;
        window.openNet();
        const HeatMapValues amounts{{window.node("conv0"), 1},
                                    {window.node("relu0"), 10},
                                    {window.node("fc0"), 100},
                                    {window.node("flatten0"), 0}};
        const auto format = [](double value) { return QString::number(value); };
        CanvasMarks marks;
        addHeatMap(marks, amounts, {QStringLiteral("x"), format, true}, window.document.graph());
        QVERIFY(marks.scale->isLogarithmic);
        QCOMPARE(*marks.find(window.node("relu0"))->heat, 0.5);
        QCOMPARE(*marks.find(window.node("flatten0"))->heat, 0.0);
        QCOMPARE(marks.scale->low, QStringLiteral("1"));
        CanvasMarks linear;
        addHeatMap(linear, amounts, {QStringLiteral("x"), format, false}, window.document.graph());
        QCOMPARE(*linear.find(window.node("relu0"))->heat, 0.1);
        QVERIFY(!linear.scale->hasMissing);
    }
};

NERVURE_GUI_TEST(TstCategoricalMarks)
#include "tst_categorical_marks.moc"
