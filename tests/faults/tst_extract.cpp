// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/project/open_model.h"
#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/file_folder.h"
#include "tests/support/test_class.h"

using namespace nervure;
using namespace nervure::tests;

/// Fault 01: what is extracted is a part of its model, with all that the model holds.
class TstExtract : public QObject, private FileFolder {
    Q_OBJECT

    const Builtins m_builtins = makeBuiltins();

    /// The part, read again; its file is part.onnx.
    [[nodiscard]] OpenedModel extracted(const QString &file, const char *nodes) const
    {
        const CliResult result =
            runCli({s("edit"), file, s("--extract"), s(nodes), s("-o"), path("part.onnx")});
        if (result.exitCode != 0) {
            qWarning("%s", result.err.constData());
            return {};
        }
        return openModel(path("part.onnx").toStdString(), m_builtins.formats, m_builtins.ops)
            .value();
    }

    static std::string attrOf(const Graph &graph, std::string_view name)
    {
        const GraphAttr *attr = findGraphAttr(graph, name);
        return attr ? attr->json : "none";
    }

    /// "a float32[2, 3, 4]" of a variable.
    static std::string typed(const Graph &graph, std::string_view name)
    {
        const auto id = graph.findByName(name);
        const AttrDict attrs = id ? graph.node(*id).attrs : AttrDict();
        const std::string *type = attrs.find(onnx_variable::elemType);
        const std::string *shape = attrs.find(onnx_variable::shape);
        return std::string(name) + ' ' + (type ? *type : "?") + (shape ? *shape : "");
    }

    /// True if the file says the type of its only output.
    static bool isOutputTyped(const OpenedModel &model)
    {
        const auto file = readModel(model.text->view());
        const auto graph = readGraph(file->graph.bytes, file->file);
        WireReader reader(graph->outputs.front().field.bytes);
        bool isTyped = false;
        while (const auto field = reader.next()) {
            isTyped = isTyped || (field->number == value::type && field->bytes.size() > 4);
        }
        return graph->outputs.size() == 1 && isTyped;
    }

private Q_SLOTS:
    void theModelStaysWhatItIs()
    {
        NERVURE_NEED_FAULTS();
        const OpenedModel part =
            extracted(faultFile("01-extract-loses-model/opset11.onnx"), "relu,soft");
        QCOMPARE(attrOf(part.graph, "opset_import"), std::string("{\"ai.onnx\":11}"));
        QCOMPARE(attrOf(part.graph, "ir_version"), std::string("6"));
        QCOMPARE(attrOf(part.graph, "graph_name"), std::string("\"net\""));
        QCOMPARE(attrOf(part.graph, "producer_name"), std::string("none"));
        QCOMPARE(part.graph.nodeCount(), std::size_t{3});
    }

    void valuesComeAlong()
    {
        NERVURE_NEED_FAULTS();
        const OpenedModel part = extracted(faultFile("01-extract-loses-model/weights.onnx"), "mul");
        QCOMPARE(typed(part.graph, "w"), std::string("w float32[128]"));
        const CliResult values = runCli({s("weights"), path("part.onnx"), s("w")});
        QVERIFY2(values.out.contains("0, 1, 2, 3, 4"), values.out.constData());
    }

    void valuesHaveTypesAndTheirNames()
    {
        NERVURE_NEED_FAULTS();
        const OpenedModel part =
            extracted(faultFile("01-extract-loses-model/opset11.onnx"), "soft");
        QCOMPARE(typed(part.graph, "a"), std::string("a float32[2, 3, 4]"));
        QVERIFY(isOutputTyped(part));
        // What comes before the last node, and nothing else, is typed too.
        QVERIFY(isOutputTyped(extracted(faultFile("01-extract-loses-model/opset11.onnx"), "relu")));
    }

