// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/graph_def.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

/// A frozen graph with its constants is opened, run and carried on.
class TstConvertTensorflow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        GraphDef graph;
        graph.placeholder("x", {1, 2}).constant("w", {2, 3}, {1, -2, 3, -4, 5, -6});
        graph.node("product", "MatMul", {"x", "w"}).node("y", "Relu", {"product"});
        QFile file(m_folder->filePath(s("net.pb")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(graph.bytes()));
    }
    void theNextFormatComputesTheSame_data();
    void theNextFormatComputesTheSame();
    void savingItIsRefused();

private:
    [[nodiscard]] QJsonArray resultOf(const QString &model) const
    {
        const CliResult run = runCli(
            {s("run"), m_folder->filePath(model), s("--device"), s("reference"), s("--json")});
        const QJsonArray outputs = run.json()[s("outputs")].toArray();
        return outputs.first().toObject()[s("data")].toArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstConvertTensorflow::theNextFormatComputesTheSame_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("format");
    QTest::newRow("NNVM") << s("graph.json") << s("nnvm");
    QTest::newRow("ONNX") << s("model.onnx") << s("onnx");
}

void TstConvertTensorflow::theNextFormatComputesTheSame()
{
    QFETCH(QString, file);
    QFETCH(QString, format);
    const QJsonArray wanted = resultOf(s("net.pb"));
    QCOMPARE(wanted.size(), 3);
    const CliResult converted = runCli({s("convert"), m_folder->filePath(s("net.pb")),
                                        m_folder->filePath(file), s("--to"), format});
    QVERIFY2(converted.exitCode == 0, converted.err.constData());
    const QJsonArray found = resultOf(file);
    QCOMPARE(found.size(), wanted.size());
    for (qsizetype i = 0; i < found.size(); ++i) {
        QVERIFY(std::abs(found[i].toDouble() - wanted[i].toDouble()) < 1e-5);
    }
}

void TstConvertTensorflow::savingItIsRefused()
{
    const CliResult edited = runCli({s("edit"), m_folder->filePath(s("net.pb")), s("--set"),
                                     s("product.transpose_a=true"), s("--allow-errors"), s("-o"),
                                     m_folder->filePath(s("other.pb"))});
    QVERIFY(edited.exitCode != 0);
    QVERIFY2(edited.err.contains("TensorFlow graph"), edited.err.constData());
    QVERIFY(!QFile::exists(m_folder->filePath(s("other.pb"))));
}

NERVURE_TEST(TstConvertTensorflow)
#include "tst_convert_tensorflow.moc"
