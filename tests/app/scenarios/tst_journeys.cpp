// SPDX-License-Identifier: Apache-2.0
#include "app/actions/action_set.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/dialogs/export_dialog.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/text/format.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QPushButton>

#include <csignal>

using namespace nervure;
using namespace nervure::tests;

/// What a person does with a model, from opening to the times of its layers, with real events.
class TstJourneys : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aClickOnTheCanvasShowsTheNodesAttributes();
    void thePassesPanelRunsThePasses();
    void steppingBackTakesTheShapesOffTheEdges();
    void theRunPanelProfilesOnTheDevice();
    void aClickOnAHeaderSortsTheLayers();
    void aKilledWorkerIsReplacedByTheNextRun();
    void weightsAreDrawnByKey();
    void thePictureCanBeExported_data();
    void thePictureCanBeExported();

private:
    void profile();
    [[nodiscard]] bool isWorkerAsked() const;
    [[nodiscard]] bool hasDevice() const;
    [[nodiscard]] QPushButton *runButton() const;
    [[nodiscard]] const GraphDocument &document() const { return m_window->session().document; }

    std::unique_ptr<WindowFixture> m_app;
    MainWindow *m_window = nullptr;
};

namespace {

constexpr int deviceMs = 90000; ///< kernels are compiled on the first run

NodeId firstOf(const Graph &graph, std::string_view op)
{
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).op == op) {
            return id;
        }
    }
    return {};
}

/// The text of the row whose first column is `key`, in `column`.
QString cell(const NodeView &view, const QString &key, int column)
{
    const QAbstractItemModel *model = view.model();
    for (int row = 0; row < model->rowCount(); ++row) {
        if (model->index(row, 0).data().toString() == key) {
            return model->index(row, column).data().toString();
        }
    }
    return {};
}

int labeledEdges(const GraphView &view)
{
    int count = 0;
    for (const DrawnEdge &edge : view.scene()->graph().edges) {
        count += edge.label.empty() ? 0 : 1;
    }
    return count;
}

} // namespace

void TstJourneys::init()
{
    m_app = std::make_unique<WindowFixture>();
    m_window = m_app->open(m_app->sample(QStringLiteral("mlp.json")));
    QVERIFY(m_window);
    QVERIFY(QTest::qWaitForWindowExposed(m_window));
    m_window->view().setAnimated(false);
    QTRY_VERIFY_WITH_TIMEOUT(labeledEdges(m_window->view()) > 0, WindowFixture::patienceMs);
}

void TstJourneys::aClickOnTheCanvasShowsTheNodesAttributes()
{
    const NodeId dense = firstOf(document().graph(), "dense");
    QVERIFY(dense.isValid());
    GraphView &view = m_window->view();
    view.centerOn(dense);
    const QPoint at = view.nodeRectInView(dense).center().toPoint();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, at);
    QCOMPARE(m_window->session().selection.current(), dense);
    const auto *attributes = find<NodeView>(m_window, "inspector-attributes");
    QVERIFY(attributes && attributes->isVisible());
    const std::string *units = document().graph().node(dense).attrs.find("units");
    QVERIFY(units);
    QCOMPARE(cell(*attributes, QStringLiteral("units"), 1), toQString(*units));
    QTest::keyClick(m_window, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(find<QLabel>(m_window, "status-selection")->text(),
             toQString(document().graph().node(dense).name));
}

