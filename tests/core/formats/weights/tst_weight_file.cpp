// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_file.h"

#include "core/formats/tensors/wts.h"
#include "core/support/file.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace nervure;
using namespace nervure::tests;

namespace {

std::string tensorMessage(std::string_view name, std::int64_t type,
                          std::initializer_list<std::int64_t> dims, const std::string &rest)
{
    std::string message;
    for (const std::int64_t size : dims) {
        message += integerField(tensor::dims, size);
    }
    return message + integerField(tensor::dataType, type) + bytesField(tensor::name, name) + rest;
}

std::string external(std::string_view location, int offset, int length)
{
    const auto entry = [](std::string_view key, std::string_view value) {
        return bytesField(tensor::externalData, bytesField(string_pair::key, key)
                                                    + bytesField(string_pair::value, value));
    };
    return entry("location", location) + entry("offset", std::to_string(offset))
           + entry("length", std::to_string(length)) + integerField(tensor::dataLocation, 1);
}

std::string numbers(std::initializer_list<float> values)
{
    std::string bytes;
    for (const float value : values) {
        bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    return bytes;
}

} // namespace

class TstWeightFile : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] std::filesystem::path path(const char *name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    /// The weights of a model with these tensors.
    [[nodiscard]] Result<WeightFile> model(std::initializer_list<std::string> tensors,
                                           const std::string &nodes = {},
                                           const AllowedFolders &allowed = {}) const
    {
        std::string graph = nodes;
        for (const std::string &tensor : tensors) {
            graph += bytesField(graph::initializer, tensor);
        }
        RETURN_IF_FAILED(writeFile(path("m.onnx"), modelOf(graph)));
        return WeightFile::open(path("m.onnx"), allowed);
    }

    /// All elements as text, or why there are none.
    static std::string textOf(const Result<WeightFile> &file, std::string_view name)
    {
        const auto weight = file ? file->find(name) : Result<const Weight *>(file.error());
        const auto reader =
            weight ? WeightReader::open(**weight, {}) : Result<WeightReader>(weight.error());
        if (!reader) {
            return reader.error().message;
        }
        std::string text;
        for (std::uint64_t i = 0; i < (*weight)->count; ++i) {
            text += (i > 0 ? " " : "") + reader->text(i);
        }
        return text;
    }

private Q_SLOTS:
    void rawElements()
    {
        const auto file = model(
            {tensorMessage("w", 1, {2, 2}, bytesField(tensor::rawData, numbers({1, -2, 0.5, 0}))),
             tensorMessage("i4", 22, {3}, bytesField(tensor::rawData, "\x91\x07")),
             tensorMessage("u2", 25, {5}, bytesField(tensor::rawData, "\xe4\x01")),
             tensorMessage("b", 9, {2}, bytesField(tensor::rawData, std::string("\1\0", 2)))});
        QVERIFY(file.ok());
        QCOMPARE(file->weights().size(), std::size_t(4));
        QCOMPARE(file->weights()[0].shape, (std::vector<std::int64_t>{2, 2}));
        QCOMPARE(file->weights()[0].storedBytes, std::uint64_t(16));
        QCOMPARE(textOf(file, "w"), std::string("1 -2 0.5 0"));
        QCOMPARE(textOf(file, "i4"), std::string("1 -7 7"));
        QCOMPARE(textOf(file, "u2"), std::string("0 1 2 3 1"));
        QCOMPARE(textOf(file, "b"), std::string("true false"));
    }

    /// The lists that ONNX has beside raw bytes; smaller types stand in lists of larger ones.
    void listedElements()
    {
        const auto int32s = [](std::initializer_list<std::int64_t> values) {
            std::string packed;
            for (const std::int64_t value : values) {
                addVarint(packed, static_cast<std::uint64_t>(value));
            }
            return packed;
        };
        std::string oneByOne;
        addFloat(oneByOne, tensor::floatData, 1.5F);
        addFloat(oneByOne, tensor::floatData, 2.5F);
        const auto file = model(
            {tensorMessage("f", 1, {2}, bytesField(tensor::floatData, numbers({1, 2}))),
             tensorMessage("g", 1, {2}, oneByOne),
             tensorMessage("h", 10, {1}, bytesField(tensor::int32Data, int32s({0x3c00}))),
             tensorMessage("bf", 16, {1}, bytesField(tensor::int32Data, int32s({0x3f80}))),
             tensorMessage("i8", 3, {2}, bytesField(tensor::int32Data, int32s({-1, 5}))),
             tensorMessage("i4", 22, {3}, bytesField(tensor::int32Data, int32s({0x91, 0x07}))),
             tensorMessage("i64", 7, {1}, bytesField(tensor::int64Data, int32s({-3}))),
             tensorMessage("c", 14, {1}, bytesField(tensor::floatData, numbers({1, 2}))),
             tensorMessage("s", 8, {2},
                           bytesField(tensor::stringData, "a")
                               + bytesField(tensor::stringData, "b")),
             tensorMessage("short", 1, {3}, bytesField(tensor::floatData, numbers({1, 2})))});
        QCOMPARE(textOf(file, "f"), std::string("1 2"));
        QCOMPARE(textOf(file, "g"), std::string("1.5 2.5"));
        QCOMPARE(textOf(file, "h"), std::string("1"));
        QCOMPARE(textOf(file, "bf"), std::string("1"));
        QCOMPARE(textOf(file, "i8"), std::string("-1 5"));
        QCOMPARE(textOf(file, "i4"), std::string("1 -7 7"));
        QCOMPARE(textOf(file, "i64"), std::string("-3"));
        QCOMPARE(textOf(file, "c"), std::string("1+2i"));
        QCOMPARE(textOf(file, "s"), std::string("a b"));
        QCOMPARE(textOf(file, "short"), std::string("found 8 bytes of elements, expected 12"));
    }

    void constantsAndBodies()
    {
        const std::string value = bytesField(
            node::attribute,
            bytesField(attribute::name, "value")
                + bytesField(attribute::t,
                             tensorMessage("", 1, {1}, bytesField(tensor::rawData, numbers({7})))));
        const std::string body = bytesField(
            node::attribute,
            bytesField(attribute::name, "body")
                + bytesField(attribute::g,
                             bytesField(graph::initializer,
                                        tensorMessage("inner", 1, {1},
                                                      bytesField(tensor::rawData, numbers({8}))))));
        const auto file = model({}, nodeField("Constant", {}, {"c"}, "constant", value)
                                        + nodeField("Loop", {}, {"l"}, "loop", body));
        QCOMPARE(textOf(file, "c"), std::string("7"));
        QCOMPARE(textOf(file, "loop/inner"), std::string("8"));
    }

    /// Each value has a name of its own: branches, namesakes among the nodes, functions.
    void whatHoldsValuesNamesThem()
    {
        const auto body = [](const char *attribute, float number) {
            return bytesField(
                node::attribute,
                bytesField(attribute::name, attribute)
                    + bytesField(
                        attribute::g,
                        bytesField(graph::initializer,
                                   tensorMessage("w", 1, {1},
                                                 bytesField(tensor::rawData, numbers({number}))))));
        };
        const std::string number =
            bytesField(node::attribute, bytesField(attribute::name, "value_int")
                                            + integerField(attribute::i, 9007199254740993));
        const auto file = model(
            {}, nodeField("If", {}, {"a"}, "if", body("then_branch", 1) + body("else_branch", 2))
                    + nodeField("Loop", {}, {"b"}, "twice", body("body", 3))
                    + nodeField("Loop", {}, {"c"}, "twice", body("body", 4))
                    + nodeField("Constant", {}, {"n"}, "number", number));
        QCOMPARE(textOf(file, "if/then_branch/w"), std::string("1"));
        QCOMPARE(textOf(file, "if/else_branch/w"), std::string("2"));
        QCOMPARE(textOf(file, "b/w"), std::string("3"));
        QCOMPARE(textOf(file, "c/w"), std::string("4"));
        QCOMPARE(textOf(file, "n"), std::string("9007199254740993"));
    }

    void faultyOnes()
    {
        const auto file =
            model({tensorMessage("short", 1, {2}, bytesField(tensor::rawData, numbers({1}))),
                   tensorMessage("huge", 1, {1LL << 40, 1LL << 40}, {}),
                   tensorMessage("negative", 1, {-1}, {}),
                   tensorMessage("unknown", 99, {1}, bytesField(tensor::rawData, "x"))});
        QCOMPARE(textOf(file, "short"),
                 std::string("short: found 4 bytes of elements, expected 8"));
        QVERIFY(textOf(file, "huge").starts_with("huge: found the shape [1099511627776, "));
        QVERIFY(textOf(file, "negative").starts_with("negative: found the shape [-1]"));
        QCOMPARE(textOf(file, "unknown"),
                 std::string("unknown: elements of type 99 cannot be read"));
        NERVURE_VERIFY_ERROR(file->find("sohrt"), "no-such-weight", "there is no weight 'sohrt'");
    }

    void externalData()
    {
        QVERIFY(writeFile(path("data.bin"), "xxxx" + numbers({3, 4})));
        const auto file = model({tensorMessage("w", 1, {2}, external("data.bin", 4, 8)),
                                 tensorMessage("far", 1, {2}, external("data.bin", 8, 8)),
                                 tensorMessage("none", 1, {2}, external("none.bin", 0, 8))});
        QVERIFY(file.ok());
        QCOMPARE(file->weights()[0].file, std::string("data.bin"));
        QCOMPARE(textOf(file, "w"), std::string("3 4"));
        QCOMPARE(textOf(file, "far"),
                 std::string("far: found 12 bytes in 'data.bin', expected 8 from byte 8 on"));
        QCOMPARE(textOf(file, "none"),
                 std::string("none: 'none.bin' is not there, expected it beside the model"));
    }

    void externalDataOutside()
    {
        std::filesystem::create_directories(path("other"));
        QTemporaryDir outside;
        const std::filesystem::path folder(outside.path().toStdString());
        QVERIFY(writeFile(folder / "data.bin", numbers({3})));
        std::filesystem::create_symlink(folder / "data.bin", path("link.bin"));
        const std::string refused = "lies outside the model's folder and is not read";
        for (const std::string &location :
             {(folder / "data.bin").string(), std::string("../data.bin"), std::string("link.bin"),
              std::string("other/../../data.bin"), std::string()}) {
            const auto file = model({tensorMessage("w", 1, {1}, external(location, 0, 4))});
            QVERIFY2(textOf(file, "w").find(refused) != std::string::npos,
                     textOf(file, "w").c_str());
        }
        const auto file =
            model({tensorMessage("w", 1, {1}, external("link.bin", 0, 4))}, {}, {folder});
        QCOMPARE(textOf(file, "w"), std::string("3"));
    }

    void filesOfWeights()
    {
        TensorMap tensors;
        const std::vector<float> values{1, -2.5};
        tensors.emplace("w", Tensor::ofFloats({2}, values));
        QVERIFY(writeFile(path("net.wts"), writeWts(tensors)));
        QCOMPARE(textOf(WeightFile::open(path("net.wts")), "w"), std::string("1 -2.5"));
        // A model that has none stands for the file beside it.
        QVERIFY(writeFile(path("net.json"), "{\"ops\": []}"));
        QCOMPARE(textOf(WeightFile::open(path("net.json")), "w"), std::string("1 -2.5"));
        QVERIFY(writeFile(path("alone.json"), "{\"ops\": []}"));
        NERVURE_VERIFY_ERROR(WeightFile::open(path("alone.json")), "weights-format",
                             "alone.json: found no weights, expected an ONNX model");
        // An array without elements, and one whose elements are in another line.
        QVERIFY(writeFile(path("lines.wts"), "3\nnone 0 0\nw 0 2\n3f800000\n40000000\nv 2 1 ff\n"));
        const auto lines = WeightFile::open(path("lines.wts"));
        QCOMPARE(textOf(lines, "none"), std::string());
        QCOMPARE(textOf(lines, "w"), std::string("1 2"));
        QCOMPARE(textOf(lines, "v"), std::string("-1"));
        QVERIFY(writeFile(path("bad.wts"), "1\nw 0 3 3f800000\n"));
        QCOMPARE(textOf(WeightFile::open(path("bad.wts")), "w"),
                 std::string("the file ends at element 1, expected a hexadecimal number"));
        NERVURE_VERIFY_ERROR(WeightFile::open(path("nowhere")), "file", "No such file");
    }
};

NERVURE_TEST(TstWeightFile)
#include "tst_weight_file.moc"
