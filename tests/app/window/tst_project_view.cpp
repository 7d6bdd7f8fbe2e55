// SPDX-License-Identifier: Apache-2.0
#include "app/window/project_view.h"

#include "app/actions/action_set.h"
#include "app/commands/navigation.h"
#include "core/engine/run_history.h"
#include "core/formats/project/project_file.h"
#include "core/graph/indexed/graph_fingerprint.h"
#include "core/support/file.h"
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/style/qt_text_measure.h"

#include <QAction>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

/// A project shows the model as it was left.
class TstProjectView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aProjectOpensAsItWasLeft();
    void thePassesRunAgain();
    void thePassesStopAgain();
    void programsWaitForAnAnswer();
    void groupsStayFolded();
    void theLayoutComesFromTheProject_data();
    void theLayoutComesFromTheProject();
    void runsComeBackWithTheProject();
    void savingKeepsWhatNobodyKnows();
    void strangeMembersAreNoHarm_data();
    void strangeMembersAreNoHarm();
};

namespace {

QString saveProject(const EditingFixture &fixture)
{
    const QString path = fixture.app.folder.filePath(QStringLiteral("work.nervure"));
    fixture.window->files().saveProject(path);
    return waitUntilSaved(*fixture.window) && !fixture.document().isDirty() ? path : QString();
}

Project readBack(const QString &path)
{
    return nervure::readProject(nervure::readFile(path.toStdString()).value()).value();
}

/// Where a node is in the picture.
QPointF placeOf(const EditingFixture &fixture, NodeId node)
{
    const CanvasScene &scene = *fixture.view().scene();
    const auto &nodes = scene.graph().nodes;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].node == node) {
            return scene.nodeRect(i).center();
        }
    }
    return {};
}

/// Opens it as the next day: nothing of the first window is left.
MainWindow *openAgain(EditingFixture &fixture, const QString &path)
{
    fixture.window->close();
    fixture.window = fixture.app.open(path);
    if (fixture.window != nullptr) {
        fixture.window->view().setAnimated(false);
        QApplication::setActiveWindow(fixture.window);
        fixture.window->view().setFocus();
    }
    return fixture.window;
}

} // namespace

void TstProjectView::aProjectOpensAsItWasLeft()
{
    EditingFixture fixture(QStringLiteral("squeezenet1.1.json"));
    QVERIFY(fixture.isReady);
    // A window that is larger than the screen would open smaller.
    fixture.window->window()->resize(fixture.window->screen()->availableSize() - QSize(40, 40));
    const auto nodes = fixture.graph().nodes();
    const std::string name = fixture.graph().node(nodes[nodes.size() / 2]).name;
    const std::string last = fixture.graph().node(nodes.back()).name;
    // A deleted node: ids are no places in the file.
    const NodeId gone = *fixture.graph().findByName("relu0");
    fixture.window->session().selection.setNodes({gone});
    fixture.key(Qt::Key_Delete, Qt::ShiftModifier);
    QVERIFY(fixture.waitUntilDrawn());
    fixture.view().centerOn(fixture.node(last.c_str()));
    fixture.window->session().selection.setNodes({fixture.node(last.c_str())});
    fixture.key(Qt::Key_3, Qt::AltModifier);
    fixture.view().centerOn(fixture.node(name.c_str()));
    fixture.window->session().selection.setNodes({fixture.node(name.c_str())});
    fixture.view().setZoom(0.6, {});
    fixture.window->canvas().toggle(CanvasSwitch::Attributes);
    const bool attributes = fixture.window->canvas().isOn(CanvasSwitch::Attributes);
    QVERIFY(fixture.waitUntilDrawn());
    // From the middle, as the docks may leave the canvas another height.
    const auto place = [&fixture](NodeId node) {
        return fixture.view().nodeRectInView(node).center()
               - QRectF(fixture.view().viewport()->rect()).center();
    };
    const QPointF before = place(fixture.node(name.c_str()));
    const QString path = saveProject(fixture);
    QVERIFY(!path.isEmpty());

    QVERIFY(openAgain(fixture, path) != nullptr);
    QVERIFY(!fixture.document().isDirty());
    QVERIFY(!fixture.graph().findByName("relu0"));
    const NodeId node = fixture.node(name.c_str());
    QCOMPARE(fixture.window->session().selection.nodes(), std::vector<NodeId>{node});
    QCOMPARE(fixture.window->canvas().isOn(CanvasSwitch::Attributes), attributes);
    QCOMPARE(fixture.view().zoom(), 0.6);
    const QPointF after = place(node);
    QVERIFY2((after - before).manhattanLength() < 4,
             qPrintable(
                 QStringLiteral("%1 %2").arg(after.x() - before.x()).arg(after.y() - before.y())));
    QVERIFY(fixture.window->navigation().hasBookmark(3));
    QVERIFY(!fixture.window->navigation().hasBookmark(1));
    QTRY_VERIFY(fixture.window->actions().find(QStringLiteral("bookmark-3"))->isVisible());
    fixture.key(Qt::Key_3);
    QCOMPARE(fixture.window->session().selection.nodes(),
             std::vector<NodeId>{fixture.node(last.c_str())});
}

