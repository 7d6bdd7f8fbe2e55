// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/core_ml_model.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

/// A scaled image's convolution, its weights of 16 bits.
std::string smallModel()
{
    const std::string ones("\x00\x3c\x00\x40", 4); // 1 and 2 in 16 bits
    const std::string convolution = CoreMl::integer(1, 1) + CoreMl::integer(2, 1)
                                    + CoreMl::integers(20, {1, 2}) + CoreMl::bytes(50, "")
                                    + CoreMl::bytes(90, CoreMl::bytes(2, ones));
    const std::string scaler =
        CoreMl::bytes(2, CoreMl::bytes(10, CoreMl::number(10, 0.5F) + CoreMl::number(30, 1)));
    return CoreMl::model({CoreMl::image("photo", 3, 1, 10)}, {"out"},
                         scaler + CoreMl::layer("conv", {"photo"}, {"out"}, 100, convolution));
}

} // namespace

/// A model with its weights is opened, run and carried on.
class TstConvertCoreml : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QFile file(m_folder->filePath(s("net.mlmodel")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(smallModel()));
    }
    void theNextFormatComputesTheSame_data();
    void theNextFormatComputesTheSame();
    void exactRunsWithTheImportersNames();
    void savingItIsRefused();
    void aPackageIsNamed();

private:
    [[nodiscard]] QJsonArray resultOf(const QString &model, const QString &semantics) const
    {
        const CliResult run = runCli({s("run"), m_folder->filePath(model), s("--device"),
                                      s("reference"), s("--semantics"), semantics, s("--json")});
        const QJsonArray outputs = run.json()[s("outputs")].toArray();
        return outputs.first().toObject()[s("data")].toArray();
    }
    static void compareNumbers(const QJsonArray &found, const QJsonArray &wanted)
    {
        QCOMPARE(found.size(), wanted.size());
        for (qsizetype i = 0; i < found.size(); ++i) {
            QVERIFY(std::abs(found[i].toDouble() - wanted[i].toDouble()) < 1e-5);
        }
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstConvertCoreml::theNextFormatComputesTheSame_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("format");
    QTest::newRow("NNVM") << s("graph.json") << s("nnvm");
    QTest::newRow("ONNX") << s("model.onnx") << s("onnx");
}

void TstConvertCoreml::theNextFormatComputesTheSame()
{
    QFETCH(QString, file);
    QFETCH(QString, format);
    const QJsonArray wanted = resultOf(s("net.mlmodel"), s("fixed"));
    QCOMPARE(wanted.size(), 2);
    const CliResult converted = runCli({s("convert"), m_folder->filePath(s("net.mlmodel")),
                                        m_folder->filePath(file), s("--to"), format});
    QVERIFY2(converted.exitCode == 0, converted.err.constData());
    compareNumbers(resultOf(file, s("fixed")), wanted);
}

/// The importer reads no weights of 16 bits.
void TstConvertCoreml::exactRunsWithTheImportersNames()
{
    const CliResult run = runCli({s("run"), m_folder->filePath(s("net.mlmodel")), s("--device"),
                                  s("reference"), s("--semantics"), s("exact")});
    NERVURE_VERIFY_EXIT(run, 1, "cannot reshape array of size 0 into shape (1,1,1,2)");
}

void TstConvertCoreml::savingItIsRefused()
{
    const CliResult edited =
        runCli({s("edit"), m_folder->filePath(s("net.mlmodel")), s("--set"), s("conv.nGroups=2"),
                s("--allow-errors"), s("-o"), m_folder->filePath(s("other.mlmodel"))});
    QVERIFY(edited.exitCode != 0);
    QVERIFY2(edited.err.contains("Core ML model"), edited.err.constData());
    QVERIFY(!QFile::exists(m_folder->filePath(s("other.mlmodel"))));
}

void TstConvertCoreml::aPackageIsNamed()
{
    QVERIFY(QDir(m_folder->path()).mkpath(s("net.mlpackage/Data")));
    QFile manifest(m_folder->filePath(s("net.mlpackage/Manifest.json")));
    QVERIFY(manifest.open(QIODevice::WriteOnly));
    manifest.close();
    const CliResult opened = runCli({s("info"), m_folder->filePath(s("net.mlpackage"))});
    NERVURE_VERIFY_EXIT(opened, 1, "found a Core ML package, which this version does not read");
}

NERVURE_TEST(TstConvertCoreml)
#include "tst_convert_coreml.moc"
