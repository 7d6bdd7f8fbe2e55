// SPDX-License-Identifier: Apache-2.0
#include "app/files/attachments.h"

#include "app/commands/node_selection.h"
#include "app/files/document_session.h"
#include "app/window/message_bar.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"

#include <QDropEvent>
#include <QMimeData>

using namespace nervure;
using namespace nervure::tests;

/// Data of other tools, and what a selection grows into.
class TstAttachments : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowFixture> m_fixture;
    MainWindow *m_window = nullptr;

    QString write(const char *name, const QByteArray &text) const
    {
        const QString path = m_fixture->folder.filePath(QString::fromLatin1(name));
        const QByteArray json = QByteArray(text).replace('\'', '"'); // written with single quotes
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(json) == json.size() ? path
                                                                                  : QString();
    }
    void drop(const QString &path) const
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton,
                              Qt::NoModifier);
        QCoreApplication::sendEvent(m_window, &enter);
        QDropEvent event(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window, &event);
    }
    [[nodiscard]] QByteArray lastName() const
    {
        const Graph &graph = m_window->session().document.graph();
        return QByteArray::fromStdString(graph.node(graph.heads().front().node).name);
    }

private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<WindowFixture>();
        m_window = m_fixture->open(m_fixture->sample(QStringLiteral("mlp.json")));
        QVERIFY(m_window != nullptr);
    }
    void cleanup() { m_fixture.reset(); }

    void aDroppedAttachmentColorsTheModel_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("netron") << QByteArray(
            "{'signature': 'netron:attachment', 'metrics': ["
            "{'kind': 'node', 'target': 'NODE', 'name': 'ms', 'value': 1.5, 'type': 'float32'}]}");
        QTest::newRow("model explorer")
            << QByteArray("{'main': {'results': {'NODE': {'value': 1.5}}}}");
    }
    void aDroppedAttachmentColorsTheModel()
    {
        QFETCH(QByteArray, text);
        drop(write("a.json", text.replace("NODE", lastName())));
        QTRY_COMPARE(m_window->canvas().coloring(), NodeColoring::Attachment);
        const CanvasMarks &marks = m_window->view().marks();
        QVERIFY(marks.scale.has_value());
        QVERIFY(marks.scale->hasMissing);
        const NodeId head = m_window->session().document.graph().heads().front().node;
        QVERIFY(marks.find(head) != nullptr && marks.find(head)->heat == 1.0);
        QCOMPARE(m_fixture->composition.windows().windows().size(), 1);
    }

    void badFilesGiveOneClearLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("told");
        QTest::newRow("broken") << QByteArray("{'signature': 'netron:attachment', ")
                                << QStringLiteral("is no JSON");
        QTest::newRow("other model") << QByteArray("{'results': {'nobody': {'value': 1}}}")
                                     << QStringLiteral("none of which is in this model");
    }
    void badFilesGiveOneClearLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, told);
        drop(write("bad.json", text));
        QTRY_VERIFY(m_window->messages().text().contains(told));
        QCOMPARE(m_window->canvas().coloring(), NodeColoring::Category);
    }

    void whatIsKnownIsWrittenForBoth()
    {
        QTRY_VERIFY(m_window->session().document.analyses().contains("shape"));
        for (const NodeDataFormat format :
             {NodeDataFormat::Netron, NodeDataFormat::ModelExplorer}) {
            const QString path = m_fixture->folder.filePath(QStringLiteral("out.json"));
            QVERIFY(m_window->attachments().save(path, format));
            const auto read = readNodeData(nervure::tests::readFile(path.toStdString()));
            QVERIFY(read.ok());
            QCOMPARE(read->series.front().numbers.size() > 3, true);
            QVERIFY(Attachments::isAttachment(path));
        }
    }

    void selectionsGrowAlongTheData()
    {
        DocumentSession &session = m_window->session();
        const Graph &graph = session.document.graph();
        const NodeId head = graph.heads().front().node;
        const NodeId start = graph.nodes().front();
        QVERIFY(!canSelect(session, SelectionStep::Ancestors));
        session.selection.select(head);
        selectAlong(session, SelectionStep::Ancestors);
        QCOMPARE(session.selection.nodes().size(), graph.nodeCount());
        QVERIFY(canSelect(session, SelectionStep::Path));
        session.selection.setNodes({head, start});
        selectAlong(session, SelectionStep::Path);
        QVERIFY(session.selection.nodes().size() > 2);
        QVERIFY(session.selection.nodes().size() < graph.nodeCount());
        QVERIFY(session.selection.contains(head) && session.selection.contains(start));
    }
};

NERVURE_GUI_TEST(TstAttachments)
#include "tst_attachments.moc"
