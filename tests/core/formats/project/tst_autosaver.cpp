// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/autosaver.h"

#include "core/builtins.h"
#include "core/formats/project/project_file.h"
#include "core/support/file.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace nervure;

class TstAutosaver : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    const Autosaver::TextSource m_text = [] {
        return std::string(
            R"({"nodes": [{"op": "null", "name": "x", "inputs": []}], "heads": [[0, 0, 0]]})");
    };
    const JournalHeader m_header{"/a/model.json", "nnvm", Semantics::Exact, 1};

    static Edit named(int number)
    {
        return {RenameNode{NodeId{0}, "name" + std::to_string(number)}};
    }
    static std::size_t filesIn(const std::filesystem::path &folder)
    {
        std::error_code error;
        const std::filesystem::directory_iterator files(folder, error);
        return error ? 0 : static_cast<std::size_t>(std::distance(begin(files), end(files)));
    }

private Q_SLOTS:
    void everyEditIsKept();
    void lookingWritesNothing();
    void savedWorkLeavesNoJournal();
    void failuresAreToldOnceAndMadeUpFor();
    void recoveredWorkGoesOnInItsJournal();
    void projectsAreTextsToStartFrom();
};

void TstAutosaver::everyEditIsKept()
{
    const QTemporaryDir place;
    const std::filesystem::path folder = place.path().toStdString();
    {
        Autosaver autosaver(folder);
        autosaver.begin(m_header, m_text);
        for (int i = 0; i < 100; ++i) {
            autosaver.append(named(i));
        }
        autosaver.wait();
        QCOMPARE(filesIn(folder), std::size_t(1));
        autosaver.append(named(100));
    }
    const auto lost = findLostJournals(folder);
    QCOMPARE(lost.size(), std::size_t(1));
    const auto model = recoverModel(lost[0].file, m_builtins.formats, m_builtins.ops);
    QVERIFY(model.ok());
    QCOMPARE(model->edits.size(), std::size_t(101));
    QCOMPARE(std::get<RenameNode>(model->edits.back().change).name, std::string("name100"));
}

void TstAutosaver::lookingWritesNothing()
{
    const QTemporaryDir place;
    const std::filesystem::path folder = place.path().toStdString();
    Autosaver autosaver(folder);
    autosaver.begin(m_header, m_text);
    autosaver.wait();
    QCOMPARE(filesIn(folder), std::size_t(0));
}

void TstAutosaver::savedWorkLeavesNoJournal()
{
    const QTemporaryDir place;
    const std::filesystem::path folder = place.path().toStdString();
    {
        Autosaver autosaver(folder);
        autosaver.begin(m_header, m_text);
        autosaver.append(named(1));
        autosaver.wait();
        QCOMPARE(filesIn(folder), std::size_t(1));
        autosaver.begin(m_header, m_text); // saved, and edited on
        autosaver.append(named(2));
        autosaver.wait();
        QCOMPARE(filesIn(folder), std::size_t(1));
        autosaver.end();
    }
    QCOMPARE(filesIn(folder), std::size_t(0));
}

void TstAutosaver::failuresAreToldOnceAndMadeUpFor()
{
    const QTemporaryDir place;
    // A file stands where the folder is to be.
    const std::filesystem::path folder = place.filePath(QStringLiteral("file")).toStdString();
    QVERIFY(writeFile(folder, "in the way").ok());
    std::atomic<int> told = 0;
    std::atomic<int> mended = 0;
    {
        Autosaver autosaver(folder, [&](const Status &status) { ++(status.ok() ? mended : told); });
        autosaver.begin(m_header, m_text);
        for (int i = 0; i < 3; ++i) {
            autosaver.append(named(i));
            autosaver.wait();
        }
        QCOMPARE(told.load(), 1);
        std::filesystem::remove(folder);
        QCOMPARE(mended.load(), 0);
        autosaver.append(named(3));
        autosaver.wait();
        QCOMPARE(mended.load(), 1);
    }
    const auto lost = findLostJournals(folder);
    QCOMPARE(lost.size(), std::size_t(1));
    QCOMPARE(lost[0].editCount, std::size_t(4));
}

void TstAutosaver::recoveredWorkGoesOnInItsJournal()
{
    const QTemporaryDir place;
    const std::filesystem::path folder = place.path().toStdString();
    {
        Autosaver crashed(folder);
        crashed.begin(m_header, m_text);
        crashed.append(named(1));
        crashed.append(named(2));
    }
    const auto file = findLostJournals(folder).at(0).file;
    const std::string whole = readFile(file).value();
    // The crash tore the last line.
    QVERIFY(writeFile(file, whole + "0123456789abcdef {\"half").ok());
    const auto model = recoverModel(file, m_builtins.formats, m_builtins.ops);
    QVERIFY(model.ok() && model->isTorn);
    QCOMPARE(model->size, std::uint64_t(whole.size()));
    {
        auto journal = EditJournal::resume(file, model->size);
        QVERIFY(journal.ok());
        NERVURE_VERIFY_ERROR(EditJournal::resume(file, model->size), "journal",
                             "another program has taken the journal");
        QVERIFY(findLostJournals(folder).empty());
        Autosaver autosaver(folder);
        autosaver.resume(std::move(*journal));
        autosaver.append(named(3));
    }
    const auto again = recoverModel(file, m_builtins.formats, m_builtins.ops);
    QVERIFY(again.ok() && !again->isTorn);
    QCOMPARE(again->edits.size(), std::size_t(3));
    QCOMPARE(filesIn(folder), std::size_t(1));
    {
        Autosaver autosaver(folder);
        autosaver.resume(EditJournal::resume(file, again->size).value());
        autosaver.end();
    }
    QCOMPARE(filesIn(folder), std::size_t(0));
}

void TstAutosaver::projectsAreTextsToStartFrom()
{
    const QTemporaryDir place;
    const std::filesystem::path folder = place.path().toStdString();
    const auto project = [this]() -> Result<std::string> {
        auto model = openModelText(m_text().value(), "x.json", m_builtins.formats, m_builtins.ops);
        if (!model || !apply(model->graph, named(7))) {
            return makeError("test", "the model does not open");
        }
        return projectText(*model, m_builtins.formats, m_builtins.ops);
    };
    {
        Autosaver autosaver(folder);
        autosaver.begin(m_header, project);
        autosaver.append(named(8));
    }
    const auto lost = findLostJournals(folder);
    QCOMPARE(lost.size(), std::size_t(1));
    QVERIFY(lost[0].changed > m_header.time);
    const auto model = recoverModel(lost[0].file, m_builtins.formats, m_builtins.ops);
    QVERIFY(model.ok());
    QCOMPARE(model->model.graph.node(NodeId{0}).name, std::string("name7"));
    QCOMPARE(std::string(model->model.text->view()), m_text().value());
    QCOMPARE(model->edits.size(), std::size_t(1));
}

NERVURE_TEST(TstAutosaver)
#include "tst_autosaver.moc"
