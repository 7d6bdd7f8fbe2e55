// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_manager.h"
#include "tests/app/attribute_typing.h"
#include "tests/support/test_class.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/panel_docks.h"

#include <QLabel>
#include <QToolButton>

using namespace nervure;
using namespace nervure::tests;

/// An edit by hand and what follows from it in the whole window.
class TstLiveConsequences : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAttributeChangesTheShapesDownstream();
    void theListLeadsToTheNodes();
    void aStructuralEditIsFollowedToo();
    void aContradictionLeadsToBothSources();
    void quickEditsEndWithTheLast();
    void lightNetIsFollowedToo();
};

namespace {

Shape shapeOf(const EditingFixture &at, const char *name)
{
    return at.document().factsOf({at.node(name)}).shape;
}

bool isLabeled(const EditingFixture &at, const char *text)
{
    const auto &edges = at.view().scene()->graph().edges;
    return std::any_of(edges.begin(), edges.end(), [text](const DrawnEdge &edge) {
        return edge.label.find(text) != std::string::npos;
    });
}

/// What the window shows is what the passes say of the graph; else which attribute is not.
QString differenceToPasses(const EditingFixture &at)
{
    const GraphDocument &document = at.document();
    const PassRequest passes[] = {{"InferShape"}, {"InferType"}, {"PlanMemory"}};
    PassEnvironment environment{document.builtins().passes, document.builtins().ops,
                                document.inputFacts(), document.semantics()};
    environment.keepsGoing = true;
    const PassRun run = runPasses(document.graph(), passes, environment);
    for (const auto &[name, value] : run.analyses.all()) {
        if (!document.analyses().agreesOn(name, run.analyses)) {
            return QString::fromStdString(name);
        }
    }
    if (document.passSteps().size() != run.steps.size()) {
        return QStringLiteral("steps");
    }
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        const PassStep &shown = document.passSteps()[i];
        if (shown.name.toStdString() != run.steps[i].name || shown.failed == run.steps[i].ok
            || shown.provided.size() != static_cast<qsizetype>(run.steps[i].provided.size())
            || shown.diagnostics.size() != run.steps[i].diagnostics.size()) {
            return shown.name;
        }
    }
    return {};
}

QString followedText(const EditingFixture &at)
{
    const auto *button = find<QToolButton>(at.window, "status-consequences");
    return button->isVisible() ? button->text() : QString();
}

} // namespace

void TstLiveConsequences::anAttributeChangesTheShapesDownstream()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    QVERIFY(typeAttribute(at, QStringLiteral("units"), QStringLiteral("77")));
    QTRY_COMPARE(shapeOf(at, "fc1"), (Shape{1, 77}));
    QCOMPARE(shapeOf(at, "relu1"), (Shape{1, 77}));
    QCOMPARE(shapeOf(at, "fc2_weight"), (Shape{64, 77}));
    QCOMPARE(differenceToPasses(at), QString());
    // fc1, its weight and bias, relu1 and the weight of fc2.
    QVERIFY2(followedText(at).startsWith(u'5'), qPrintable(followedText(at)));
    QTRY_VERIFY_WITH_TIMEOUT(isLabeled(at, "1×77"), WindowFixture::patienceMs);
    at.undo();
    QTRY_COMPARE(shapeOf(at, "relu1"), (Shape{1, 128}));
    QCOMPARE(differenceToPasses(at), QString());
    QVERIFY(followedText(at).startsWith(u'5'));
    QTRY_VERIFY_WITH_TIMEOUT(!isLabeled(at, "1×77"), WindowFixture::patienceMs);
    at.redo();
    QTRY_COMPARE(shapeOf(at, "relu1"), (Shape{1, 77}));
    QCOMPARE(differenceToPasses(at), QString());
    at.undo();
    QCOMPARE(at.save(), at.bytes);
}

void TstLiveConsequences::theListLeadsToTheNodes()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    QVERIFY(typeAttribute(at, QStringLiteral("units"), QStringLiteral("77")));
    QTRY_VERIFY(followedText(at).startsWith(u'5'));
    auto *button = find<QToolButton>(at.window, "status-consequences");
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    const auto *list = find<NodeView>(at.window, "consequence-table");
    QVERIFY(list != nullptr);
    QTRY_VERIFY(list->isVisible());
    QCOMPARE(list->model()->rowCount(), 5);
    const auto rows = list->model()->match(list->model()->index(0, 0), Qt::DisplayRole,
                                           QStringLiteral("relu1"), 1, Qt::MatchStartsWith);
    QVERIFY(!rows.isEmpty());
    QCOMPARE(rows.first().siblingAtColumn(1).data().toString(), QString::fromUtf8("1×128"));
    QCOMPARE(rows.first().siblingAtColumn(2).data().toString(), QString::fromUtf8("1×77"));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualRect(rows.first()).center());
    QCOMPARE(at.window->session().selection.current(), at.node("relu1"));
    QTest::keyClick(list->window(), Qt::Key_Escape);
}

