// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/carried_part.h"
#include "core/graph/edits/fragment.h"
#include "core/graph/onnx_variable.h"
#include "tests/core/formats/onnx/initializer_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Values of initializers that are pasted into another model.
class TstCarriedValues : public QObject, private InitializerProbe {
    Q_OBJECT

    /// y = x + w, with so many values from `first` on as these fields say, as a file of that name.
    [[nodiscard]] OpenedModel source(const std::string &values, std::int64_t count,
                                     std::int64_t type = 1) const
    {
        const std::string size = std::to_string(count);
        const std::string bytes =
            modelOf(bytesField(graph::initializer, integerField(tensor::dims, count)
                                                       + integerField(tensor::dataType, type)
                                                       + bytesField(tensor::name, "w") + values)
                    + valueField(graph::input, "x", {size}) + nodeField("Add", {"x", "w"}, {"y"})
                    + valueField(graph::output, "y", {size}));
        [[maybe_unused]] const Status status = writeFile(path("source.onnx"), bytes);
        return openModel(path("source.onnx"), m_builtins.formats, m_builtins.ops).value();
    }

    static CarriedPart carried(const OpenedModel &from, const std::filesystem::path &file)
    {
        std::vector<NodeId> nodes(from.graph.nodes().begin(), from.graph.nodes().end());
        return carryValues(copyFragment(from.graph, nodes).value(), {from.text->view(), file})
            .value();
    }

    /// The attribute of `w` in the part.
    static std::string textOf(const CarriedPart &part)
    {
        const Node &w = part.graph.node(*part.graph.findByName("w"));
        const std::string *text = w.attrs.find(onnx_variable::carried);
        return text ? *text : std::string();
    }

    /// The values that it has in a model that has none of its own, saved; or what is wrong.
    [[nodiscard]] std::string pasted(const CarriedPart &part) const
    {
        OpenedModel model =
            opened(modelOf(valueField(graph::input, "a", {"2"}) + nodeField("Relu", {"a"}, {"b"})
                           + valueField(graph::output, "b", {"2"})));
        const auto edit = pasteFragment(model.graph, part.graph, {Connect::Nothing, {}, {}});
        [[maybe_unused]] const auto undo = apply(model.graph, *edit);
        return saved(model);
    }

    static std::string bytesOf(std::size_t count)
    {
        std::string bytes;
        for (std::size_t i = 0; i < count; ++i) {
            bytes += raw({i == 2 ? 7.F : 0.F});
        }
        return bytes;
    }

private Q_SLOTS:
    void fewAreInTheGraph()
    {
        const OpenedModel from = source(bytesField(tensor::rawData, raw({1, 2})), 2);
        const CarriedPart part = carried(from, from.path);
        QCOMPARE(textOf(part), std::string("hex 0000803f00000040"));
        QVERIFY(part.left.empty());
        QCOMPARE(pasted(part), std::string("float32 2: 1 2"));
    }

    void largeOnesStayInTheirFile()
    {
        const std::string bytes = bytesOf(2000);
        const OpenedModel from = source(bytesField(tensor::rawData, bytes), 2000);
        const CarriedPart part = carried(from, from.path);
        QVERIFY2(textOf(part).starts_with("at " + path("source.onnx").string() + '#'),
                 textOf(part).c_str());
        QVERIFY(pasted(part).starts_with("float32 2000: 0 0 7 0"));
        const std::string whole = readFile(path("source.onnx")).value();
        std::string other = whole;
        other[whole.find(bytes) + 1] = 'x';
        QVERIFY(writeFile(path("source.onnx"), other));
        QCOMPARE(pasted(part), "w: the values that were pasted of '" + path("source.onnx").string()
                                   + "': the file has changed since");
        std::filesystem::remove(path("source.onnx"));
        QCOMPARE(pasted(part), "w: the values that were pasted of '" + path("source.onnx").string()
                                   + "': cannot open: No such file or directory");
    }

