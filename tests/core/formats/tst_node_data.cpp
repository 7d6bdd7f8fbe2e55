// SPDX-License-Identifier: Apache-2.0
#include "core/formats/node_data.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// JSON written with single quotes.
std::string json(QByteArray text)
{
    return text.replace('\'', '"').toStdString();
}

} // namespace

class TstNodeData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void netronsAttachmentIsReadByItsNames()
    {
        const auto data = readNodeData(json(
            "{'signature': 'netron:attachment',"
            "'metrics': ["
            "{'kind': 'node', 'target': 'conv0', 'name': 'ms', 'value': 1.5, 'type': 'float32'},"
            "{'kind': 'node', 'identifier': 'relu0', 'name': 'ms', 'value': '0.25'},"
            "{'kind': 'model', 'target': '', 'name': 'ms', 'value': 9}],"
            "'metadata': ["
            "{'kind': 'node', 'target': 'conv0', 'name': 'remark', 'value': 'slow'}]}"));
        QVERIFY(data.ok());
        QCOMPARE(data->format, std::string("netron"));
        QCOMPARE(data->series.size(), std::size_t(2));
        QCOMPARE(data->series[0].name, std::string("ms"));
        QCOMPARE(data->series[0].numbers.size(), std::size_t(2));
        QCOMPARE(data->series[0].numbers[1].second, 0.25);
        QCOMPARE(data->series[1].texts[0].second, std::string("slow"));
    }

    void modelExplorersDataIsReadAloneAndByGraph_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("alone") << QByteArray("{'results': {'conv0': {'value': 3}, 'x': 2}}");
        QTest::newRow("by graph") << QByteArray(
            "{'main': {'results': {'conv0': {'value': 3}, 'x': {'value': 2}},"
            "'gradient': [{'stop': 0, 'bgColor': '#fff'}]}}");
    }
    void modelExplorersDataIsReadAloneAndByGraph()
    {
        QFETCH(QByteArray, text);
        const auto data = readNodeData(json(text));
        QVERIFY(data.ok());
        QCOMPARE(data->format, std::string("model-explorer"));
        QCOMPARE(data->series.size(), std::size_t(1));
        QCOMPARE(data->series[0].numbers.size(), std::size_t(2));
    }

    void badFilesGiveOneClearLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("told");
        QTest::newRow("no json") << QByteArray("{") << QByteArray("is no JSON");
        QTest::newRow("a list") << QByteArray("[]") << QByteArray("no JSON object");
        QTest::newRow("a model") << QByteArray("{'nodes': []}") << QByteArray("no node data");
        QTest::newRow("no lists") << QByteArray("{'signature': 'netron:attachment'}")
                                  << QByteArray("expected 'metrics'");
        QTest::newRow("a wrong list")
            << QByteArray("{'signature': 'netron:attachment', 'metrics': 3}")
            << QByteArray("'metrics' is no list");
        QTest::newRow("nothing") << QByteArray("{'results': {}}")
                                 << QByteArray("says nothing about any node");
    }
    void badFilesGiveOneClearLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, told);
        const auto data = readNodeData(json(text), "a.json");
        QVERIFY(!data.ok());
        const QByteArray line = QByteArray::fromStdString(formatDiagnostic(data.error()));
        QVERIFY2(line.contains(told), line.constData());
        QVERIFY(line.startsWith("a.json"));
        QVERIFY(!line.contains('\n'));
    }

    void whatIsWrittenReadsTheSame()
    {
        const std::vector<NodeDataSeries> series{{"time", {{"a", 1.5}, {"b", 0}}, {{"c", "x"}}}};
        for (const NodeDataFormat format :
             {NodeDataFormat::Netron, NodeDataFormat::ModelExplorer}) {
            const std::string text = writeNodeData(series, format);
            QVERIFY(looksLikeNodeData(text));
            const auto read = readNodeData(text);
            QVERIFY(read.ok());
            QCOMPARE(read->series.front().numbers, series.front().numbers);
        }
    }

    void modelsAreNotTakenForNodeData()
    {
        QVERIFY(!looksLikeNodeData(json("{'nodes': [], 'heads': []}")));
        QVERIFY(!looksLikeNodeData("hello"));
        QVERIFY(!looksLikeNodeData(""));
    }
};

NERVURE_TEST(TstNodeData)
#include "tst_node_data.moc"
