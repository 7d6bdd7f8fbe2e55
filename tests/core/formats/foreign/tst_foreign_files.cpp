// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/foreign/foreign_files.h"
#include "core/formats/project/open_model.h"
#include "core/formats/zip_archive.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

namespace {

std::string zipOf(const std::vector<std::string> &names)
{
    ZipWriter archive;
    for (const std::string &name : names) {
        static_cast<void>(archive.add(name, "content", false));
    }
    return archive.finish();
}

/// A field of a protobuf message.
std::string number(int field, char value)
{
    return std::string(1, static_cast<char>(field << 3)) + value;
}

std::string text(int field, const std::string &bytes)
{
    const int tag = field << 3 | 2;
    std::string out(1, static_cast<char>(tag < 128 ? tag : tag % 128 + 128));
    if (tag >= 128) {
        out += static_cast<char>(tag >> 7);
    }
    return out + static_cast<char>(bytes.size()) + bytes;
}

/// One node of TensorFlow's.
std::string tensorFlowNode()
{
    return text(1, text(1, "x") + text(2, "Placeholder"));
}

std::string bytes(std::initializer_list<int> values)
{
    std::string out;
    for (const int value : values) {
        out += static_cast<char>(value);
    }
    return out;
}

struct Sample {
    const char *what; ///< what the message says that it is
    std::string content;
};

std::vector<Sample> binaries()
{
    return {
        {"a TensorFlow Lite model", bytes({28, 0, 0, 0}) + "TFL3" + std::string(20, '\0')},
        {"a GGUF file", "GGUF" + bytes({3, 0, 0, 0})},
        {"a TorchScript model", zipOf({"m/data.pkl", "m/code/net.py", "m/constants.pkl"})},
        {"a PyTorch file", zipOf({"archive/data.pkl", "archive/data/0"})},
        {"a PyTorch file", bytes({0x80, 2, 0x8a, 10, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8,
                                  0x50, 0x19, '.'})},
        {"a Python pickle", bytes({0x80, 4, 'N', '.'})},
        {"an archive of NumPy's arrays", zipOf({"w.npy"})},
        {"one array of NumPy", bytes({0x93}) + "NUMPY" + bytes({1, 0})},
        {"a parameter file of NNVM or TVM",
         bytes({0xb7, 0x9c, 0x04, 0x05, 0x4f, 0x8d, 0xe5, 0xf7}) + std::string(16, '\0')},
        {"a parameter file of MXNet", bytes({0x12, 1}) + std::string(30, '\0')},
        {"a safetensors file", bytes({2, 0, 0, 0, 0, 0, 0, 0}) + "{}"},
        {"a compiled library", bytes({0x7f}) + "ELF" + std::string(12, '\2')},
        {"a zip archive", zipOf({"readme.txt"})},
        {"a tar archive", "mod.json" + std::string(249, '\0') + "ustar"},
        {"a compressed file", bytes({0x1f, 0x8b, 8, 0})},
        {"a picture", bytes({0x89}) + "PNG\r\n"},
        {"a TensorFlow SavedModel",
         number(1, 1) + text(2, text(1, "") + text(2, tensorFlowNode()))},
        {"a TensorFlow meta graph", text(1, text(4, "serve")) + text(2, tensorFlowNode())},
        {"a Caffe model", text(1, "net") + text(100, text(1, "c") + text(2, "Convolution"))},
        {"a PaddlePaddle model",
         text(1, number(1, 0) + number(2, 1) + text(3, "v") + text(4, "o"))},
        {"a weights file of Darknet",
         bytes({0, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0}) + std::string(16, '\0')},
    };
}

std::vector<Sample> texts()
{
    return {
        {"Relay functions",
         R"({"root": 1, "nodes": [{"type_key": ""}, {"type_key": "relay.Function", "attrs": {}}],
             "b64ndarrays": [], "attrs": {"tvm_version": "0.8.0"}})"},
        {"Relax functions",
         R"({"root": 1, "nodes": [{"type_key": ""}, {"type_key": "relax.expr.Function"}],
             "attrs": {"tvm_version": "0.17.0"}})"},
        {"Relax functions",
         R"({"root_index": 1, "nodes": [{"type": "None"}, {"type": "relax.expr.Function"}]})"},
        {"a TensorFlow.js model", R"({"format": "graph-model", "modelTopology": {"node": []}})"},
        {"graphs of Model Explorer",
         R"({"label": "m", "graphs": [{"id": "g", "nodes": [{"id": "0", "label": "relu",
             "namespace": "", "incomingEdges": []}]}]})"},
        {"graphs of Model Explorer", R"([{"id": "g", "nodes": [{"id": "0", "label": "relu"}]}])"},
        {"graphs of Model Explorer",
         R"({"graphCollections": [{"graphs": [{"nodes": [{"id": "0", "label": "relu"}]}]}]})"},
        {"an ONNX model as JSON", R"({"irVersion": "8", "graph": {"node": [{"opType": "Relu"}]}})"},
        {"a TensorFlow graph as JSON", R"({"node": [{"name": "x", "op": "Placeholder"}]})"},
        {"a trace of events", R"({"displayTimeUnit": "ns", "traceEvents": []})"},
        {"an OpenVINO model", "<?xml version=\"1.0\"?>\n<net name=\"m\" version=\"11\">\n</net>"},
        {"a picture", "<?xml version=\"1.0\"?>\n<svg width=\"1\"/>"},
        {"a web page", "\n<!DOCTYPE html>\n<html lang=\"en\"></html>"},
        {"a pointer of Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"},
        {"a Relay program", "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(1), float32]) { %x }"},
        {"a TVMScript program", "# from tvm.script import ir as I\n@I.ir_module\nclass M:\n"},
        {"a Graphviz graph", "digraph g {\n  a -> b\n}\n"},
        {"an ncnn network", "7767517\n2 2\n"},
        {"an ONNX model as text", "ir_version: 8\ngraph {\n}\n"},
        {"a TensorFlow graph as text", "node {\n  name: \"x\"\n}\n"},
        {"a Caffe network as text", "name: \"net\"\nlayer {\n  type: \"ReLU\"\n}\n"},
    };
}

} // namespace

