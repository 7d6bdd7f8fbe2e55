// SPDX-License-Identifier: Apache-2.0
#include "core/graph/onnx_variable.h"
#include "tests/core/formats/onnx/initializer_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Values that move into a file beside the model, and back.
class TstOnnxDataFiles : public QObject, private InitializerProbe {
    Q_OBJECT

    [[nodiscard]] std::string content(const char *file) const
    {
        return nervure::readFile(path(file)).value();
    }

    static void moveTo(OpenedModel &model, const char *file)
    {
        attrs(model).set(onnx_variable::data, file);
        attrs(model).erase(onnx_variable::value);
    }

private Q_SLOTS:
    void init()
    {
        std::filesystem::remove(path("w.bin"));
        std::filesystem::remove(path("saved.onnx"));
    }

    void movedOut_data()
    {
        QTest::addColumn<QByteArray>("values");
        QTest::newRow("raw") << QByteArray::fromStdString(bytesField(tensor::rawData, raw({1, 2})));
        QTest::newRow("listed") << QByteArray::fromStdString(
            bytesField(tensor::floatData, raw({1, 2})));
    }

    void movedOut()
    {
        QFETCH(const QByteArray, values);
        OpenedModel model = opened(this->model(values.toStdString()));
        moveTo(model, "w.bin");
        QCOMPARE(saved(model), std::string("float32 2: 1 2"));
        QCOMPARE(content("w.bin"), raw({1, 2}));
        const std::string bytes = content("saved.onnx");
        QVERIFY(bytes.find(raw({1, 2})) == std::string::npos);
        QVERIFY(bytes.find(unknown()) != std::string::npos);
        // And back.
        auto again = openModel(path("saved.onnx"), m_builtins.formats, m_builtins.ops).value();
        QCOMPARE(*attrs(again).find(onnx_variable::data), std::string("w.bin"));
        attrs(again).set(onnx_variable::data, "inside");
        QCOMPARE(saved(again), std::string("float32 2: 1 2"));
        QVERIFY(content("saved.onnx").find(raw({1, 2})) != std::string::npos);
    }

    /// What other initializers read stays where it is.
    void addedToAFile()
    {
        QVERIFY(writeFile(path("w.bin"), "xxxx" + raw({3, 4})));
        const std::string bytes =
            modelOf(initializerField("v", 2)
                    + bytesField(graph::initializer,
                                 integerField(tensor::dims, 2) + integerField(tensor::dataType, 1)
                                     + bytesField(tensor::name, "w") + externalFields("w.bin", 4))
                    + nodeField("Add", {"v", "w"}, {"y"}) + valueField(graph::output, "y", {"2"}));
        OpenedModel model = opened(bytes);
        model.graph.edit(*model.graph.findByName("v")).attrs.set(onnx_variable::data, "w.bin");
        QCOMPARE(saved(model), std::string("float32 2: 3 4"));
        QVERIFY(content("w.bin").starts_with("xxxx" + raw({3, 4}) + std::string(4, '\0')));
        QCOMPARE(content("w.bin").size(), std::size_t(16 + 8));
        QVERIFY(valuesIn("saved.onnx", "v").starts_with("float32 2: "));
        // In another folder both come along.
        std::filesystem::create_directory(path("other"));
        QCOMPARE(saved(model, "other/m.onnx"), std::string("float32 2: 3 4"));
        QVERIFY(valuesIn("other/m.onnx", "v").starts_with("float32 2: "));
        // What was saved there is replaced; a file of another model is not.
        QCOMPARE(saved(model, "other/m.onnx"), std::string("float32 2: 3 4"));
        QVERIFY(std::filesystem::remove(path("other/m.onnx")));
        QCOMPARE(saved(model, "other/m.onnx"),
                 std::string("v: 'w.bin' exists and is not the model's, "
                             "expected another name"));
    }

    /// Files in folders below the model come along with these.
    void inAFolderBelow()
    {
        namespace fs = std::filesystem;
        fs::create_directories(path("sub/deep"));
        fs::create_directories(path("elsewhere"));
        QVERIFY(writeFile(path("sub/deep/w.bin"), "xxxx" + raw({3, 4})));
        for (const char *location : {"sub/deep/w.bin", "./sub/../sub/deep/w.bin"}) {
            const OpenedModel model = opened(this->model(externalFields(location, 4)));
            QCOMPARE(saved(model, "elsewhere/m.onnx"), std::string("float32 2: 3 4"));
            QCOMPARE(content("elsewhere/sub/deep/w.bin"), raw({3, 4}));
            // What was saved there is replaced; a file of another model is not.
            QCOMPARE(saved(model, "elsewhere/m.onnx"), std::string("float32 2: 3 4"));
            QVERIFY(fs::remove(path("elsewhere/m.onnx")));
            QVERIFY(saved(model, "elsewhere/m.onnx").ends_with("expected another name"));
            fs::remove_all(path("elsewhere/sub"));
        }
        fs::remove_all(path("sub"));
        const OpenedModel model = opened(this->model(externalFields("sub/deep/w.bin", 4)));
        QCOMPARE(saved(model, "elsewhere/m.onnx"),
                 std::string("the new file would lack the values in 'sub/deep/w.bin', expected a "
                             "file beside 'm.onnx' or in a folder there"));
        QVERIFY(!fs::exists(path("elsewhere/sub")));
    }

