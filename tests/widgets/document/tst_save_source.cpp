// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/save_source.h"

#include "core/builtins.h"
#include "core/formats/project/project_file.h"
#include "core/graph/edits/edit.h"
#include "core/support/file.h"
#include "core/support/fingerprint.h"
#include "tests/core/formats/onnx/large_model.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"
#include "widgets/document/document_content.h"

#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

class TstSaveSource : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    const std::string m_text =
        "{\"nodes\": [ {\"op\": \"null\", \"name\": \"x\", \"inputs\": []},\n"
        " {\"op\": \"relu\", \"name\": \"a\", \"inputs\": [[0, 0, 0]]},\n"
        " {\"op\": \"relu\", \"name\": \"b\", \"inputs\": [[0, 0, 0]]}],\n"
        " \"arg_nodes\": [0], \"heads\": [[2, 0, 0]]}\n";

    /// The model without its node `a`: in a file the ids behind it would be others.
    SaveSource edited() const
    {
        auto model = openModelText(m_text, "/m.json", m_builtins.formats, m_builtins.ops);
        (void)apply(model->graph, {RemoveNode{NodeId{1}}});
        return {model->graph, std::make_shared<const FileBytes>(m_text),
                "nnvm",       Semantics::Exact,
                nullptr,      "/m.json"};
    }
    Result<OpenedModel> opened(const Result<std::string> &bytes) const
    {
        return bytes ? openModelText(*bytes, "again", m_builtins.formats, m_builtins.ops)
                     : Result<OpenedModel>(bytes.error());
    }

    /// A large model with its axis and its name changed.
    Result<SaveSource> large(const std::filesystem::path &file) const
    {
        RETURN_IF_FAILED(writeFile(file, tests::largeModel()));
        ASSIGN_OR_RETURN(OpenedModel model, openModel(file, m_builtins.formats, m_builtins.ops));
        const NodeId softmax = *model.graph.findByName("softmax");
        RETURN_IF_FAILED(apply(model.graph, {SetAttribute{softmax, "axis", "2", {}}}));
        return SaveSource{model.graph, model.text, "onnx", model.semantics, nullptr, file};
    }

private Q_SLOTS:
    void largeModelsGoOnFromWhatWasSaved();
    void largeModelsWithOtherNodesKeepTheirOriginal();
    void journalsKeepTheIdsOfNodes();
    void newModelsHaveJournalsToo();
    void plainFilesKeepTheirText();
    void projectsKeepTextMembersAndName();
    void unknownFormatsFail();
};

void TstSaveSource::largeModelsGoOnFromWhatWasSaved()
{
    const QTemporaryDir folder;
    const std::filesystem::path file(folder.filePath(QStringLiteral("m.onnx")).toStdString());
    auto source = large(file);
    QVERIFY(source.ok());
    DocumentContent content{
        source->graph, source->original, "onnx", QString::fromStdString(file.string()), {}};
    const auto saved = saveToFile(*source, m_builtins, {file, "onnx", {}});
    QVERIFY(saved.ok());
    QCOMPARE(saved->fingerprint, fileChecksum(file));
    takeSaved(content, *saved);
    QVERIFY(content.original->view() == tests::largeModel(2));
    // What is done next is kept safe by a journal that refers to the new file.
    const auto journal = textForJournal(sourceOf(content, source->semantics), m_builtins);
    QVERIFY(journal.ok() && journal->size() < 10000);
    QVERIFY(opened(journal)->graph == content.graph);
}