void TstLiveConsequences::aStructuralEditIsFollowedToo()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("relu1");
    at.key(Qt::Key_Delete, Qt::ShiftModifier);
    QTRY_COMPARE(shapeOf(at, "fc2"), (Shape{1, 64}));
    QCOMPARE(differenceToPasses(at), QString());
    at.undo();
    QTRY_COMPARE(shapeOf(at, "relu1"), (Shape{1, 128}));
    QCOMPARE(differenceToPasses(at), QString());
    at.redo();
    QTRY_COMPARE(shapeOf(at, "fc2"), (Shape{1, 64}));
    QCOMPARE(differenceToPasses(at), QString());
    at.undo();
    QCOMPARE(at.save(), at.bytes);
}

void TstLiveConsequences::aContradictionLeadsToBothSources()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc2");
    at.window->session().selection.jumpTo(at.node("fc2_weight"));
    auto *shape = find<QLineEdit>(at.window, "inspector-input-shape");
    QVERIFY(shape != nullptr && shape->isVisible());
    shape->selectAll();
    QTest::keyClicks(shape, QStringLiteral("64x9"));
    QTest::keyClick(shape, Qt::Key_Return);
    const auto said = [&at] {
        for (const Diagnostic &diagnostic : at.document().diagnostics()) {
            if (diagnostic.where.node == "fc2") {
                return QString::fromStdString(diagnostic.message);
            }
        }
        return QString();
    };
    QTRY_VERIFY(!said().isEmpty());
    QCOMPARE(differenceToPasses(at), QString());
    at.window->docks().raise(QStringLiteral("diagnostics"));
    auto *table = find<NodeView>(at.window, "diagnostics-table");
    QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
    const auto rows =
        table->model()->match(table->model()->index(0, 1), Qt::DisplayRole, said(), 1);
    QVERIFY(!rows.isEmpty());
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(rows.first()).center());
    auto *sources = find<QLabel>(at.window, "diagnostics-sources");
    QVERIFY(sources->isVisible());
    QVERIFY2(sources->text().contains(QStringLiteral(">relu1</a>"))
                 && sources->text().contains(QStringLiteral(">fc2_weight</a>")),
             qPrintable(sources->text()));
    QVERIFY2(said().contains(QStringLiteral("[64,9]"))
                 && said().contains(QStringLiteral("[64,128]")),
             qPrintable(said()));
    sources->setFocus();
    QTest::keyClick(sources, Qt::Key_Tab);
    QTest::keyClick(sources, Qt::Key_Return);
    at.undo();
    QTRY_VERIFY(said().isEmpty());
    QTRY_COMPARE(differenceToPasses(at), QString());
}

void TstLiveConsequences::quickEditsEndWithTheLast()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    for (int units = 10; units < 20; ++units) {
        QVERIFY(typeAttribute(at, QStringLiteral("units"), QString::number(units)));
        QTRY_COMPARE(*at.graph().node(at.node("fc1")).attrs.find("units"), std::to_string(units));
    }
    QTRY_COMPARE(shapeOf(at, "relu1"), (Shape{1, 19}));
    QTRY_VERIFY(at.window->session().jobs.jobs().isEmpty());
    QCOMPARE(differenceToPasses(at), QString());
    for (int i = 0; i < 10; ++i) {
        at.undo();
    }
    QTRY_COMPARE(shapeOf(at, "relu1"), (Shape{1, 128}));
    QTRY_VERIFY(at.window->session().jobs.jobs().isEmpty());
    QCOMPARE(differenceToPasses(at), QString());
}

void TstLiveConsequences::lightNetIsFollowedToo()
{
    EditingFixture at(QStringLiteral("lightnet_convnet.json"));
    QVERIFY(at.isReady);
    QCOMPARE(differenceToPasses(at), QString());
    std::string relu;
    for (const NodeId id : at.graph().nodes()) {
        if (at.graph().node(id).op.find("relu") == 0) {
            relu = at.graph().node(id).name;
            break;
        }
    }
    at.click(relu.c_str());
    at.key(Qt::Key_Delete, Qt::ShiftModifier);
    QTRY_VERIFY(!at.document().analyses().all().empty());
    QCOMPARE(differenceToPasses(at), QString());
    at.undo();
    QTRY_VERIFY(shapeOf(at, relu.c_str()).hasRank());
    QCOMPARE(differenceToPasses(at), QString());
}

NERVURE_GUI_TEST(TstLiveConsequences)
#include "tst_live_consequences.moc"