    /// Two names of one file are one file.
    void oneFileByTwoNames()
    {
        std::filesystem::create_directories(path("elsewhere"));
        QVERIFY(writeFile(path("w.bin"), raw({1, 2, 3, 4})));
        const auto initializer = [](const char *name, const char *location, std::size_t offset) {
            return bytesField(graph::initializer, integerField(tensor::dims, 2)
                                                      + integerField(tensor::dataType, 1)
                                                      + bytesField(tensor::name, name)
                                                      + externalFields(location, offset));
        };
        const OpenedModel model = opened(
            modelOf(initializer("v", "w.bin", 0) + initializer("w", "./w.bin", 8)
                    + nodeField("Add", {"v", "w"}, {"y"}) + valueField(graph::output, "y", {"2"})));
        QCOMPARE(saved(model, "elsewhere/m.onnx"), std::string("float32 2: 3 4"));
        QCOMPARE(valuesIn("elsewhere/m.onnx", "v"), std::string("float32 2: 1 2"));
        std::filesystem::remove_all(path("elsewhere"));
    }

    /// Bodies are kept as they are, with the places of their values.
    void valuesOfBodiesDoNotComeAlong()
    {
        std::filesystem::create_directories(path("elsewhere"));
        QVERIFY(writeFile(path("w.bin"), raw({1, 2})));
        const std::string body =
            bytesField(graph::initializer,
                       integerField(tensor::dims, 2) + integerField(tensor::dataType, 1)
                           + bytesField(tensor::name, "w") + externalFields("w.bin", 0))
            + nodeField("Relu", {"w"}, {"r"}) + valueField(graph::output, "r", {"2"});
        OpenedModel model =
            opened(modelOf(valueField(graph::input, "c", {}) + initializerField("v", 2)
                           + nodeField("If", {"c"}, {"y"}, {}, bodyAttribute(body))
                           + valueField(graph::output, "y", {"2"})));
        const std::string words = "the new file would lack the values of a body in 'w.bin', "
                                  "expected those of bodies in the model itself";
        QCOMPARE(saved(model, "elsewhere/m.onnx"), words);
        model.graph.edit(*model.graph.findByName("v")).attrs.set(onnx_variable::data, "v.bin");
        QCOMPARE(saved(model, "elsewhere/m.onnx"), words);
        QVERIFY(save(model)); // beside its data
        QVERIFY(!std::filesystem::exists(path("elsewhere/m.onnx")));
        std::filesystem::remove(path("v.bin"));
    }

    /// Once more from the text that was opened: what the first save wrote stays readable until the second.
    void savedAgain()
    {
        OpenedModel model = opened(this->model(bytesField(tensor::rawData, raw({1, 2}))));
        moveTo(model, "w.bin");
        QCOMPARE(saved(model), std::string("float32 2: 1 2"));
        QCOMPARE(saved(model), std::string("float32 2: 1 2"));
        QVERIFY(content("w.bin").starts_with(raw({1, 2})));
    }

    void filesOfOthers()
    {
        QVERIFY(writeFile(path("w.bin"), "a diary"));
        OpenedModel model = opened(this->model(bytesField(tensor::rawData, raw({1, 2}))));
        moveTo(model, "w.bin");
        QCOMPARE(saved(model),
                 std::string("w: 'w.bin' exists and is not the model's, expected another name"));
        QCOMPARE(content("w.bin"), std::string("a diary"));
        QVERIFY(!std::filesystem::exists(path("saved.onnx")));
    }

    /// The model would take the place of its own values.
    void theModelsOwnName()
    {
        OpenedModel model = opened(this->model(bytesField(tensor::rawData, raw({1, 2}))));
        moveTo(model, "new.onnx");
        QCOMPARE(saved(model, "new.onnx"),
                 std::string("w: 'new.onnx' is the model itself, expected another name"));
        QVERIFY(!std::filesystem::exists(path("new.onnx")));
    }

    void namesThatAreNoFiles_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"", ".", "..", "/w.bin", "../w.bin", "a/b"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }

    void namesThatAreNoFiles()
    {
        QFETCH(const QString, name);
        OpenedModel model = opened(this->model(bytesField(tensor::rawData, raw({1, 2}))));
        moveTo(model, name.toLatin1());
        QCOMPARE(saved(model), "w: found the file '" + name.toStdString()
                                   + "', expected a plain name in the model's folder");
    }

    /// Standard output has nothing beside it.
    void noPlace()
    {
        OpenedModel model = opened(this->model(bytesField(tensor::rawData, raw({1, 2}))));
        moveTo(model, "w.bin");
        for (const char *file : {"", "-"}) {
            Diagnostics ignored;
            const FormatContext context{m_builtins.ops, model.semantics, file};
            NERVURE_VERIFY_ERROR(
                modelPieces({model.graph, *model.format, context, model.text, model.format},
                            ignored),
                "onnx-values", "w: values in 'w.bin' need a model that is saved beside it");
        }
    }

    void stopped()
    {
        OpenedModel model = opened(this->model(bytesField(tensor::rawData, raw({1, 2}))));
        moveTo(model, "w.bin");
        JobControl control;
        control.cancel.cancel();
        NERVURE_VERIFY_ERROR(save(model, "saved.onnx", control), "cancelled",
                             "writing was stopped");
        QVERIFY(!std::filesystem::exists(path("w.bin")));
        QVERIFY(!std::filesystem::exists(path("saved.onnx")));
    }

    /// Pages of their own for what is worth mapping.
    void largeValuesAreAligned()
    {
        OpenedModel model = opened(modelOf(
            initializerField("small", 1) + initializerField("large", 2048)
            + nodeField("Relu", {"large"}, {"y"}) + valueField(graph::output, "y", {"2048"})));
        for (const char *name : {"small", "large"}) {
            model.graph.edit(*model.graph.findByName(name)).attrs.set(onnx_variable::data, "w.bin");
        }
        QVERIFY(save(model));
        QCOMPARE(content("w.bin").size(), std::size_t(4096 + 2048 * 4));
    }
};

NERVURE_TEST(TstOnnxDataFiles)
#include "tst_onnx_data_files.moc"
