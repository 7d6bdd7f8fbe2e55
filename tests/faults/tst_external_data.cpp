// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>

#include <filesystem>

using namespace nervure::tests;
namespace fs = std::filesystem;

/// Fault 17: values in a file beside the model that is not there, or that links lead to.
class TstExternalData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        NERVURE_NEED_FAULTS();
        m_folder = std::make_unique<QTemporaryDir>();
    }
    void aMissingFileIsMissing();
    void aFileOutsideIsOutside();
    void linksOfACacheAreFollowed();
    void copiesBringTheDataAlong();
    void copiesWithoutDataAreNotWritten();

private:
    static QString fault(const char *name)
    {
        return faultFile("17-external-data-words/") + s(name);
    }
    [[nodiscard]] QString path(const char *name) const { return m_folder->filePath(s(name)); }
    /// The model and its data as a cache keeps them: links into a folder of blobs.
    [[nodiscard]] QString cached() const
    {
        fs::create_directories(path("cache/blobs").toStdString());
        fs::create_directories(path("cache/snapshot").toStdString());
        QFile::copy(fault("net.onnx"), path("cache/blobs/model"));
        writeNumbers("cache/blobs/data");
        fs::create_symlink("../blobs/model", path("cache/snapshot/net.onnx").toStdString());
        fs::create_symlink("../blobs/data", path("cache/snapshot/weights.bin").toStdString());
        return path("cache/snapshot/net.onnx");
    }
    void writeNumbers(const char *name) const
    {
        const float numbers[] = {1, 2, 3, 4};
        QVERIFY(nervure::writeFile(
            path(name).toStdString(),
            std::string_view(reinterpret_cast<const char *>(numbers), sizeof numbers)));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstExternalData::aMissingFileIsMissing()
{
    QFile::copy(fault("net.onnx"), path("net.onnx"));
    const char *words = "'weights.bin' is not there";
    NERVURE_VERIFY_EXIT(runCli({s("info"), path("net.onnx")}), 0, words);
    NERVURE_VERIFY_EXIT(runCli({s("run"), path("net.onnx")}), 1, words);
    const CliResult weights = runCli({s("weights"), path("net.onnx")});
    QVERIFY2(weights.out.contains(words), weights.out.constData());
}

void TstExternalData::aFileOutsideIsOutside()
{
    fs::create_directories(path("model").toStdString());
    QFile::copy(fault("net.onnx"), path("model/net.onnx"));
    writeNumbers("weights.bin");
    fs::create_symlink("../weights.bin", path("model/weights.bin").toStdString());
    NERVURE_VERIFY_EXIT(runCli({s("run"), path("model/net.onnx")}), 1,
                        "lies outside the model's folder");
    NERVURE_VERIFY_EXIT(
        runCli({s("run"), path("model/net.onnx"), s("--allow-path"), m_folder->path()}), 0, "");
}

void TstExternalData::linksOfACacheAreFollowed()
{
    const CliResult weights = runCli({s("weights"), cached(), s("w")});
    QVERIFY2(weights.out.contains("1, 2, 3, 4"), (weights.out + weights.err).constData());
    NERVURE_VERIFY_EXIT(runCli({s("run"), path("cache/snapshot/net.onnx")}), 0, "");
}

void TstExternalData::copiesBringTheDataAlong()
{
    const QString model = cached();
    fs::create_directories(path("out").toStdString());
    NERVURE_VERIFY_EXIT(runCli({s("convert"), model, path("out/copy.onnx")}), 0, "");
    const CliResult weights = runCli({s("weights"), path("out/copy.onnx"), s("w")});
    QVERIFY2(weights.out.contains("1, 2, 3, 4"), (weights.out + weights.err).constData());
}

void TstExternalData::copiesWithoutDataAreNotWritten()
{
    QFile::copy(fault("net.onnx"), path("net.onnx"));
    fs::create_directories(path("out").toStdString());
    const QString out = path("out/copy.onnx");
    const char *words = "the new file would lack the values in 'weights.bin'";
    NERVURE_VERIFY_EXIT(runCli({s("convert"), path("net.onnx"), out}), 1, words);
    NERVURE_VERIFY_EXIT(
        runCli({s("edit"), path("net.onnx"), s("--rename"), s("x=z"), s("-o"), out}), 1, words);
    QVERIFY(!QFile::exists(out));
}

NERVURE_TEST(TstExternalData)
#include "tst_external_data.moc"
