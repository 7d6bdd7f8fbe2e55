// SPDX-License-Identifier: Apache-2.0
#include "app/commands/navigation.h"
#include "core/graph/check/finding_list.h"
#include "tests/app/window_fixture.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/scene/pass_picture.h"
#include "widgets/models/column.h"
#include "widgets/models/diagnostic_model.h"
#include "widgets/panels/charts/timeline_chart.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/panel_docks.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <array>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// The same graph with its variables first, in the opposite order, so that hardly a node keeps its number.
QByteArray shuffled(const QByteArray &text)
{
    QJsonObject json = QJsonDocument::fromJson(text).object();
    const QJsonArray nodes = json[u"nodes"].toArray();
    QList<int> order;
    for (int i = int(nodes.size()) - 1; i >= 0; --i) {
        if (nodes[i][u"op"] == s("null")) {
            order.append(i);
        }
    }
    for (int i = 0; i < nodes.size(); ++i) {
        if (nodes[i][u"op"] != s("null")) {
            order.append(i);
        }
    }
    const auto moved = [&order](const QJsonArray &entries) {
        QJsonArray result;
        for (const QJsonValue entry : entries) {
            QJsonArray one = entry.toArray();
            one[0] = int(order.indexOf(one[0].toInt()));
            result.append(one);
        }
        return result;
    };
    QJsonArray now;
    QJsonArray arguments;
    for (const int old : order) {
        QJsonObject node = nodes[old].toObject();
        node[s("inputs")] = moved(node[u"inputs"].toArray());
        if (node[u"op"] == s("null")) {
            arguments.append(int(now.size()));
        }
        now.append(node);
    }
    return QJsonDocument(QJsonObject{{s("nodes"), now},
                                     {s("arg_nodes"), arguments},
                                     {s("heads"), moved(json[u"heads"].toArray())}})
        .toJson();
}

} // namespace

