// SPDX-License-Identifier: Apache-2.0
#include "tests/app/window_fixture.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/scene/pass_picture.h"
#include "widgets/models/column.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/panel_docks.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>

#include <algorithm>

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
        const CliResult written =
            runCli({s("pass"), m_app->sample(s("squeezenet1.1.json")), s("--passes"),
                    s("InferShape,SimplifyInference,FoldScaleAxis,PrecomputePrune"), s("--steps"),
                    made, s("-q"), s("-o"), m_app->folder.filePath(s("result.json"))});
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

private:
    [[nodiscard]] GraphDocument &document() const { return m_window->session().document; }

    std::unique_ptr<WindowFixture> m_app;
    MainWindow *m_window = nullptr;
    QString m_steps;
};

NERVURE_GUI_TEST(TstShuffledSteps)
#include "tst_shuffled_steps.moc"