    /// What the file has by now is not what was opened.
    void ofAFileThatWasWrittenToTheyAreInTheGraph()
    {
        const OpenedModel from = source(bytesField(tensor::rawData, bytesOf(2000)), 2000);
        QVERIFY(writeFile(path("source.onnx"), "another"));
        const CarriedPart part = carried(from, from.path);
        QVERIFY(textOf(part).starts_with("hex "));
        QVERIFY(pasted(part).starts_with("float32 2000: 0 0 7 0"));
    }

    void ofOtherFiles()
    {
        QVERIFY(writeFile(path("data.bin"), "xxxx" + bytesOf(2000)));
        const OpenedModel from = source(externalFields("data.bin", 4), 2000);
        const CarriedPart part = carried(from, from.path);
        QVERIFY2(textOf(part).starts_with("at " + path("data.bin").string() + "#4+8000#"),
                 textOf(part).c_str());
        QVERIFY(pasted(part).starts_with("float32 2000: 0 0 7 0"));
    }

    void lists()
    {
        const OpenedModel from = source(bytesField(tensor::floatData, raw({3, 4})), 2);
        QCOMPARE(pasted(carried(from, from.path)), std::string("float32 2: 3 4"));
    }

    /// Twice on the way: what came from elsewhere is taken on as it is.
    void whatWasCarriedIsCarriedOn()
    {
        const OpenedModel from = source(bytesField(tensor::rawData, raw({1, 2})), 2);
        const CarriedPart part = carried(from, from.path);
        QCOMPARE(textOf(carryValues(part.graph, {from.text->view(), from.path}).value()),
                 textOf(part));
    }

    void whatStaysIsAnInput()
    {
        const std::string texts =
            bytesField(tensor::stringData, "a") + bytesField(tensor::stringData, "b");
        constexpr std::int64_t stringType = 8;
        const OpenedModel from = source(texts, 2, stringType);
        const CarriedPart part = carried(from, from.path);
        QCOMPARE(part.left.size(), std::size_t{1});
        QCOMPARE(part.left[0].message,
                 std::string("the values of 'w' stay in their model: they are texts or of a type "
                             "that is not known"));
        const Node &w = part.graph.node(*part.graph.findByName("w"));
        QVERIFY(!holdsOnnxValues(w.attrs) && isOnnxInput(w.attrs));
        QCOMPARE(pasted(part), std::string("there is no weight 'w'"));
    }

    void tooLargeToBeInTheGraph()
    {
        constexpr std::size_t count = 300'000;
        const OpenedModel from =
            source(bytesField(tensor::rawData, std::string(count * 4, '\0')), std::int64_t{count});
        const CarriedPart part = carried(from, {});
        QCOMPARE(part.left.size(), std::size_t{1});
        QCOMPARE(part.left[0].message,
                 std::string("the values of 'w' stay in their model: 1200000 bytes that lie in no "
                             "file as they are, expected at most 1048576"));
    }

    void faultyTexts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("odd") << QStringLiteral("hex 000")
                             << QStringLiteral("found values that were pasted, expected "
                                               "hexadecimal digits in pairs");
        QTest::newRow("short") << QStringLiteral("hex 00")
                               << QStringLiteral("found 1 bytes of values that were pasted, "
                                                 "expected 8");
        QTest::newRow("no place") << QStringLiteral("at /a#b")
                                  << QStringLiteral("found '/a#b' for values that were pasted, "
                                                    "expected a place in a file");
        QTest::newRow("neither") << QStringLiteral("beyond")
                                 << QStringLiteral("found 'beyond' for values that were pasted, "
                                                   "expected hex or at");
    }
    void faultyTexts()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        NERVURE_VERIFY_ERROR(carriedElements(text.toStdString(), 8), "onnx-values",
                             message.toStdString());
    }
};

NERVURE_TEST(TstCarriedValues)
#include "tst_carried_values.moc"