void TstSaveSource::largeModelsWithOtherNodesKeepTheirOriginal()
{
    const QTemporaryDir folder;
    const std::filesystem::path file(folder.filePath(QStringLiteral("m.onnx")).toStdString());
    auto source = large(file);
    QVERIFY(source.ok());
    const NodeId softmax = *source->graph.findByName("softmax");
    const NodeId matmul = *source->graph.findByName("matmul");
    QVERIFY(apply(source->graph, {SetHeads{{{matmul, 0, 0}}}}).ok());
    QVERIFY(apply(source->graph, {RemoveNode{softmax}}).ok());
    QVERIFY(apply(source->graph, {RemoveNode{*source->graph.findByName("x")}}).ok());
    const auto saved = saveToFile(*source, m_builtins, {file, "onnx", {}});
    QVERIFY(saved.ok());
    QVERIFY(saved->original == nullptr);
    // The nodes have other ids in the new file, and the old one is gone from its path.
    NERVURE_VERIFY_ERROR(textForJournal(*source, m_builtins), "original-gone", "m.onnx");
    // Saving goes on all the same.
    QVERIFY(saveToFile(*source, m_builtins, {file, "onnx", {}}).ok());
}

void TstSaveSource::journalsKeepTheIdsOfNodes()
{
    const SaveSource source = edited();
    const auto again = opened(textForJournal(source, m_builtins));
    QVERIFY(again.ok());
    QVERIFY(again->graph == source.graph);
    QVERIFY(!again->graph.contains(NodeId{1}) && again->graph.contains(NodeId{2}));
    QCOMPARE(std::string(again->text->view()), m_text);
}

void TstSaveSource::newModelsHaveJournalsToo()
{
    SaveSource source = edited();
    source.original = nullptr;
    source.path.clear();
    const auto again = opened(textForJournal(source, m_builtins));
    QVERIFY(again.ok());
    QVERIFY(again->graph == source.graph);
}

void TstSaveSource::plainFilesKeepTheirText()
{
    SaveSource source = edited();
    source.graph = opened(m_text)->graph;
    Diagnostics diagnostics;
    QCOMPARE(bytesToSave(source, m_builtins, "/m.json", "nnvm", {}, diagnostics).value(), m_text);
    QVERIFY(apply(source.graph, {SetNote{NodeId{2}, "why?"}}).ok());
    QCOMPARE(bytesToSave(source, m_builtins, "/m.json", "nnvm", {}, diagnostics).value(), m_text);
    QCOMPARE(diagnostics.size(), std::size_t(1));
    QCOMPARE(diagnostics[0].code, std::string("not-carried"));
}

void TstSaveSource::projectsKeepTextMembersAndName()
{
    SaveSource source = edited();
    source.project = std::make_shared<const Project>(Project{
        {}, "first.json", Semantics::Exact, {}, {{"who/knows", "1"}, {"view.json", "old"}}});
    Diagnostics diagnostics;
    const auto bytes =
        bytesToSave(source, m_builtins, "/p.nervure", "nnvm", {{"view.json", "new"}}, diagnostics);
    const auto project = bytes ? readProject(*bytes) : Result<Project>(bytes.error());
    QVERIFY(project.ok());
    QCOMPARE(project->original, m_text);
    QCOMPARE(project->name, std::string("first.json"));
    QCOMPARE(project->members.at("who/knows"), std::string("1"));
    QCOMPARE(project->members.at("view.json"), std::string("new"));
    QVERIFY(diagnostics.empty());
    QVERIFY(opened(bytes)->graph == source.graph);
}

void TstSaveSource::unknownFormatsFail()
{
    Diagnostics diagnostics;
    NERVURE_VERIFY_ERROR(bytesToSave(edited(), m_builtins, "/m.json", "no-such", {}, diagnostics),
                         "format-unwritable", "there is no format 'no-such'");
    // It can be read, but not written.
    NERVURE_VERIFY_ERROR(bytesToSave(edited(), m_builtins, "/m.net", "net", {}, diagnostics),
                         "format-unsupported",
                         "LightNet network language can be read, but not written");
    SaveSource none = edited();
    none.formatName = {};
    NERVURE_VERIFY_ERROR(textForJournal(none, m_builtins), "format-unwritable",
                         "the model has no format");
}

NERVURE_TEST(TstSaveSource)
#include "tst_save_source.moc"
