// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/document_part.h"

#include "core/builtins.h"
#include "core/engine/run_model.h"
#include "core/engine/worker_request.h"
#include "core/formats/weights/weight_report.h"
#include "core/graph/edits/fragment.h"
#include "core/graph/model_facts.h"
#include "core/support/file.h"
#include "tests/core/formats/onnx/initializer_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/run_request.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// A part of a model as a document: what is saved, kept safe and run of it is what the model holds.
class TstDocumentPart : public QObject, private InitializerProbe {
    Q_OBJECT

    /// z = -(x + w), of set 11, with so many values of `w`, inside or in w.bin.
    [[nodiscard]] std::string model(std::int64_t count, bool isOutside,
                                    const std::string &values = {}) const
    {
        const std::string size = std::to_string(count);
        const std::string inside =
            values.empty()
                ? initializerField("w", count)
                : bytesField(graph::initializer, integerField(tensor::dims, count)
                                                     + integerField(tensor::dataType, 1)
                                                     + bytesField(tensor::name, "w")
                                                     + bytesField(tensor::rawData, values));
        const std::string w =
            isOutside
                ? bytesField(graph::initializer,
                             integerField(tensor::dims, count) + integerField(tensor::dataType, 1)
                                 + bytesField(tensor::name, "w") + externalFields("w.bin", 0))
                : inside;
        return integerField(model::irVersion, 6)
               + bytesField(model::graph, w + valueField(graph::input, "x", {size})
                                              + nodeField("Add", {"x", "w"}, {"y"}, "add")
                                              + nodeField("Neg", {"y"}, {"z"}, "neg")
                                              + valueField(graph::output, "z", {size}))
               + bytesField(model::opsetImport, integerField(opset_import::version, 11));
    }

    static void show(GraphDocument &document, OpenedModel model)
    {
        DocumentContent content;
        content.path = QString::fromStdString(model.path.string());
        content.graph = std::move(model.graph);
        content.original = std::move(model.text);
        content.formatName = "onnx";
        document.setContent(std::move(content));
    }

    static std::string twos(std::int64_t count)
    {
        std::string bytes;
        for (std::int64_t i = 0; i < count; ++i) {
            bytes += std::string("\0\0\0\x40", 4);
        }
        return bytes;
    }

    /// The results that the worker computes of a request, with 1 for all inputs: "2 2 … 2" as its first and last.
    [[nodiscard]] std::string computed(WorkerRequest request) const
    {
        Diagnostics diagnostics;
        if (const Status status = openWorkerModel(request, m_builtins, diagnostics); !status) {
            return status.error().message;
        }
        request.execution.device = "reference";
        request.execution.constants = {{"x", 1}};
        DeviceCatalog devices;
        ExecutionContext context{m_builtins, devices, {}};
        const auto report = runModel(request.execution, context);
        if (!report) {
            return report.error().message;
        }
        const Tensor &y = report->outputs.front().tensor;
        return std::to_string(elementAsDouble(y.view(), 0)) + ' '
               + std::to_string(elementAsDouble(y.view(), y.count() - 1)) + ' '
               + std::to_string(report->invented.size());
    }

private Q_SLOTS:
    void allThatTheDocumentHolds_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("isOutside");
        QTest::newRow("few") << 3 << false;
        QTest::newRow("many") << 5000 << false;
        QTest::newRow("mapped") << (5 << 20) << false;
        QTest::newRow("in another file") << 5000 << true;
    }
    void allThatTheDocumentHolds()
    {
        QFETCH(int, count);
        QFETCH(bool, isOutside);
        QVERIFY(writeFile(path("w.bin"), std::string(static_cast<std::size_t>(count) * 4, '\0')));
        GraphDocument document(m_builtins);
        show(document, opened(model(count, isOutside)));
        const NodeId nodes[]{*document.graph().findByName("add")};
        const auto graph =
            extractGraph(document.graph(), nodes, inferredTypes(document.graph(), m_builtins.ops));
        GraphDocument part(m_builtins);
        part.setContent(contentOfPart(document, *graph));
        part.markUnsaved();
        QVERIFY(part.path().isEmpty() && part.isDirty());
        QCOMPARE(part.title(), QStringLiteral("m-part.onnx"));
        const SaveSource source = part.saveSource();
        QVERIFY(source.original == document.saveSource().original); // no copy
        const auto journal = textForJournal(source, m_builtins);
        QVERIFY2(journal.ok(), errorOf(journal).c_str());
        const auto recovered =
            openModelText(*journal, "journal", m_builtins.formats, m_builtins.ops);
        QVERIFY2(recovered.ok() && recovered->graph == part.graph(), errorOf(recovered).c_str());
        for (const char *file : {"part.onnx", "there/part.onnx"}) {
            std::filesystem::create_directories(path(file).parent_path());
            const auto saved = saveToFile(source, m_builtins, {path(file), "onnx"});
            QVERIFY2(saved.ok() && saved->diagnostics.empty(), errorOf(saved).c_str());
            const OpenedModel again =
                openModel(path(file), m_builtins.formats, m_builtins.ops).value();
            QVERIFY(again.diagnostics.empty());
            QVERIFY((opsetImports(again.graph) == OpsetVersions{{"ai.onnx", 11}}));
            QCOMPARE(numberOf(again.graph, model_facts::irVersion), std::int64_t{6});
            const std::string values = valuesIn(file, "w");
            QVERIFY2(values.starts_with("float32 " + std::to_string(count)), values.c_str());
        }
    }

    /// A run of the part, which no file has, takes the values of the file that it is of.
    void whatTheModelHoldsIsRun_data() { allThatTheDocumentHolds_data(); }
    void whatTheModelHoldsIsRun()
    {
        QFETCH(int, count);
        QFETCH(bool, isOutside);
        QVERIFY(writeFile(path("w.bin"), twos(count)));
        GraphDocument document(m_builtins);
        show(document, opened(model(count, isOutside, twos(count))));
        const NodeId nodes[]{*document.graph().findByName("add")};
        const auto graph =
            extractGraph(document.graph(), nodes, inferredTypes(document.graph(), m_builtins.ops));
        GraphDocument part(m_builtins);
        part.setContent(contentOfPart(document, *graph));
        part.markUnsaved();
        const auto prepared =
            prepareRequest(requestFor("run", part, {}), part.saveSource(), {}, {}, m_builtins);
        QVERIFY2(prepared.ok(), errorOf(prepared).c_str());
        QCOMPARE(computed(prepared->request), std::string("3.000000 3.000000 0"));
    }
};

NERVURE_TEST(TstDocumentPart)
#include "tst_document_part.moc"