class TstForeignFiles : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void kindsAreToldByName_data();
    void kindsAreToldByName();
    void damageIsSurvived_data() { kindsAreToldByName_data(); }
    void damageIsSurvived();
    void unknownContentNamesTheFormats();
    void whatAFormatReadsIsNotAsked();
    void brokenJsonSaysWhere();
    void foldersOfModels();
    void largeFiles();
};

void TstForeignFiles::kindsAreToldByName_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QByteArray>("content");
    int row = 0;
    for (const auto &samples : {binaries(), texts()}) {
        for (const Sample &sample : samples) {
            QTest::addRow("%d %s", row++, sample.what)
                << QString::fromUtf8(sample.what) << QByteArray::fromStdString(sample.content);
        }
    }
}

void TstForeignFiles::kindsAreToldByName()
{
    QFETCH(QString, what);
    QFETCH(QByteArray, content);
    const auto model =
        openModelText(content.toStdString(), "some.file", m_builtins.formats, m_builtins.ops);
    QVERIFY(!model.ok());
    const Diagnostic &error = model.error();
    QCOMPARE(error.code, "format-foreign");
    QCOMPARE(error.where.file, "some.file");
    QVERIFY2(error.message.starts_with("found " + what.toStdString()), error.message.c_str());
    QVERIFY(error.message.find('\n') == std::string::npos);
    QVERIFY(error.message.find(":") != std::string::npos); // what to do
}

void TstForeignFiles::damageIsSurvived()
{
    QFETCH(QByteArray, content);
    const std::string whole = content.toStdString();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto foreign = foreignFile(whole.substr(0, size), "f");
        QVERIFY(!foreign || foreign->code == "format-foreign");
        std::string changed = whole;
        changed[size] = static_cast<char>(~changed[size]);
        static_cast<void>(foreignFile(changed, "f"));
    }
}

void TstForeignFiles::unknownContentNamesTheFormats()
{
    for (const char *content : {"hello world", "\x01\x02\x03", "{}", "\x08"}) {
        const auto model = openModelText(content, "f", m_builtins.formats, m_builtins.ops);
        QVERIFY(!model.ok());
        QCOMPARE(model.error().code, "format-unknown");
        for (const FormatSpec &format : m_builtins.formats.all()) {
            QCOMPARE(model.error().message.find(format.title) != std::string::npos,
                     static_cast<bool>(format.read));
        }
    }
}

void TstForeignFiles::whatAFormatReadsIsNotAsked()
{
    // Names that mean something elsewhere.
    const auto model = openModelText(
        R"({"nodes": [{"op": "null", "name": "x", "inputs": [], "id": 1, "label": "l", "type_key": ""}],
            "arg_nodes": [0], "heads": [[0, 0, 0]], "traceEvents": [], "root": 1})",
        "f", m_builtins.formats, m_builtins.ops);
    QVERIFY2(model.ok(), model ? "" : model.error().message.c_str());
    QCOMPARE(model->format->name, "nnvm");
}

void TstForeignFiles::brokenJsonSaysWhere()
{
    const auto model =
        openModelText("{\n  \"class_name\": }", "f", m_builtins.formats, m_builtins.ops);
    QVERIFY(!model.ok());
    QCOMPARE(model.error().code, "json-syntax");
    QCOMPARE(model.error().where.line, 2);
}

void TstForeignFiles::foldersOfModels()
{
    const QTemporaryDir folder;
    const std::filesystem::path path(folder.path().toStdString());
    auto bytes = readModelFile(path);
    QVERIFY(!bytes.ok());
    QCOMPARE(bytes.error().code, "file");
    QVERIFY(QFile(folder.filePath(QStringLiteral("saved_model.pb"))).open(QIODevice::WriteOnly));
    bytes = readModelFile(path);
    QVERIFY(!bytes.ok());
    QVERIFY(bytes.error().message.starts_with("found a TensorFlow SavedModel"));
    QCOMPARE(bytes.error().where.file, path.string());
    NERVURE_VERIFY_ERROR(readModelFile(path / "none"), "file", "none");
}

void TstForeignFiles::largeFiles()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("large")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("GGUF\x03");
    file.flush();
    constexpr qint64 tooLarge = (qint64{1} << 30) + 1;
    QVERIFY(file.resize(tooLarge)); // takes no room on the disk
    const auto bytes = readModelFile(file.fileName().toStdString());
    QVERIFY(!bytes.ok());
    QVERIFY(bytes.error().message.starts_with("found a GGUF file"));
}

NERVURE_TEST(TstForeignFiles)
#include "tst_foreign_files.moc"
