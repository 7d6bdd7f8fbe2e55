// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

/// A convolution of one weight and a detector of one class.
const QByteArray smallNetwork = "[net]\nchannels=1\nheight=1\nwidth=1\n"
                                "[convolutional]\nfilters=6\nactivation=leaky\n"
                                "[yolo]\nclasses=1\n";

/// Biases 0 to 5 and weights 1 to 6.
QByteArray weightsFile()
{
    QByteArray bytes(16, '\0');
    for (const float first : {0.0F, 1.0F}) {
        for (int i = 0; i < 6; ++i) {
            const float number = first + static_cast<float>(i);
            bytes.append(reinterpret_cast<const char *>(&number), sizeof number);
        }
    }
    return bytes;
}

void writeBytes(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

} // namespace

/// A network with its weights is opened, run and carried on.
class TstConvertDarknet : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        writeBytes(m_folder->filePath(s("net.cfg")), smallNetwork);
        writeBytes(m_folder->filePath(s("net.weights")), weightsFile());
    }
    void theNextFormatComputesTheSame_data();
    void theNextFormatComputesTheSame();
    void theNetworkIsTold();

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

void TstConvertDarknet::theNextFormatComputesTheSame_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("format");
    QTest::newRow("NNVM") << s("graph.json") << s("nnvm");
    QTest::newRow("ONNX") << s("model.onnx") << s("onnx");
    QTest::newRow("a new description") << s("other.cfg") << s("cfg");
}

void TstConvertDarknet::theNextFormatComputesTheSame()
{
    QFETCH(QString, file);
    QFETCH(QString, format);
    const QJsonArray wanted = resultOf(s("net.cfg"));
    QCOMPARE(wanted.size(), 6);
    const CliResult converted = runCli({s("convert"), m_folder->filePath(s("net.cfg")),
                                        m_folder->filePath(file), s("--to"), format});
    QVERIFY2(converted.exitCode == 0, converted.err.constData());
    if (file.endsWith(u".cfg")) {
        QFile::copy(m_folder->filePath(s("net.weights")), m_folder->filePath(s("other.weights")));
    }
    const QJsonArray found = resultOf(file);
    QCOMPARE(found.size(), wanted.size());
    for (qsizetype i = 0; i < found.size(); ++i) {
        QVERIFY(std::abs(found[i].toDouble() - wanted[i].toDouble()) < 1e-5);
    }
}

void TstConvertDarknet::theNetworkIsTold()
{
    const CliResult info = runCli({s("info"), m_folder->filePath(s("net.cfg")), s("--json")});
    QVERIFY2(info.exitCode == 0, info.err.constData());
    QCOMPARE(info.json()[s("format")].toString(), s("cfg"));
    QVERIFY(info.err.contains("the parameters beside the model are taken"));
}

NERVURE_TEST(TstConvertDarknet)
#include "tst_convert_darknet.moc"
