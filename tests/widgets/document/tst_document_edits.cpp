// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/document_edits.h"

#include "core/builtins.h"
#include "core/formats/onnx/onnx_array.h"
#include "core/formats/project/open_model.h"
#include "core/formats/tensors/npy.h"
#include "core/graph/edits/type_edits.h"
#include "core/graph/onnx_variable.h"
#include "core/support/file.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"
#include "widgets/document/graph_document.h"

#include <QTemporaryDir>

#include <set>
#include <tuple>

using namespace nervure;

namespace {

/// An edit as the window makes it, and as it is written on the command line.
struct Row {
    EditKind kind;
    const char *word;
    std::function<EditArguments(const Graph &)> arguments;
    const char *sample = "mlp.json";
};

NodeId at(const Graph &graph, const char *name)
{
    return graph.findByName(name).value_or(NodeId{});
}

std::filesystem::path samplePath(const char *name)
{
    return tests::sourceFolder() / "resources/samples" / name;
}

constexpr const char *lightNet = "lightnet_convnet.json";

std::vector<Row> structureRows()
{
    using G = const Graph &;
    using A = EditArguments;
    return {
        {EditKind::Delete, "relu1,fc1",
         [](G g) {
             return A{.nodes = {at(g, "relu1"), at(g, "fc1")}};
         }},
        {EditKind::DeleteBridging, "relu1", [](G g) { return A{.nodes = {at(g, "relu1")}}; }},
        {EditKind::DeleteLayer, "fc2", [](G g) { return A{.nodes = {at(g, "fc2")}}; }},
        {EditKind::Duplicate, "fc1", [](G g) { return A{.nodes = {at(g, "fc1")}}; }},
        {EditKind::Rewire, "relu2:0=fc1",
         [](G g) {
             return A{.ends = {{at(g, "relu2"), 0}}, .value = {at(g, "fc1")}};
         }},
        {EditKind::RewireOutput, "0=fc3", [](G g) { return A{.value = {at(g, "fc3")}}; }},
        {EditKind::Disconnect, "fc2:2",
         [](G g) {
             return A{.ends = {{at(g, "fc2"), 2}}};
         }},
        {EditKind::AddInput, "fc2=data",
         [](G g) { return A{.nodes = {at(g, "fc2")}, .value = {at(g, "data")}}; }},
        {EditKind::RemoveInput, "fc2:2",
         [](G g) {
             return A{.ends = {{at(g, "fc2"), 2}}};
         }},
        {EditKind::RemoveEdge, "fc2:2",
         [](G g) {
             return A{.ends = {{at(g, "fc2"), 2}}};
         }},
        {EditKind::MoveEdge, "fc1:0=relu2:0",
         [](G g) {
             return A{.ends = {{at(g, "fc1"), 0}, {at(g, "relu2"), 0}}};
         }},
        {EditKind::Control, "fc3=fc1,relu1",
         [](G g) {
             return A{.nodes = {at(g, "fc3"), at(g, "fc1"), at(g, "relu1")}};
         }},
        {EditKind::Output, "fc1", [](G g) { return A{.value = {at(g, "fc1")}}; }},
        {EditKind::NoOutput, "softmax", [](G g) { return A{.value = {at(g, "softmax")}}; }},
        {EditKind::Move, "relu1=2", [](G g) { return A{.nodes = {at(g, "relu1")}, .place = 2}; }},
        {EditKind::Move, "create7=0", [](G g) { return A{.nodes = {at(g, "create7")}}; }, lightNet},
        {EditKind::Add, "exp(fc1)",
         [](G g) { return A{.added = {.op = "exp", .inputs = {{at(g, "fc1")}}}}; }},
        {EditKind::AddVariable, "more=1,2:int8",
         [](G) {
             return A{.text = "more", .shape = Shape{1, 2}, .type = DType::Int8};
         }},
        {EditKind::Insert, "fc2:0=sigmoid",
         [](G g) {
             return A{.ends = {{at(g, "fc2"), 0}}, .added = {.op = "sigmoid"}};
         }},
        {EditKind::Replace, "relu1=tanh",
         [](G g) { return A{.nodes = {at(g, "relu1")}, .added = {.op = "tanh"}}; }},
        {EditKind::Merge, "squeezenet1.1.json", [](G) { return A{}; }},
    };
}

std::vector<Row> rows()
{
    using G = const Graph &;
    using A = EditArguments;
    std::vector<Row> all = {
        {EditKind::Set, "fc1.units=64",
         [](G g) { return A{.nodes = {at(g, "fc1")}, .key = "units", .text = "64"}; }},
        // No JSON: a text.
        {EditKind::Set, "conv2d1.note=fast one",
         [](G g) { return A{.nodes = {at(g, "conv2d1")}, .key = "note", .text = "fast one"}; },
         lightNet},
        {EditKind::Unset, "fc1.units",
         [](G g) { return A{.nodes = {at(g, "fc1")}, .key = "units"}; }},
        {EditKind::Rename, "fc1=first",
         [](G g) { return A{.nodes = {at(g, "fc1")}, .text = "first"}; }},
        {EditKind::RenameTensor, "relu1=act",
         [](G g) { return A{.value = {at(g, "relu1")}, .text = "act"}; }, lightNet},
        {EditKind::RenameValue, "data=image",
         [](G g) { return A{.value = {at(g, "data")}, .text = "image"}; }},
        {EditKind::Connect, "relu2.data=fc1",
         [](G g) { return A{.nodes = {at(g, "relu2")}, .value = {at(g, "fc1")}, .key = "data"}; }},
        {EditKind::Type, "data=1,3:float16",
         [](G g) {
             return A{.nodes = {at(g, "data")}, .shape = Shape{1, 3}, .type = DType::Float16};
         }},
        {EditKind::Type, "create1=1,1,8,8",
         [](G g) {
             return A{.nodes = {at(g, "create1")}, .shape = Shape{1, 1, 8, 8}};
         },
         lightNet},
        {EditKind::Note, "fc1=why = so",
         [](G g) { return A{.nodes = {at(g, "fc1")}, .text = "why = so"}; }},
        {EditKind::GraphNote, "all of it", [](G) { return A{.text = "all of it"}; }},
    };
    for (Row &row : structureRows()) {
        all.push_back(std::move(row));
    }
    return all;
}

} // namespace