/// Every second file of somebody's compiler has its nodes in another order: what is shown of a step goes by the
/// ids of its own graph.
class TstShuffledSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_app = std::make_unique<WindowFixture>();
        const QString made = m_app->folder.filePath(s("made"));
        m_steps = m_app->folder.filePath(s("shuffled"));
        QVERIFY(QDir().mkpath(m_steps));
        const CliResult written = runCli(
            {s("pass"), m_app->sample(s("squeezenet1.1.json")), s("--passes"),
             s("InferShape,SimplifyInference,FoldScaleAxis,PrecomputePrune,"
               "InferShape,InferType,PlanMemory"),
             s("--steps"), made, s("-q"), s("-o"), m_app->folder.filePath(s("result.json"))});
        QVERIFY2(written.exitCode == 0, written.err.constData());
        const QStringList names = QDir(made).entryList(QDir::Files, QDir::Name);
        for (int i = 0; i < names.size(); ++i) {
            QFile file(made + u'/' + names[i]);
            QVERIFY(file.open(QFile::ReadOnly));
            QByteArray text = file.readAll().replace("nervure_origins", "other_words");
            text = i % 2 == 1 ? shuffled(text) : text;
            QFile other(m_steps + u'/' + names[i]);
            QVERIFY(other.open(QFile::WriteOnly) && other.write(text) > 0);
        }
        m_window = m_app->open(m_steps + u'/' + names.front());
        QVERIFY(m_window);
        m_window->docks().setWorkspace(Workspace::Passes);
        std::vector<std::filesystem::path> files;
        for (const QString &name : names.mid(1)) {
            files.emplace_back((m_steps + u'/' + name).toStdString());
        }
        QSignalSpy finished(&m_window->session().passes, &PassRunner::finished);
        m_window->session().passes.openSteps(files);
        QVERIFY(finished.wait(WindowFixture::patienceMs));
        QVERIFY(document().passSteps().size() > 3);
    }

    void theStatusBarNamesTheSelectedNode()
    {
        const auto *label = find<QLabel>(m_window, "status-selection");
        for (int step = 0; step <= int(document().passSteps().size()); ++step) {
            document().setShownStep(step);
            const Graph &graph = *document().stage().graph;
            int left = 12;
            for (const NodeId node : graph.nodes()) {
                if (left-- == 0) {
                    break;
                }
                m_window->session().selection.select(node);
                QTRY_COMPARE(label->text(), QString::fromStdString(graph.node(node).name));
            }
        }
    }

    /// Lines of what is not there any more lead to what stands for it, never to a node that happens to have its number.
    void textLeadsToTheNodeOfItsLine()
    {
        m_window->docks().show(s("text-difference"));
        const auto *lines = find<NodeView>(m_window, "text-difference-lines");
        QVERIFY(lines);
        int checked = 0;
        for (int step = 1; step <= int(document().passSteps().size()); ++step) {
            document().setShownStep(step);
            if (document().stage().changes().empty()) {
                continue;
            }
            QTRY_VERIFY(lines->model()->rowCount() > 0);
            const Graph &graph = *document().stage().graph;
            for (int row = 0; row < lines->model()->rowCount(); ++row) {
                const QModelIndex index = lines->model()->index(row, 0);
                const QString name = index.data().toString().mid(1).trimmed().section(u' ', 0, 0);
                const NodeId node{index.data(NodeRole).toUInt()};
                if (graph.contains(node) && graph.findByName(name.toStdString())) {
                    QCOMPARE(QString::fromStdString(graph.node(node).name), name);
                    ++checked;
                }
            }
        }
        QVERIFY(checked > 10);
    }

    /// Between any two of them: a removed operator hangs below what it read.
    void edgesOfRemovedOperatorsAreThoseThatTheyHad()
    {
        int checked = 0;
        const int last = int(document().passSteps().size());
        for (int base = 0; base < last; ++base) {
            document().compareWith(base);
            document().setShownStep(last);
            if (base + 1 < last) {
                QTRY_COMPARE(document().baseStep(), base);
            }
            const ModelStage &stage = document().stage();
            const PassPicture picture = pictureOf(stage);
            for (const auto &[place, before] : picture.removed) {
                const Node &was = stage.before->node(before);
                for (const Entry &input : picture.graph->node(place).inputs) {
                    const std::string &name = picture.graph->node(input.node).name;
                    const bool wasRead =
                        std::any_of(was.inputs.begin(), was.inputs.end(), [&](const Entry &read) {
                            return stage.before->node(read.node).name == name;
                        });
                    const bool isNew = !stage.before->findByName(name);
                    QVERIFY2(wasRead || isNew, name.c_str());
                    ++checked;
                }
            }
        }
        QVERIFY(checked > 0);
        document().compareWith(std::nullopt);
    }

    /// Times are of the nodes that were run, those of the document.
    void tablesOfARunLeadToTheNodesOfTheirLayers()
    {
        addRun();
        show("run");
        QVERIFY(eachStep([this] {
            return rightRows("run-layers") > 20 && rightRows("run-scopes", false) > 0
                   && rightRows("run-verdicts", false) >= 0;
        }));
    }

    void slicesOfChartsLeadToTheNodesOfTheirLayers()
    {
        addRun();
        show("charts");
        auto *chart = find<TimelineChart>(m_window, "charts-timeline");
        QTRY_VERIFY(chart->isVisible());
        QVERIFY(eachStep([this, chart] {
            int checked = 0;
            for (std::uint32_t layer = 0; layer < mostLayers; layer += 5) {
                const QPoint place = chart->rectOf(TimelineRow::Layers, layer).center().toPoint();
                QTest::mouseClick(chart, Qt::LeftButton, {}, place);
                const Node *node =
                    document().stage().graph->find(m_window->session().selection.current());
                const std::string &name = m_layers[layer];
                const bool isThere = document().stage().graph->findByName(name).has_value();
                if (isThere && (node == nullptr || node->name != name)) {
                    return false;
                }
                checked += isThere ? 1 : 0;
            }
            return checked > 2;
        }));
    }

    void theHeatMapColorsTheNodesThatWereRun()
    {
        addRun();
        m_window->canvas().controller().setColoring(NodeColoring::Time);
        QVERIFY(eachStep([this] {
            const CanvasMarks &marks = m_window->view().marks();
            int checked = 0;
            for (const std::string &name : m_layers) {
                const auto node = document().stage().graph->findByName(name);
                const NodeMark *mark = node ? marks.find(*node) : nullptr;
                if (node && (mark == nullptr || !mark->heat)) {
                    return false;
                }
                checked += node ? 1 : 0;
            }
            return checked > 10;
        }));
        m_window->canvas().controller().setColoring(NodeColoring::Category);
    }

    /// A node of the step before lends its color to none of this one.
    void noNodeOfAStepHasTheColorOfARemovedOne()
    {
        m_window->canvas().controller().setColoring(NodeColoring::Provenance);
        QVERIFY(eachStep([this] {
            const CanvasMarks &marks = m_window->view().marks();
            const auto &nodes = marks.nodes;
            return std::none_of(nodes.begin(), nodes.end(), [this, &marks](const auto &one) {
                const auto kind = one.second.colorClass;
                return kind && document().stage().graph->contains(one.first)
                       && marks.classes[*kind].text == s("removed");
            });
        }));
        m_window->canvas().controller().setColoring(NodeColoring::Category);
    }

    void whatIsFoundByItsTimeIsWhatWasRun()
    {
        addRun();
        show("find");
        find<QLineEdit>(m_window, "find-query")->setText(s("time>0"));
        QVERIFY(eachStep([this] { return rightRows("find-results") > 10; }));
        find<QLineEdit>(m_window, "find-query")->clear();
    }

    void findingsAboutTheModelLeadToItsNodes()
    {
        document().setShownStep(0);
        std::vector<NodeId> nodes;
        for (const NodeId id : document().graph().nodes()) {
            if (nodes.size() < 12) {
                nodes.push_back(id);
            }
        }
        const std::string &first = document().graph().node(nodes.front()).name;
        Diagnostic finding = makeWarningAt(first, "test", "'" + first + "' is looked at");
        setNodes(finding, nodes);
        document().addSaveDiagnostic(std::move(finding));
        show("diagnostics");
        const auto *view = find<NodeView>(m_window, "diagnostics-table");
        QVERIFY(eachStep([this, view] {
            const QAbstractItemModel *model = view->model();
            int checked = 0;
            for (int cause = 0; cause < model->rowCount(); ++cause) {
                const QModelIndex parent = model->index(cause, 0);
                for (int row = 0; row < model->rowCount(parent); ++row) {
                    const QString where =
                        model->index(row, DiagnosticModel::Where, parent).data().toString();
                    if (!isRight(where, model->index(row, 0, parent), checked)) {
                        return false;
                    }
                }
            }
            return checked > 5;
        }));
    }

    void inputsInTheInspectorLeadToTheirNodes()
    {
        m_window->session().selection.clear();
        show("inspector");
        QVERIFY(eachStep([this] {
            m_window->session().selection.clear();
            return rightRows("inspector-graph-inputs") == 1;
        }));
    }

    /// Also on the way back to where one was.
    void bookmarksLeadToTheNodeThatTheyWereSetOn()
    {
        document().setShownStep(0);
        QTRY_VERIFY(!m_window->canvas().controller().showsOtherNodes());
        const NodeId node = *document().graph().findByName(lastConvolution());
        m_window->session().selection.jumpTo(node);
        m_window->navigation().setBookmark(1);
        QVERIFY(eachStep([this] {
            m_window->session().selection.clear();
            m_window->navigation().goToBookmark(1);
            const Graph &graph = *document().stage().graph;
            const Node *there = graph.find(m_window->session().selection.current());
            return there != nullptr && there->name == lastConvolution();
        }));
        m_window->navigation().removeBookmark(1);
    }

    void plansLeadToTheNodesOfTheirValues()
    {
        show("memory");
        const auto *view = find<NodeView>(m_window, "memory-table");
        int plans = 0;
        QVERIFY(eachStep([this, view, &plans] {
            const QAbstractItemModel *model = view->model();
            int checked = 0;
            for (int storage = 0; view->isVisible() && storage < model->rowCount(); ++storage) {
                const QModelIndex parent = model->index(storage, 0);
                for (int row = 0; row < model->rowCount(parent); ++row) {
                    const QModelIndex index = model->index(row, 0, parent);
                    if (!isRight(index.data().toString(), index, checked)) {
                        return false;
                    }
                }
            }
            plans += checked > 0 ? 1 : 0;
            return true;
        }));
        QVERIFY(plans > 0);
    }