    /// Values in another file stay there, metadata and fields that nobody knows stay in theirs.
    void allElseComesAlong()
    {
        const QString file = written(
            "m.onnx",
            modelOf(
                bytesField(graph::initializer,
                           integerField(tensor::dims, 100) + integerField(tensor::dataType, 1)
                               + bytesField(tensor::name, "w") + externalFields("w.bin", 16))
                    + valueField(graph::input, "x", {"100"})
                    + nodeField("Add", {"x", "w"}, {"y"}, "add")
                    + nodeField("Swish", {"y"}, {"z"}, "swish", bytesField(node::domain, "acme"))
                    + nodeField("Neg", {"z"}, {"u"}, "neg")
                    + valueField(graph::output, "u", {"100"}),
                bytesField(model::opsetImport, bytesField(opset_import::domain, "acme")
                                                   + integerField(opset_import::version, 2))
                    + bytesField(model::metadataProps, bytesField(string_pair::key, "who")
                                                           + bytesField(string_pair::value, "me"))
                    + bytesField(29, "stays")
                    + bytesField(
                        model::functions,
                        bytesField(function::name, "Swish") + bytesField(function::domain, "acme")
                            + bytesField(function::input, "a") + bytesField(function::output, "b")
                            + bytesField(function::node, bytesField(node::input, "a")
                                                             + bytesField(node::output, "b")
                                                             + bytesField(node::opType, "Relu")))));
        std::string values(16 + 400, '\0');
        values[16 + 3] = 0x40; // 2
        const QString beside = written("w.bin", values);
        const OpenedModel part = extracted(file, "add,swish");
        QCOMPARE(attrOf(part.graph, "opset_import"), std::string("{\"ai.onnx\":17,\"acme\":2}"));
        QCOMPARE(attrOf(part.graph, "metadata_props"), std::string("{\"who\":\"me\"}"));
        QVERIFY(part.text->view().find("stays") != std::string_view::npos);
        const auto call = part.graph.findByName("swish");
        QVERIFY(call && part.graph.node(*call).subgraphs.size() == 1);
        const CliResult read = runCli({s("weights"), path("part.onnx"), s("w")});
        QVERIFY2(read.out.contains("2, 0, 0"), read.out.constData());
    }

    /// A body reads what is around it by name.
    void whatBodiesReadComesAlong()
    {
        constexpr std::int64_t graphType = 5;
        const std::string body = bytesField(graph::name, "then")
                                 + nodeField("Add", {"z", "w"}, {"t"}, "inner")
                                 + bytesField(graph::output, bytesField(value::name, "t"));
        const auto branch = [&body](const char *name) {
            return bytesField(node::attribute, bytesField(attribute::name, name)
                                                   + bytesField(attribute::g, body)
                                                   + integerField(attribute::type, graphType));
        };
        const QString file = written(
            "if.onnx",
            modelOf(
                valueField(graph::input, "x", {"3"}) + valueField(graph::input, "b", {"1"})
                + initializerField("w", 3) + nodeField("Relu", {"x"}, {"z"}, "relu")
                + nodeField("If", {"b"}, {"y"}, "if", branch("then_branch") + branch("else_branch"))
                + valueField(graph::output, "y", {"3"})));
        const OpenedModel part = extracted(file, "if");
        QCOMPARE(typed(part.graph, "z"), std::string("z float32[3]"));
        QVERIFY(part.graph.findByName("w").has_value());
        QVERIFY(part.diagnostics.empty());
    }

    /// Of set 8, whose Constant was once said to be of floating-point numbers alone.
    void constantsComeAlong()
    {
        constexpr std::int64_t tensorType = 4;
        std::string sizes(16, '\0');
        sizes[0] = 3;
        sizes[8] = 2;
        const std::string shape = integerField(tensor::dims, 2) + integerField(tensor::dataType, 7)
                                  + bytesField(tensor::rawData, sizes);
        const QString file = written(
            "constant.onnx",
            integerField(model::irVersion, 3)
                + bytesField(
                    model::graph,
                    valueField(graph::input, "x", {"2", "3"})
                        + nodeField("Constant", {}, {"s"}, "sizes",
                                    bytesField(node::attribute,
                                               bytesField(attribute::name, "value")
                                                   + bytesField(attribute::t, shape)
                                                   + integerField(attribute::type, tensorType)))
                        + nodeField("Reshape", {"x", "s"}, {"y"}, "first")
                        + nodeField("Reshape", {"y", "s"}, {"z"}, "second")
                        + valueField(graph::output, "z", {"3", "2"}))
                + bytesField(model::opsetImport, integerField(opset_import::version, 8)));
        const OpenedModel part = extracted(file, "first");
        QVERIFY(part.graph.findByName("sizes").has_value());
        QCOMPARE(part.graph.nodeCount(), std::size_t{3});
        QCOMPARE(part.graph.heads().size(), std::size_t{1});
        QVERIFY(isOutputTyped(part));
    }

    /// A project of a part is one of its model.
    void projectsOfPartsHoldTheModel()
    {
        NERVURE_NEED_FAULTS();
        const QString project = path("part.nervure");
        const QString file = faultFile("01-extract-loses-model/weights.onnx");
        NERVURE_VERIFY_EXIT(runCli({s("edit"), file, s("--extract"), s("mul"), s("-o"), project}),
                            0, "");
        NERVURE_VERIFY_EXIT(runCli({s("convert"), project, path("again.onnx")}), 0, "");
        const CliResult values = runCli({s("weights"), path("again.onnx"), s("w")});
        QVERIFY2(values.out.contains("0, 1, 2, 3, 4"), values.out.constData());
    }
};

NERVURE_TEST(TstExtract)
#include "tst_extract.moc"