void TstProjectView::thePassesRunAgain()
{
    EditingFixture fixture(QStringLiteral("squeezenet1.1.json"));
    QVERIFY(fixture.isReady);
    const Pipeline pipeline{{{"SimplifyInference", {}}, true},
                            {{"GraphFuse", {{"opt_level", "1"}}}, false},
                            {{"PlanMemory", {{"match_range", "4"}}}, true},
                            {{"exec", {{"command", "anything"}}}, true}};
    QSignalSpy finished(&fixture.window->session().passes, &PassRunner::finished);
    fixture.window->session().passes.setPipeline(pipeline);
    QVERIFY(finished.wait(WindowFixture::patienceMs));
    const QString path = saveProject(fixture);
    QVERIFY(!path.isEmpty());
    const MainWindow *window = openAgain(fixture, path);
    QVERIFY(window);
    QVERIFY(window->session().passes.pipeline() == pipeline);
    // Nothing that starts a program runs because a file was opened.
    QCOMPARE(window->session().passes.askedCommand(), std::optional<std::string>("anything"));
    QTRY_VERIFY_WITH_TIMEOUT(!window->session().passes.isRunning(), WindowFixture::patienceMs);
    QStringList names;
    for (const PassStep &step : window->session().document.passSteps()) {
        names.append(step.name);
    }
    QVERIFY2(names.contains(QStringLiteral("SimplifyInference"))
                 && names.endsWith(QStringLiteral("PlanMemory"))
                 && !names.contains(QStringLiteral("GraphFuse")),
             qPrintable(names.join(u' ')));
}

void TstProjectView::thePassesStopAgain()
{
    EditingFixture fixture(QStringLiteral("squeezenet1.1.json"));
    QVERIFY(fixture.isReady);
    PassRunner &passes = fixture.window->session().passes;
    const PassBreaks breaks{{"vanishes op:dropout", true}, {"slower 0.5", false}};
    passes.setPipeline({{{"InferShape", {}}, true}, {{"Compile", {}}, true}});
    QVERIFY(QTest::qWaitFor([&] { return !passes.isRunning(); }, WindowFixture::patienceMs));
    QSignalSpy stopped(&passes, &PassRunner::stopped);
    passes.setBreaks(breaks);
    QVERIFY(stopped.wait(WindowFixture::patienceMs));
    const QString path = saveProject(fixture);
    QVERIFY(!path.isEmpty());
    const MainWindow *window = openAgain(fixture, path);
    QVERIFY(window);
    const PassRunner &again = window->session().passes;
    QVERIFY(again.breaks() == breaks);
    QTRY_VERIFY_WITH_TIMEOUT(again.hit().has_value(), WindowFixture::patienceMs);
    QCOMPARE(again.hit()->condition, std::string("vanishes op:dropout"));
    QCOMPARE(window->session().document.passSteps().size(), again.hit()->step);
}