/// What people do is the same thing in the window and on the command line.
class TstDocumentEdits : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();
    QTemporaryDir m_folder;

    [[nodiscard]] Result<OpenedModel> open(const std::filesystem::path &path) const
    {
        return openModel(path, m_builtins.formats, m_builtins.ops);
    }
    [[nodiscard]] DocumentContent sample(const char *name) const
    {
        auto model = open(samplePath(name));
        return {
            std::move(model->graph), std::move(model->text), model->format->name, QString(), {}};
    }
    /// Applies the word to the file; projects keep notes, too.
    QString edited(const QString &file, EditKind kind, const QString &text)
    {
        const QString out = m_folder.filePath(QStringLiteral("out.nervure"));
        const auto run = tests::runCli(
            {QStringLiteral("edit"), QStringLiteral("--allow-errors"), file, QStringLiteral("-o"),
             out, QStringLiteral("--%1=%2").arg(QLatin1StringView(namedEdit(kind).word), text)});
        return run.exitCode == 0 ? out : QString::fromUtf8(run.err);
    }

private Q_SLOTS:
    void windowAndCommandLineAgree_data()
    {
        QTest::addColumn<std::size_t>("at");
        std::size_t at = 0;
        for (const Row &row : rows()) {
            QTest::addRow("%s %s", namedEdit(row.kind).word, row.word) << at++;
        }
    }

    void windowAndCommandLineAgree()
    {
        QFETCH(std::size_t, at);
        const Row row = rows()[at];
        GraphDocument document(m_builtins);
        document.setContent(sample(row.sample));
        EditArguments arguments = row.arguments(document.graph());
        QString word = QString::fromUtf8(row.word);
        if (row.kind == EditKind::Merge) {
            const auto path = samplePath(row.word);
            arguments.other = std::make_shared<const Graph>(open(path)->graph);
            word = QString::fromStdString(path.string());
        }
        const Graph before = document.graph();
        const auto edit = performEdit(document, row.kind, arguments);
        QVERIFY2(edit.ok(), edit.ok() ? "" : edit.error().message.c_str());
        QVERIFY(!(document.graph() == before));
        QCOMPARE(document.undoStack().count(), 1);
        const QString file =
            edited(QString::fromStdString(samplePath(row.sample).string()), row.kind, word);
        const auto result = open(file.toStdString());
        QVERIFY2(result.ok(), qUtf8Printable(file));
        QVERIFY(result->graph == document.graph());
    }

    void everyKindIsCompared()
    {
        // See the tests below.
        std::set<EditKind> kinds{EditKind::NoControl, EditKind::Extract,   EditKind::Values,
                                 EditKind::MakeInput, EditKind::MoveOut,   EditKind::Embed,
                                 EditKind::Declare,   EditKind::MoveOutput};
        for (const Row &row : rows()) {
            kinds.insert(row.kind);
        }
        QCOMPARE(kinds.size(), namedEdits().size());
    }

    /// Values of an ONNX model: from a NumPy file, gone, and back.
    void valuesOfInitializers()
    {
        using namespace tests;
        const QString file = m_folder.filePath(QStringLiteral("w.onnx"));
        const QString array = m_folder.filePath(QStringLiteral("w.npy"));
        QVERIFY(writeFile(file.toStdString(),
                          modelOf(initializerField("w", 4) + nodeField("Relu", {"w"}, {"y"})
                                  + valueField(graph::output, "y", {"4"}))));
        QVERIFY(writeFile(array.toStdString(), npyHead("<f4", "2,") + "12345678"));
        const auto values = onnx::readNewValues(array.toStdString());
        QVERIFY(values.ok());
        const EditArguments given{.values = *values};
        for (const EditKind kind : {EditKind::Values, EditKind::MakeInput}) {
            auto model = open(file.toStdString());
            GraphDocument document(m_builtins);
            EditArguments arguments = kind == EditKind::Values ? given : EditArguments{};
            arguments.nodes = {at(model->graph, "w")};
            document.setContent(
                {std::move(model->graph), std::move(model->text), "onnx", QString(), {}});
            const Graph before = document.graph();
            QVERIFY(performEdit(document, kind, arguments).ok());
            const QString word =
                kind == EditKind::Values ? QStringLiteral("w=") + array : QStringLiteral("w");
            const auto result = open(edited(file, kind, word).toStdString());
            QVERIFY(result.ok() && result->graph == document.graph());
            document.undoStack().undo();
            QVERIFY(document.graph() == before);
            document.undoStack().redo();
            if (kind == EditKind::MakeInput) {
                QVERIFY(performEdit(document, EditKind::Embed, arguments).ok());
                const Node &back = document.graph().node(arguments.nodes[0]);
                QCOMPARE(*back.attrs.find(onnx_variable::data), std::string("inside"));
            }
        }
        auto model = open(file.toStdString());
        GraphDocument document(m_builtins);
        const EditArguments moved{.nodes = {at(model->graph, "w")}, .text = "w.data"};
        document.setContent(
            {std::move(model->graph), std::move(model->text), "onnx", QString(), {}});
        QVERIFY(performEdit(document, EditKind::MoveOut, moved).ok());
        const auto result =
            open(edited(file, EditKind::MoveOut, QStringLiteral("w=w.data")).toStdString());
        QVERIFY(result.ok() && result->graph == document.graph());
        GraphDocument other(m_builtins);
        other.setContent(sample("mlp.json"));
        NERVURE_VERIFY_ERROR(
            performEdit(other, EditKind::MakeInput, {.nodes = {at(other.graph(), "data")}}),
            "no-initializer", "'data' is no initializer or input of an ONNX model");
    }

    /// Outputs of an ONNX model: what is declared of them, and their order.
    void outputsOfAModel()
    {
        using namespace tests;
        const QString file = m_folder.filePath(QStringLiteral("two.onnx"));
        QVERIFY(writeFile(
            file.toStdString(),
            modelOf(valueField(graph::input, "x", {"4"}) + nodeField("Relu", {"x"}, {"y"})
                    + nodeField("Tanh", {"x"}, {"z"}) + valueField(graph::output, "y", {"4"})
                    + valueField(graph::output, "z", {"4"}))));
        const auto model = open(file.toStdString());
        QVERIFY(model.ok());
        QCOMPARE(model->graph.heads().size(), std::size_t{2});
        const std::tuple<EditKind, EditArguments, const char *> edits[] = {
            {EditKind::MoveOutput, {.ends = {{{}, 0}}, .place = 1}, "0=1"},
            {EditKind::Declare,
             {.value = model->graph.heads()[0],
              .dimensions = dimensionsTyped("N"),
              .type = DType::Float32},
             "y=N:float32"}};
        for (const auto &[kind, arguments, word] : edits) {
            GraphDocument document(m_builtins);
            document.setContent({model->graph, model->text, "onnx", QString(), {}});
            QVERIFY(performEdit(document, kind, arguments).ok());
            QVERIFY(!(document.graph() == model->graph));
            const QString out = edited(file, kind, QString::fromUtf8(word));
            const auto result = open(out.toStdString());
            QVERIFY2(result.ok(), qUtf8Printable(out));
            QVERIFY(result->graph == document.graph());
            document.undoStack().undo();
            QVERIFY(document.graph() == model->graph);
        }
    }

    void dependenciesGoAgain()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        const Graph before = document.graph();
        const EditArguments both{.nodes = {at(before, "fc3"), at(before, "fc1")}};
        QVERIFY(performEdit(document, EditKind::Control, both).ok());
        QVERIFY(!(document.graph() == before));
        QVERIFY(performEdit(document, EditKind::NoControl, both).ok());
        QVERIFY(document.graph() == before);
        NERVURE_VERIFY_ERROR(performEdit(document, EditKind::NoControl, both), "control-dependency",
                             "'fc3' does not wait for 'fc1'");
    }

    void whatChangesNothingIsNoStep()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        const std::vector<NodeId> fc{at(document.graph(), "fc1")};
        QVERIFY(performEdit(document, EditKind::Rename, {.nodes = fc, .text = "fc1"}).ok());
        QVERIFY(performEdit(document, EditKind::Set, {.nodes = fc, .key = "units", .text = "128"})
                    .ok());
        QCOMPARE(document.undoStack().count(), 0);
    }

    void whatAnOperatorDoesNotTakeIsRefused()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        const std::vector<NodeId> fc{at(document.graph(), "fc1")};
        NERVURE_VERIFY_ERROR(
            performEdit(document, EditKind::Set, {.nodes = fc, .key = "units", .text = "plenty"}),
            "attr-invalid", "units is 'plenty'");
        QCOMPARE(document.undoStack().count(), 0);
    }
};

NERVURE_TEST(TstDocumentEdits)
#include "tst_document_edits.moc"