private:
    static constexpr std::uint32_t mostLayers = 40;

    /// A run of the document's model, once: a layer for each of its first operators.
    void addRun()
    {
        document().setShownStep(0);
        if (document().profile()) {
            return;
        }
        auto report = std::make_shared<ProfileReport>();
        for (const NodeId id : document().graph().nodes()) {
            const Node &node = document().graph().node(id);
            if (node.isVariable() || m_layers.size() == mostLayers) {
                continue;
            }
            LayerProfile &layer = report->data.layers.emplace_back();
            layer.id = static_cast<std::uint32_t>(m_layers.size());
            layer.node = {id, node.name};
            layer.nodes = {layer.node};
            layer.op = node.op;
            layer.ms = summarize(std::array{1.0, 1.1});
            layer.startMs = static_cast<double>(m_layers.size());
            layer.endMs = layer.startMs + 1;
            m_layers.push_back(node.name);
        }
        report->data.repeat = 2;
        document().setProfile(report, document().revision());
    }

    void show(const char *panel)
    {
        m_window->docks().show(QLatin1String(panel));
        m_window->docks().raise(QLatin1String(panel));
    }

    /// True if something becomes true of each step, the last one first and the model itself last.
    template <typename Check>
    bool eachStep(const Check &check)
    {
        for (int step = int(document().passSteps().size()); step >= 0; --step) {
            document().setShownStep(step);
            const auto isDrawn = [this] {
                return !m_window->canvas().controller().showsOtherNodes();
            };
            if (!QTest::qWaitFor(isDrawn, WindowFixture::patienceMs)
                || !QTest::qWaitFor(check, WindowFixture::patienceMs)) {
                qWarning("step %d", step);
                return false;
            }
        }
        return true;
    }

    /// True if a row leads to the node of that name, where the stage has one.
    bool isRight(const QString &name, const QModelIndex &index, int &checked) const
    {
        const Graph &graph = *document().stage().graph;
        const auto wanted = graph.findByName(name.toStdString());
        if (!wanted) {
            return true;
        }
        ++checked;
        return NodeId{index.data(NodeRole).toUInt()} == *wanted;
    }

    /// The number of rows of a table that are called after a node and lead there; none where one leads elsewhere. Of tables that
    /// are called otherwise: how many lead to some node of the stage.
    int rightRows(const char *table, bool isNamed = true) const
    {
        const auto *view = find<NodeView>(m_window, table);
        int checked = 0;
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QModelIndex index = view->model()->index(row, 0);
            const NodeId node{index.data(NodeRole).toUInt()};
            const bool leads = !node.isValid() || document().stage().graph->contains(node);
            if (!leads || (isNamed && !isRight(index.data().toString(), index, checked))) {
                return 0;
            }
            checked += isNamed ? 0 : 1;
        }
        return checked;
    }

    [[nodiscard]] std::string lastConvolution() const
    {
        std::string name;
        for (const NodeId id : document().graph().nodes()) {
            const Node &node = document().graph().node(id);
            name = node.op == "conv2d" ? node.name : name;
        }
        return name;
    }

    [[nodiscard]] GraphDocument &document() const { return m_window->session().document; }

    std::unique_ptr<WindowFixture> m_app;
    MainWindow *m_window = nullptr;
    QString m_steps;
    std::vector<std::string> m_layers; ///< of the run: the names of their nodes
};

NERVURE_GUI_TEST(TstShuffledSteps)
#include "tst_shuffled_steps.moc"