void TstJourneys::thePassesPanelRunsThePasses()
{
    m_window->docks().raise(QStringLiteral("passes"));
    auto *button = find<QPushButton>(m_window, "passes-run-all");
    QVERIFY(button);
    QTRY_VERIFY(button->isVisible() && button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(document().analyses().contains("storage_id"),
                             WindowFixture::patienceMs);
    const auto *history = find<NodeView>(m_window, "passes-history");
    QTRY_COMPARE(history->model()->rowCount(), 4);
    QVERIFY(find<QLabel>(m_window, "status-memory")->isVisible());
}

void TstJourneys::steppingBackTakesTheShapesOffTheEdges()
{
    GraphView &view = m_window->view();
    const int labeled = labeledEdges(view);
    QTest::keyClick(&view, Qt::Key_BracketLeft);
    QTest::keyClick(&view, Qt::Key_BracketLeft);
    QTest::keyClick(&view, Qt::Key_BracketLeft);
    QTRY_COMPARE_WITH_TIMEOUT(labeledEdges(view), 0, WindowFixture::patienceMs);
    QTest::keyClick(&view, Qt::Key_BracketRight);
    QTRY_COMPARE_WITH_TIMEOUT(labeledEdges(view), labeled, WindowFixture::patienceMs);
}

/// Whether the worker has said which devices there are, or could not.
bool TstJourneys::isWorkerAsked() const
{
    const DocumentSession &session = m_window->session();
    return !session.worker.isBusy()
           && (!session.worker.devices().isEmpty() || !session.profiles.failure().isEmpty());
}

bool TstJourneys::hasDevice() const
{
    const QString &device = m_window->session().profiles.options().device;
    return !device.isEmpty() && device != QStringLiteral("reference");
}

QPushButton *TstJourneys::runButton() const
{
    return find<QPushButton>(m_window, "run-start");
}

/// Runs from the run panel until the document has a profile; skips where there is no device.
void TstJourneys::profile()
{
    m_window->docks().raise(QStringLiteral("run"));
    QTRY_VERIFY_WITH_TIMEOUT(isWorkerAsked(), deviceMs);
    NERVURE_NEED_OPENCL(hasDevice());
    QTRY_VERIFY(runButton()->isVisible() && runButton()->isEnabled());
    QTest::mouseClick(runButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->session().profiles.isRunning(), deviceMs);
    QVERIFY2(document().profile() != nullptr, qPrintable(m_window->session().profiles.failure()));
}

void TstJourneys::theRunPanelProfilesOnTheDevice()
{
    profile();
    if (!document().profile()) {
        return;
    }
    const auto *layers = find<NodeView>(m_window, "run-layers");
    QTRY_VERIFY(layers->isVisible());
    QCOMPARE(layers->model()->rowCount(),
             static_cast<int>(document().profile()->data.layers.size()));
    QVERIFY(m_window->view().marks().scale.has_value());
    QVERIFY(m_window->canvas().isOn(CanvasSwitch::HeatMap));
    m_window->actions().trigger(QStringLiteral("heat-map"));
    QVERIFY(!m_window->view().marks().scale.has_value());
}

void TstJourneys::aClickOnAHeaderSortsTheLayers()
{
    profile();
    if (!document().profile()) {
        return;
    }
    auto *layers = find<NodeView>(m_window, "run-layers");
    QTRY_VERIFY(layers->isVisible());
    QHeaderView *header = layers->header();
    const QPoint first(header->sectionViewportPosition(0) + header->sectionSize(0) / 2,
                       header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier, first);
    QStringList names;
    for (int row = 0; row < layers->model()->rowCount(); ++row) {
        names.append(layers->model()->index(row, 0).data().toString());
    }
    QStringList sorted = names;
    sorted.sort();
    const bool isAscending = names == sorted;
    std::reverse(sorted.begin(), sorted.end());
    QVERIFY(isAscending || names == sorted);
}

void TstJourneys::aKilledWorkerIsReplacedByTheNextRun()
{
    m_window->docks().raise(QStringLiteral("run"));
    QTRY_VERIFY_WITH_TIMEOUT(isWorkerAsked(), deviceMs);
    NERVURE_NEED_OPENCL(hasDevice());
    WorkerProcess &worker = m_window->session().worker;
    ProfileOptions options = m_window->session().profiles.options();
    options.repeat = 1000;
    m_window->session().profiles.setOptions(options);
    QTest::mouseClick(runButton(), Qt::LeftButton);
    QTRY_VERIFY(worker.isBusy() && worker.processId() > 0);
    ::kill(static_cast<pid_t>(worker.processId()), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->session().profiles.isRunning(), deviceMs);
    QVERIFY(!m_window->session().profiles.failure().isEmpty());
    QVERIFY(document().profile() == nullptr);
    options.repeat = 2;
    m_window->session().profiles.setOptions(options);
    QTRY_VERIFY(runButton()->isVisible() && runButton()->isEnabled());
    profile();
}

void TstJourneys::weightsAreDrawnByKey()
{
    GraphView &view = m_window->view();
    const std::size_t folded = view.scene()->graph().nodes.size();
    QTest::keyClick(&view, Qt::Key_I, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(view.scene()->graph().nodes.size() > folded,
                             WindowFixture::patienceMs);
    QTest::keyClick(&view, Qt::Key_I, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(view.scene()->graph().nodes.size(), folded,
                              WindowFixture::patienceMs);
}

void TstJourneys::thePictureCanBeExported_data()
{
    QTest::addColumn<QByteArray>("starts");
    QTest::newRow("svg") << QByteArray("<");
    QTest::newRow("png") << QByteArray("\x89PNG");
    QTest::newRow("pdf") << QByteArray("%PDF");
    QTest::newRow("dot") << QByteArray("digraph");
}

void TstJourneys::thePictureCanBeExported()
{
    QFETCH(QByteArray, starts);
    const QString format = QString::fromLatin1(QTest::currentDataTag());
    QSignalSpy written(&m_window->canvas(), &CanvasCommands::exported);
    const auto sizeOf = [&](bool selectionOnly) {
        const QString path = m_app->folder.filePath(QStringLiteral("picture.") + format);
        m_window->canvas().exportTo(path, {format, selectionOnly, 1.0, false});
        return written.wait() ? nervure::tests::readFile(path.toStdString()).size() : 0;
    };
    const std::size_t whole = sizeOf(false);
    const std::string bytes = nervure::tests::readFile(
        m_app->folder.filePath(QStringLiteral("picture.") + format).toStdString());
    QVERIFY(whole > 200);
    m_window->session().selection.select(document().graph().heads().front().node);
    const std::size_t part = sizeOf(true);
    QVERIFY(part > 0 && part < whole);
    QVERIFY(QByteArray::fromStdString(bytes).startsWith(starts));
}

NERVURE_GUI_TEST(TstJourneys)
#include "tst_journeys.moc"
