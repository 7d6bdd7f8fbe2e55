// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/document_part.h"

#include "core/builtins.h"
#include "core/formats/weights/weight_report.h"
#include "core/graph/edits/fragment.h"
#include "core/graph/model_facts.h"
#include "core/support/file.h"
#include "tests/core/formats/onnx/initializer_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"
#include "widgets/document/graph_document.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// A part of a model as a document: what is saved, kept safe and run of it is what the model holds.
class TstDocumentPart : public QObject, private InitializerProbe {
    Q_OBJECT

    /// z = -(x + w), of set 11, with so many values of `w`, inside or in w.bin.
    [[nodiscard]] std::string model(std::int64_t count, bool isOutside) const
    {
        const std::string size = std::to_string(count);
        const std::string w =
            isOutside
                ? bytesField(graph::initializer,
                             integerField(tensor::dims, count) + integerField(tensor::dataType, 1)
                                 + bytesField(tensor::name, "w") + externalFields("w.bin", 0))
                : initializerField("w", count);
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
};

NERVURE_TEST(TstDocumentPart)
#include "tst_document_part.moc"