/// What was typed here runs; the same from a file only after an answer.
void TstProjectView::programsWaitForAnAnswer()
{
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    const QString mark = fixture.app.folder.filePath(QStringLiteral("ran"));
    const std::string command = "touch '" + mark.toStdString() + "'; cat";
    const auto isIdle = [&fixture] {
        return QTest::qWaitFor([&] { return !fixture.window->session().passes.isRunning(); },
                               WindowFixture::patienceMs);
    };
    fixture.window->session().passes.run(
        {{"InferShape", {}}, {"exec", {{"command", command}}}, {"InferType", {}}});
    QVERIFY(isIdle());
    QVERIFY(QFile::remove(mark));
    const QString path = saveProject(fixture);
    for (const char *answer : {"passes-run-command", "passes-leave-out-command"}) {
        QVERIFY(openAgain(fixture, path) != nullptr);
        const PassRunner &passes = fixture.window->session().passes;
        const auto &steps = fixture.document().passSteps();
        QVERIFY(isIdle());
        QCOMPARE(steps.size(), std::size_t{1});
        QCOMPARE(passes.askedCommand(), std::optional(command));
        fixture.click("fc1");
        fixture.key(Qt::Key_Delete, Qt::ShiftModifier); // an edit is no answer
        QVERIFY(isIdle());
        fixture.undo();
        QVERIFY(isIdle());
        fixture.key(Qt::Key_F7);
        const auto *shown = find<QPlainTextEdit>(fixture.window, "passes-notice-command");
        QTRY_VERIFY(shown && shown->isVisible());
        QCOMPARE(shown->toPlainText().toStdString(), command);
        QVERIFY(!QFile::exists(mark));
        auto *button = find<QPushButton>(fixture.window, answer);
        QTRY_VERIFY(button->isVisible() && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(isIdle());
        QTRY_VERIFY(!shown->isVisible());
        const bool ran = answer == std::string_view("passes-run-command");
        QCOMPARE(QFile::exists(mark), ran);
        QFile::remove(mark);
        const bool isStep = std::any_of(steps.begin(), steps.end(), [](const PassStep &step) {
            return step.name == QStringLiteral("exec");
        });
        QCOMPARE(isStep, ran);
        QVERIFY(steps.size() > 1);
        QVERIFY(!steps.back().failed);
        QCOMPARE(passes.pipeline()[1].isOn, ran);
    }
}

void TstProjectView::groupsStayFolded()
{
    EditingFixture fixture(QStringLiteral("resnet18.json"));
    QVERIFY(fixture.isReady);
    CanvasController *controller = &fixture.window->canvas().controller();
    QSignalSpy drawn(controller, &CanvasController::shown);
    fixture.key(Qt::Key_G, Qt::ControlModifier);
    QVERIFY(drawn.wait(WindowFixture::patienceMs));
    const auto &groups = fixture.view().scene()->graph().groups;
    QVERIFY(!groups.empty());
    controller->toggleGroup(QString::fromStdString(groups.front().key));
    QVERIFY(drawn.wait(WindowFixture::patienceMs));
    const GroupFolding folding = controller->folding();
    QVERIFY(!folding.toggled.empty());
    const auto shownNodes = fixture.view().scene()->nodeCount();
    const QString path = saveProject(fixture);
    QVERIFY(openAgain(fixture, path) != nullptr);
    QCOMPARE(fixture.window->canvas().grouping(), Grouping::Scopes);
    QVERIFY(fixture.window->canvas().controller().folding() == folding);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.view().scene()->nodeCount(), shownNodes,
                              WindowFixture::patienceMs);
}

void TstProjectView::theLayoutComesFromTheProject_data()
{
    QTest::addColumn<bool>("flowsRight");
    QTest::newRow("downwards") << false;
    QTest::newRow("to the right") << true;
}

/// Known by a layout that nobody makes: all is moved aside, in the member alone.
void TstProjectView::theLayoutComesFromTheProject()
{
    QFETCH(bool, flowsRight);
    constexpr double aside = 1000;
    EditingFixture fixture(QStringLiteral("squeezenet1.1.json"));
    QVERIFY(fixture.isReady);
    CanvasController &controller = fixture.window->canvas().controller();
    if (flowsRight) {
        QSignalSpy drawn(&controller, &CanvasController::shown);
        fixture.key(Qt::Key_T, Qt::ControlModifier);
        QVERIFY(drawn.wait(WindowFixture::patienceMs));
    }
    const NodeId node = fixture.node("relu0");
    const QString path = saveProject(fixture);
    QVERIFY(!path.isEmpty());
    Project project = readBack(path);
    const std::string &member = project.members.at("layout.bin");
    QVERIFY(member.size() > 1000 && member.size() < 1'000'000);
    Drawing moved = fixture.view().scene()->drawing();
    for (PlacedNode &placed : moved.layout.nodes) {
        placed.center.x += aside;
    }
    project.members["layout.bin"] = packedLayout(moved, QtTextMeasure());
    QVERIFY(writeFile(path.toStdString(), writeProject(project).value()).ok());
    const double before = placeOf(fixture, node).x();
    const auto isMoved = [&] { return placeOf(fixture, node).x() == before + aside; };
    QVERIFY(openAgain(fixture, path) != nullptr);
    // From the first picture on, before shapes are known, and with them.
    QVERIFY(isMoved());
    QVERIFY(QTest::qWaitFor([&] { return fixture.window->session().jobs.jobs().isEmpty(); },
                            WindowFixture::patienceMs));
    QVERIFY(isMoved());
    // What is changed is laid out.
    fixture.window->session().selection.setNodes({node});
    fixture.key(Qt::Key_Delete, Qt::ShiftModifier);
    QVERIFY(fixture.waitUntilDrawn());
    fixture.undo();
    QVERIFY(fixture.waitUntilDrawn());
    // Damaged, it is as good as none.
    project.members["layout.bin"].resize(500);
    QVERIFY(writeFile(path.toStdString(), writeProject(project).value()).ok());
    QVERIFY(openAgain(fixture, path) != nullptr);
    QCOMPARE(placeOf(fixture, node).x(), before);
}

