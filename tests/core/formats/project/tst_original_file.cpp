// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/original_file.h"

#include "core/builtins.h"
#include "core/formats/project/edit_journal.h"
#include "core/formats/project/project_file.h"
#include "core/support/file.h"
#include "core/support/stoppable_write.h"
#include "tests/core/formats/onnx/large_model.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace nervure;
using namespace nervure::tests;

/// Models that are too large to be held in memory, in projects and in journals.
class TstOriginalFile : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    QTemporaryDir m_folder;

    [[nodiscard]] std::filesystem::path file(const char *name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    [[nodiscard]] Result<OpenedModel> opened(const std::filesystem::path &path) const
    {
        return openModel(path, m_builtins.formats, m_builtins.ops);
    }

    /// The large model with the axis 300.
    [[nodiscard]] OpenedModel edited(const std::filesystem::path &path) const
    {
        auto model = opened(path);
        const NodeId softmax = *model->graph.findByName("softmax");
        [[maybe_unused]] const auto undo =
            apply(model->graph, {SetAttribute{softmax, "axis", "300", {}}});
        return std::move(*model);
    }

    [[nodiscard]] Status save(const OpenedModel &model, const std::filesystem::path &path) const
    {
        Diagnostics ignored;
        const FormatContext context{m_builtins.ops, model.semantics, path.string()};
        ASSIGN_OR_RETURN(
            const BytePieces pieces,
            modelPieces({model.graph, *model.format, context, model.text, model.format}, ignored));
        return writeFile(path, pieces, JobControl());
    }

private Q_SLOTS:
    void init()
    {
        for (const auto &item :
             std::filesystem::directory_iterator(m_folder.path().toStdString())) {
            std::filesystem::remove_all(item);
        }
        QVERIFY(writeFile(file("m.onnx"), largeModel()));
    }

    void largeModelsStayOnTheDisk()
    {
        QVERIFY(opened(file("m.onnx"))->text->isMapped());
        QVERIFY(writeFile(file("small.onnx"), modelOf(nodeField("Relu", {"x"}, {"y"}))));
        QVERIFY(!opened(file("small.onnx"))->text->isMapped());
    }

    /// Over itself: only the attribute and the lengths around it differ.
    void savingReplacesTheFile()
    {
        const OpenedModel model = edited(file("m.onnx"));
        QVERIFY(save(model, file("m.onnx")));
        QVERIFY(nervure::readFile(file("m.onnx")).value() == largeModel(300));
        QVERIFY(model.text->view() == largeModel());
    }

    /// Another program that writes into the file: what it holds now is not what was read.
    void theFileChangesUnderUs()
    {
        const OpenedModel model = edited(file("m.onnx"));
        std::filesystem::resize_file(file("m.onnx"), 1000);
        NERVURE_VERIFY_ERROR(save(model, file("copy.onnx")), "file-changed",
                             "another program changed the file since it was opened");
        QVERIFY(!std::filesystem::exists(file("copy.onnx")));
        NERVURE_VERIFY_ERROR(projectText(model, m_builtins.formats, m_builtins.ops, {}),
                             "file-changed", "m.onnx");
    }

    void projectsReferToIt()
    {
        const OpenedModel model = edited(file("m.onnx"));
        const auto text = projectText(model, m_builtins.formats, m_builtins.ops, {});
        QVERIFY(text && text->size() < 10000);
        QVERIFY(writeFile(file("p.nervure"), *text));
        const auto again = opened(file("p.nervure"));
        QVERIFY(again);
        QVERIFY(again->graph == model.graph);
        QVERIFY(again->text->isMapped());
        QVERIFY(projectText(*again, m_builtins.formats, m_builtins.ops, {}).value() == *text);
        // Both moved to another folder.
        std::filesystem::create_directory(file("moved"));
        std::filesystem::rename(file("m.onnx"), file("moved") / "m.onnx");
        std::filesystem::rename(file("p.nervure"), file("moved") / "p.nervure");
        QVERIFY(opened(file("moved") / "p.nervure"));
    }

    void theOriginalIsGone()
    {
        const auto text =
            projectText(edited(file("m.onnx")), m_builtins.formats, m_builtins.ops, {});
        QVERIFY(writeFile(file("p.nervure"), *text));
        std::filesystem::remove(file("m.onnx"));
        NERVURE_VERIFY_ERROR(opened(file("p.nervure")), "original-gone",
                             "m.onnx' is gone, expected it there or in '");
    }

    void theOriginalHasChanged()
    {
        const auto text =
            projectText(edited(file("m.onnx")), m_builtins.formats, m_builtins.ops, {});
        QVERIFY(writeFile(file("p.nervure"), *text));
        QVERIFY(writeFile(file("m.onnx"), largeModel(2)));
        NERVURE_VERIFY_ERROR(opened(file("p.nervure")), "original-changed",
                             "m.onnx' has changed: found ");
    }

    /// A model that was replaced is open still, but nobody else finds it.
    void theOriginalWasReplaced()
    {
        const OpenedModel model = edited(file("m.onnx"));
        QVERIFY(save(model, file("m.onnx")));
        NERVURE_VERIFY_ERROR(referTo(*model.text), "original-gone", "m.onnx' that the model");
    }

    void journalsReferToIt()
    {
        const OpenedModel model = edited(file("m.onnx"));
        const auto text = projectText(model, m_builtins.formats, m_builtins.ops, {});
        std::filesystem::path journal;
        {
            auto begun =
                EditJournal::begin(file("journals"), {file("m.onnx").string(), "onnx"}, *text);
            QVERIFY(begun);
            journal = begun->file();
            const NodeId softmax = *model.graph.findByName("softmax");
            QVERIFY(begun->append({{RenameNode{softmax, "last"}}}));
        }
        QVERIFY(std::filesystem::file_size(journal) < 10000);
        const auto recovered = recoverModel(journal, m_builtins.formats, m_builtins.ops);
        QVERIFY(recovered);
        QVERIFY(recovered->model.graph == model.graph);
        QCOMPARE(recovered->edits.size(), std::size_t(1));
        std::filesystem::remove(file("m.onnx"));
        NERVURE_VERIFY_ERROR(recoverModel(journal, m_builtins.formats, m_builtins.ops),
                             "original-gone", "m.onnx' is gone");
    }
};

NERVURE_TEST(TstOriginalFile)
#include "tst_original_file.moc"
