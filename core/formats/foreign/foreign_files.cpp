// SPDX-License-Identifier: Apache-2.0
#include "core/formats/foreign/foreign_files.h"

#include "core/formats/byte_reader.h"
#include "core/formats/foreign/foreign_content.h"
#include "core/formats/foreign/foreign_json.h"
#include "core/formats/foreign/foreign_messages.h"
#include "core/formats/tensors/mxnet_params.h"
#include "core/formats/zip_archive.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <array>
#include <fstream>

namespace nervure {

namespace {

/// A kind of file that no format reads.
struct ForeignKind {
    std::string_view what;                       ///< "an ONNX model"
    bool (*isIt)(const ForeignContent &content); ///< asked in the order of the table
    std::string_view advice;                     ///< how its user gets what is read
};

// What follows the kind's name: how models of other frameworks become graphs that we read. Relay, and
// tvmc with it, went after TVM 0.19.
constexpr std::string_view viaTvmc =
    ", which this version does not read: TVM 0.8 to 0.19 makes a graph of it that it reads (tvmc "
    "compile --target llvm FILE, then mod.json in module.tar)";
constexpr std::string_view viaFrozen =
    ", which this version does not read: frozen to one graph, a .pb or .pbtxt file, it does "
    "(convert_variables_to_constants_v2 in TensorFlow)";
constexpr std::string_view viaTracing =
    ", which this version does not read: traced with torch.jit.trace, TVM 0.8 to 0.19 makes a graph "
    "of the model that it reads (tvmc compile --target llvm FILE.pt, then mod.json in module.tar)";
constexpr std::string_view viaOriginal =
    ", which this version does not read: from the model it was made from, in ONNX, Keras, TensorFlow "
    "or PyTorch, tvmc compile of TVM 0.8 to 0.19 makes a graph that it reads";
constexpr std::string_view viaNetwork =
    ", which this version does not read: converted with convert_to=\"neuralnetwork\" of coremltools to an "
    ".mlmodel file it does, and the model that it was made from, as ONNX";
constexpr std::string_view viaCaffe =
    ", which this version does not read: TVM 0.8 to 0.19 makes a graph of it that it reads "
    "(relay.frontend.from_caffe, relay.build, then get_graph_json())";
constexpr std::string_view viaRelayBuild =
    ", which this version does not read: it reads the graph that TVM compiles it to (relay.build, "
    "then get_graph_json())";
constexpr std::string_view isWeights = ", which has no graph of operators: open the model's graph";
constexpr std::string_view isParameters =
    ", which has no graph: open the graph's own file, --params FILE takes parameters";
constexpr std::string_view unpackIt =
    ": unpack it and open the model in it; TVM's graph is mod.json or executor-config/graph/*.graph";

bool isSafetensors(const ForeignContent &content)
{
    // The length of the JSON text that follows, in eight bytes.
    ByteReader in(content.bytes(), {});
    std::uint64_t length = 0;
    constexpr std::uint64_t mostLength = 100'000'000; // by the format's own rule
    return in.take(length) && length >= 2 && length <= mostLength
           && (content.isCut() || length <= in.left()) && content.hasAt(sizeof length, "{");
}

bool isNnvmParams(const ForeignContent &content)
{
    ByteReader in(content.bytes(), {});
    constexpr std::uint64_t magic = 0xF7E58D4F05049CB7;
    std::uint64_t found = 0;
    return in.take(found) && found == magic;
}

bool isOldTorch(const ForeignContent &content)
{
    // A pickle of protocol 2 with the number 0x1950a86a20f9469cfc6c.
    return content.startsWith("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19");
}

bool isPickle(const ForeignContent &content)
{
    const std::string_view bytes = content.bytes();
    return bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5
           && (content.isCut() || bytes.back() == '.');
}

bool isDarknetWeights(const ForeignContent &content)
{
    // Version 0.1 or 0.2, its revision, the number of images seen (of four or eight bytes), floats.
    ByteReader in(content.bytes(), {});
    std::int32_t major = -1;
    std::int32_t minor = 0;
    std::int32_t revision = -1;
    constexpr std::int32_t mostRevision = 99;
    const bool hasVersion = in.take(major) && in.take(minor) && in.take(revision);
    return hasVersion && major == 0 && (minor == 1 || minor == 2) && revision >= 0
           && revision <= mostRevision && in.left() >= sizeof(float)
           && in.left() % sizeof(float) == 0;
}

bool isMarkup(const ForeignContent &content, std::string_view element)
{
    const std::string_view front = content.front();
    return front.starts_with('<') && front.find(element) != std::string_view::npos;
}

/// Whether one of its lines begins so, as fields do in protobuf's text.
bool hasLine(const ForeignContent &content, std::initializer_list<std::string_view> words)
{
    for (const std::string_view line : split(content.front(), '\n')) {
        for (const std::string_view word : words) {
            if (line.starts_with(word)) {
                return true;
            }
        }
    }
    return false;
}

bool isGraphviz(const ForeignContent &content)
{
    const std::string_view line = content.firstLine();
    return line.starts_with("digraph ") || line.starts_with("strict digraph ")
           || line.starts_with("graph ") || line.starts_with("digraph{");
}

using Content = ForeignContent;

bool isCompressed(const Content &content)
{
    return content.startsWith("\x1f\x8b")
           || content.startsWith("\xfd"
                                 "7zXZ")
           || content.startsWith("\x28\xb5\x2f\xfd") || content.startsWith("7z\xbc\xaf");
}

bool isPicture(const Content &content)
{
    return content.startsWith("\x89PNG") || content.startsWith("\xff\xd8\xff")
           || content.startsWith("%PDF") || isMarkup(content, "<svg");
}

bool isWebPage(const Content &content)
{
    return isMarkup(content, "<html") || isMarkup(content, "<HTML")
           || isMarkup(content, "<!DOCTYPE html") || isMarkup(content, "<!doctype html");
}

bool isTvmScript(const Content &content)
{
    const std::string_view front = content.front();
    return (front.starts_with("# from tvm") || front.starts_with("from ")
            || front.starts_with("import "))
           && front.find("from tvm.script import") != std::string_view::npos;
}

/// One table, the more certain kinds first.
constexpr std::array foreignKinds{
    // What the first bytes tell.
    ForeignKind{"a TensorFlow Lite model", [](const Content &c) { return c.hasAt(4, "TFL3"); },
                viaTvmc},
    ForeignKind{"an ExecuTorch program", [](const Content &c) { return c.hasAt(4, "ET12"); },
                viaOriginal},
    ForeignKind{"a GGUF file", [](const Content &c) { return c.startsWith("GGUF"); }, isWeights},
    ForeignKind{"a PyTorch file", isOldTorch, viaTracing},
    ForeignKind{"a Python pickle", isPickle, isWeights},
    ForeignKind{"one array of NumPy", [](const Content &c) { return c.startsWith("\x93NUMPY"); },
                ", which has no graph: open the graph's own file, --input NAME=FILE takes values"},
    ForeignKind{"a parameter file of NNVM or TVM", isNnvmParams, isParameters},
    ForeignKind{"a parameter file of MXNet",
                [](const Content &c) { return isMxnetParams(c.bytes()); }, isParameters},
    ForeignKind{"a safetensors file", isSafetensors, isWeights},
    ForeignKind{"a TensorRT engine", [](const Content &c) { return c.startsWith("ftrt"); },
                viaOriginal},
    ForeignKind{"a compiled library",
                [](const Content &c) {
                    return c.startsWith("\x7f"
                                        "ELF")
                           || c.startsWith("MZ");
                },
                ": if TVM exported it, get_graph_json() of the loaded module gives its graph"},
    // Archives, by their members.
    ForeignKind{
        "a TorchScript model",
        [](const Content &c) { return c.hasMember("/data.pkl") && c.hasMember("/constants.pkl"); },
        viaTvmc},
    ForeignKind{"a PyTorch file", [](const Content &c) { return c.hasMember("data.pkl"); },
                viaTracing},
    ForeignKind{"a program exported by PyTorch",
                [](const Content &c) {
                    return c.hasMember("serialized_exported_program.json")
                           || c.hasMember("archive_format");
                },
                viaTracing},
    ForeignKind{"an archive of NumPy's arrays",
                [](const Content &c) { return c.hasMember(".npy"); }, isParameters},
    ForeignKind{"a zip archive", [](const Content &c) { return isZip(c.bytes()); }, unpackIt},
    ForeignKind{"a tar archive", [](const Content &c) { return c.hasAt(257, "ustar"); }, unpackIt},
    ForeignKind{"a compressed file", isCompressed, unpackIt},
    // What is no model at all.
    ForeignKind{"a picture", isPicture, ": open the model that it shows"},
    ForeignKind{"a web page", isWebPage, ", not the file that it tells about: download that file"},
    ForeignKind{"a pointer of Git LFS",
                [](const Content &c) { return c.startsWith("version https://git-lfs."); },
                ", not the file itself: git lfs pull fetches that"},
    // JSON, by its members.
    ForeignKind{"Relax functions of TVM as JSON", isRelaxJson, viaOriginal},
    ForeignKind{"Relay functions of TVM as JSON", isRelayJson, viaRelayBuild},
    ForeignKind{"a TensorFlow.js model", isTensorFlowJsModel, viaOriginal},
    ForeignKind{"graphs of Model Explorer", isModelExplorerJson,
                ", made for display: open the model that they were made from"},
    ForeignKind{"an ONNX model as JSON", isOnnxJson, viaOriginal},
    ForeignKind{"a TensorFlow graph as JSON", isTensorFlowJson, viaFrozen},
    ForeignKind{"a trace of events", isTraceJson, ", which has no graph: open the graph that ran"},
    // Other texts.
    ForeignKind{"an OpenVINO model", [](const Content &c) { return isMarkup(c, "<net "); },
                viaOriginal},
    ForeignKind{"a Relay program as text",
                [](const Content &c) { return c.front().starts_with("#[version"); }, viaRelayBuild},
    ForeignKind{"a TVMScript program", isTvmScript, viaOriginal},
    ForeignKind{"a Graphviz graph", isGraphviz,
                ", which is written, but not read: open the model that it was made from"},
    ForeignKind{"an ncnn network", [](const Content &c) { return c.firstLine() == "7767517"; },
                viaOriginal},
    ForeignKind{"an ONNX model as text",
                [](const Content &c) { return hasLine(c, {"ir_version:"}); }, viaOriginal},
    ForeignKind{"a TensorFlow graph as text",
                [](const Content &c) {
                    return hasLine(c, {"node {", "saved_model_schema_"});
                },
                viaFrozen},
    ForeignKind{"a Caffe network as text",
                [](const Content &c) {
                    return hasLine(c, {"layer {", "layers {", "layer{"});
                },
                viaCaffe},
    // Protobuf messages, by the numbers of their fields.
    ForeignKind{"a TensorFlow SavedModel", isTensorFlowSavedModel, viaFrozen},
    ForeignKind{"a TensorFlow meta graph", isTensorFlowMetaGraph, viaFrozen},
    ForeignKind{"a Caffe model", isCaffeModel, viaCaffe},
    ForeignKind{"a PaddlePaddle model", isPaddleModel, viaTvmc},
    ForeignKind{"a weights file of Darknet", isDarknetWeights,
                ", which has no graph: open the .cfg file that it belongs to"},
};

Diagnostic foreignError(std::string_view what, std::string_view advice, const std::string &name)
{
    Diagnostic error = makeError("format-foreign", "found {}{}", what, advice);
    error.where.file = name;
    return error;
}

std::optional<Diagnostic> foreignFile(const ForeignContent &content, const std::string &name)
{
    for (const ForeignKind &kind : foreignKinds) {
        if (kind.isIt(content)) {
            return foreignError(kind.what, kind.advice, name);
        }
    }
    return std::nullopt;
}

std::optional<Diagnostic> foreignFolder(const std::filesystem::path &path)
{
    std::error_code error;
    if (std::filesystem::exists(path / "saved_model.pb", error)
        || std::filesystem::exists(path / "saved_model.pbtxt", error)) {
        return foreignError("a TensorFlow SavedModel", viaFrozen, path.string());
    }
    if (std::filesystem::exists(path / "Manifest.json", error)
        && std::filesystem::exists(path / "Data", error)) {
        return foreignError("a Core ML package", viaNetwork, path.string());
    }
    return std::nullopt;
}

/// What a file too large to be read begins with.
std::string frontOf(const std::filesystem::path &path)
{
    constexpr std::size_t frontBytes = std::size_t{1} << 20U;
    std::string bytes(frontBytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

} // namespace

std::optional<Diagnostic> foreignFile(std::string_view bytes, const std::string &name)
{
    return foreignFile(ForeignContent(bytes), name);
}

Result<std::string> readModelFile(const std::filesystem::path &path)
{
    Result<std::string> bytes = readFile(path);
    std::error_code error;
    if (bytes || path == "-") {
        return bytes;
    }
    std::optional<Diagnostic> foreign;
    if (std::filesystem::is_directory(path, error)) {
        foreign = foreignFolder(path);
    } else if (std::filesystem::is_regular_file(path, error)
               && std::filesystem::file_size(path, error) > maxModelFileBytes) {
        const std::string front = frontOf(path);
        foreign = foreignFile(ForeignContent(front, MessageEnd::MayBeCut), path.string());
    }
    return foreign ? *foreign : bytes.error();
}

} // namespace nervure