void TstProjectView::runsComeBackWithTheProject()
{
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    const std::string conv = fixture.graph().node(fixture.graph().nodes().back()).name;
    const auto report = [&](const std::string &hash, double ms) {
        ProfileReport made;
        made.device.name = "cpu-x";
        made.origin.model = hash;
        made.data.wallMs.median = ms;
        LayerProfile layer;
        layer.node = {NodeId{0}, conv};
        layer.nodes = {layer.node};
        layer.ms.median = ms;
        made.data.layers = {layer};
        return std::make_shared<const ProfileReport>(std::move(made));
    };
    Diagnostics ignored;
    const auto index =
        IndexedGraph::build(fixture.graph(), fixture.document().builtins().ops, ignored);
    QVERIFY(index.ok());
    RunList &runs = fixture.document().runs();
    runs.add(report("other", 2), {7, 7});
    runs.add(report(graphFingerprint(**index), 3), fixture.document().modelState());
    QVERIFY(!fixture.document().isDirty()); // a model file holds no runs
    QVERIFY(runs.rename(1, QStringLiteral("before")));
    const QString path = saveProject(fixture);
    QVERIFY(!path.isEmpty());

    QVERIFY(openAgain(fixture, path) != nullptr);
    QVERIFY(!fixture.document().isDirty());
    RunList &read = fixture.document().runs();
    QCOMPARE(read.history().runs().size(), std::size_t{2});
    QCOMPARE(titleOf(*read.history().find(1)), std::string("before"));
    QCOMPARE(read.shown(), 2U);
    QCOMPARE(fixture.document().profile()->data.wallMs.median, 3.0);
    QVERIFY(read.isOf(2, fixture.document().modelState()));
    QVERIFY(!read.isOf(1, fixture.document().modelState()));
    QVERIFY(read.remove(1));
    QVERIFY(fixture.document().isDirty()); // the project holds another list
    fixture.key(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(waitUntilSaved(*fixture.window));
    QVERIFY(!fixture.document().isDirty());
    const Project saved = readBack(path);
    const auto kept = readRunHistory(saved.members.at(std::string(runHistoryMember)));
    QVERIFY(kept.ok());
    QCOMPARE(kept->runs().size(), std::size_t{1});
}

void TstProjectView::savingKeepsWhatNobodyKnows()
{
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    const QString path = saveProject(fixture);
    Project project = readBack(path);
    project.members["pipelines/mine.json"] = "{}";
    project.members["view.json"] = R"({"version": 1, "later": [1, 2], "grouping": "scopes"})";
    QVERIFY(writeFile(path.toStdString(), writeProject(project).value()).ok());
    QVERIFY(openAgain(fixture, path) != nullptr);
    QCOMPARE(fixture.window->canvas().grouping(), Grouping::Scopes);
    // Nothing of the model has changed, and what is seen can be saved all the same.
    fixture.key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!fixture.document().isDirty());
    fixture.key(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(waitUntilSaved(*fixture.window));
    const Project saved = readBack(path);
    QCOMPARE(saved.members.at("pipelines/mine.json"), std::string("{}"));
    const QJsonObject view =
        QJsonDocument::fromJson(QByteArray::fromStdString(saved.members.at("view.json"))).object();
    QVERIFY(view.value(QStringLiteral("later")).isArray());
    QCOMPARE(view.value(QStringLiteral("grouping")).toString(), QStringLiteral("repeats"));
    QCOMPARE(QByteArray::fromStdString(saved.original), fixture.bytes);
}

void TstProjectView::strangeMembersAreNoHarm_data()
{
    QTest::addColumn<QByteArray>("view");
    QTest::newRow("no JSON") << QByteArray("{{{");
    QTest::newRow("no object") << QByteArray("[1]");
    QTest::newRow("wrong types") << QByteArray(
        R"({"switches": 3, "grouping": [], "folding": "x", "colouring": {}, "place": [1]})");
    QTest::newRow("wild numbers") << QByteArray(
        R"({"folding": {"open_levels": -2147483648, "toggled": [1, "a"]}, "place":
            {"zoom": 1e308, "anchor": 3, "offset": [1e308, -1e308, 4],
             "selection": [-1, 4294967295, 99999, 1e30, "x"]}})");
}

void TstProjectView::strangeMembersAreNoHarm()
{
    QFETCH(QByteArray, view);
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    const QString path = saveProject(fixture);
    Project project = readBack(path);
    project.members["view.json"] = view.toStdString();
    project.members["bookmarks.json"] = view.toStdString();
    QVERIFY(writeFile(path.toStdString(), writeProject(project).value()).ok());
    QVERIFY(openAgain(fixture, path) != nullptr);
    QVERIFY(fixture.window->hasDocument());
    QVERIFY(fixture.window->session().selection.nodes().empty());
    QVERIFY(fixture.view().zoom() <= ViewTransform::largestScale);
    QVERIFY(!fixture.view().grab().isNull());
}

NERVURE_GUI_TEST(TstProjectView)
#include "tst_project_view.moc"
