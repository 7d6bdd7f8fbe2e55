// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/edit_journal.h"

#include "core/builtins.h"
#include "core/support/file.h"
#include "tests/support/environment.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <random>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace nervure;

/// What is saved and what is kept of unsaved work survives the end of the program at any moment.
class TstEditJournalSoak : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    QTemporaryDir m_folder;

    [[nodiscard]] std::filesystem::path folder() const { return m_folder.path().toStdString(); }

private Q_SLOTS:
    void journalsGiveTheWorkBack();
    void runningProgramsKeepTheirJournals();
    void tornEntriesAreLeftOut();
    void fullDisksLoseNothing();
    void nothingIsLostWhenTheProgramIsKilled();
};

namespace {

/// About five megabytes of NNVM JSON; `mark` is somewhere in it.
std::string largeModel(const std::string &mark)
{
    std::string text = "{\"nodes\": [{\"op\": \"null\", \"name\": \"x\", \"inputs\": []}";
    constexpr int count = 40000;
    for (int i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        text += ",\n  {\"op\": \"relu\", \"name\": \"layer_" + number
                + "\", \"attrs\": {\"mark\": \"" + mark
                + "\", \"filler\": \"some more of the text\"}," + " \"inputs\": [[" + number
                + ", 0, 0]]}";
    }
    return text + "\n], \"arg_nodes\": [0], \"heads\": [[" + std::to_string(count) + ", 0, 0]]}\n";
}

const std::string smallModel =
    R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
        {"op": "relu", "name": "r", "inputs": [[0, 0, 0]]}], "arg_nodes": [0], "heads": [[1, 0, 0]]})";

/// The n-th edit of the program that is going to be killed.
Edit numbered(std::uint32_t n)
{
    return {SetAttribute{NodeId{1}, "count", std::to_string(n), {}}};
}

/// Saves and journals in turns until it is killed; tells after each what is safe.
[[noreturn]] void workUntilKilled(const std::filesystem::path &file,
                                  const std::filesystem::path &journals, const std::string &first,
                                  const std::string &second, int told)
{
    auto journal =
        EditJournal::begin(journals, {file.string(), "nnvm", Semantics::Exact, 1}, smallModel);
    for (std::uint32_t n = 1; journal.ok(); ++n) {
        if (!writeFile(file, n % 2 == 0 ? first : second)) {
            break;
        }
        for (std::uint32_t i = 0; i < 8; ++i) {
            const std::uint32_t edit = 8 * n + i;
            if (!journal->append({numbered(edit)})
                || ::write(told, &edit, sizeof edit) != sizeof edit) {
                ::_exit(3);
            }
        }
    }
    ::_exit(2);
}

} // namespace

void TstEditJournalSoak::journalsGiveTheWorkBack()
{
    const auto place = folder() / "plain";
    {
        auto journal =
            EditJournal::begin(place, {"/a/b.json", "nnvm", Semantics::Fixed, 42}, smallModel);
        QVERIFY(journal.ok());
        QVERIFY(journal->append({numbered(1), {RenameNode{NodeId{1}, "new\n"}}}).ok());
        QVERIFY(journal->append({numbered(2)}).ok());
    }
    const auto lost = findLostJournals(place);
    QCOMPARE(lost.size(), std::size_t(1));
    QCOMPARE(lost[0].editCount, std::size_t(3));
    QCOMPARE(lost[0].header.path, std::string("/a/b.json"));
    QCOMPARE(lost[0].header.time, std::int64_t(42));
    const auto model = recoverModel(lost[0].file, m_builtins.formats, m_builtins.ops);
    QVERIFY(model.ok());
    QVERIFY(!model->isTorn);
    QCOMPARE(model->model.text->view(), std::string_view(smallModel));
    QVERIFY(model->model.semantics == Semantics::Fixed);
    Graph graph = model->model.graph;
    for (const Edit &edit : model->edits) {
        QVERIFY(apply(graph, edit).ok());
    }
    QCOMPARE(graph.node(NodeId{1}).name, std::string("new\n"));
    QCOMPARE(*graph.node(NodeId{1}).attrs.find("count"), std::string("2"));
    QVERIFY(std::filesystem::remove(lost[0].file));
    QVERIFY(findLostJournals(place).empty());
    QVERIFY(findLostJournals(folder() / "nowhere").empty());
}

void TstEditJournalSoak::runningProgramsKeepTheirJournals()
{
    const auto place = folder() / "running";
    auto journal = EditJournal::begin(place, {"", "nnvm", Semantics::Exact, 1}, smallModel);
    QVERIFY(journal.ok() && journal->append({numbered(1)}).ok());
    QVERIFY(findLostJournals(place).empty());
    const auto file = journal->file();
    QVERIFY(std::filesystem::exists(file));
    journal->remove();
    QVERIFY(!std::filesystem::exists(file));
    // A journal without edits is nothing to recover.
    {
        const auto empty = EditJournal::begin(place, {"", "nnvm", Semantics::Exact, 1}, smallModel);
    }
    QVERIFY(findLostJournals(place).empty());
}

void TstEditJournalSoak::tornEntriesAreLeftOut()
{
    const auto place = folder() / "torn";
    {
        auto journal = EditJournal::begin(place, {"", "nnvm", Semantics::Exact, 1}, smallModel);
        QVERIFY(journal.ok() && journal->append({numbered(1), numbered(2)}).ok());
    }
    const auto file = findLostJournals(place).at(0).file;
    const std::string whole = readFile(file).value();
    const std::size_t start = whole.find('\n', whole.find('\n') + 1) + 1;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        QVERIFY(writeFile(file, whole.substr(0, size)).ok());
        const auto model = recoverModel(file, m_builtins.formats, m_builtins.ops);
        QCOMPARE(model.ok(), size >= start);
        QVERIFY(!model.ok() || model->edits.size() <= 1);
    }
    std::string damaged = whole;
    damaged[start + 20] = '?';
    QVERIFY(writeFile(file, damaged).ok());
    const auto model = recoverModel(file, m_builtins.formats, m_builtins.ops);
    QVERIFY(model.ok() && model->isTorn && model->edits.empty());
}

void TstEditJournalSoak::fullDisksLoseNothing()
{
    const auto place = folder() / "full";
    auto journal = EditJournal::begin(place, {"", "nnvm", Semantics::Exact, 1}, smallModel);
    QVERIFY(journal.ok() && journal->append({numbered(1)}).ok());
    // A limit on the size of files stands for a disk that is full.
    const std::string saved = "old";
    const auto document = folder() / "document.json";
    QVERIFY(writeFile(document, saved).ok());
    struct rlimit before {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit little {
        std::filesystem::file_size(journal->file()) + 10, before.rlim_max
    };
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &little), 0);
    const Status full = journal->append({numbered(2)});
    const Status notSaved = writeFile(document, std::string(100000, 'x'));
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!full.ok());
    QVERIFY2(full.error().message.starts_with("cannot write the journal: "),
             full.error().message.c_str());
    QVERIFY(!notSaved.ok());
    QVERIFY2(notSaved.error().message.starts_with("cannot write: "),
             notSaved.error().message.c_str());
    QCOMPARE(readFile(document).value(), saved);
    QVERIFY(journal->append({numbered(3)}).ok());
    const auto model = recoverModel(journal->file(), m_builtins.formats, m_builtins.ops);
    QVERIFY(model.ok() && !model->isTorn);
    QCOMPARE(model->edits.size(), std::size_t(2));
    std::filesystem::remove_all(place);
    NERVURE_VERIFY_ERROR(EditJournal::begin("/proc/nowhere", {"", "nnvm", Semantics::Exact, 1}, ""),
                         "journal",
                         "/proc/nowhere: cannot begin a journal: No such file or directory");
    NERVURE_VERIFY_ERROR(writeFile(folder() / "vanished" / "document.json", saved), "file",
                         "cannot write beside the file: No such file or directory");
}

void TstEditJournalSoak::nothingIsLostWhenTheProgramIsKilled()
{
    const auto file = folder() / "model.json";
    const auto journals = folder() / "killed";
    const std::string first = largeModel("one");
    const std::string second = largeModel("two");
    QVERIFY(first.size() > 4500000);
    std::mt19937 random(qEnvironmentVariableIntValue("NERVURE_SEED"));
    const std::size_t kills = std::max<std::size_t>(10, tests::soakCount(1000));
    std::size_t recovered = 0;
    std::size_t strays = 0;
    for (std::size_t i = 0; i < kills; ++i) {
        QVERIFY(writeFile(file, first).ok());
        int told[2];
        QCOMPARE(::pipe(told), 0);
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            ::close(told[0]);
            workUntilKilled(file, journals, first, second, told[1]);
        }
        ::close(told[1]);
        ::usleep(random() % 60000);
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFSIGNALED(status));
        std::uint32_t safe = 0;
        for (std::uint32_t next = 0; ::read(told[0], &next, sizeof next) == sizeof next;) {
            safe = next;
        }
        ::close(told[0]);

        const std::string now = readFile(file).value();
        QVERIFY2(now == first || now == second, "the file is neither the old nor the new one");
        const auto lost = findLostJournals(journals);
        QVERIFY(safe == 0 || lost.size() == 1);
        if (!lost.empty()) {
            const auto model = recoverModel(lost[0].file, m_builtins.formats, m_builtins.ops);
            QVERIFY(model.ok() && !model->edits.empty());
            const auto &last = std::get<SetAttribute>(model->edits.back().change);
            QVERIFY2(std::stoul(last.value) >= safe, last.value.c_str());
            ++recovered;
        }
        std::filesystem::remove_all(journals);
        for (const auto &item : std::filesystem::directory_iterator(folder())) {
            const bool isStray = item.path().filename().string().starts_with("model.json.");
            strays += isStray ? 1 : 0;
            if (isStray) {
                std::filesystem::remove(item.path());
            }
        }
    }
    // Only between getting its name and taking the file's place can it stay behind.
    QVERIFY2(strays <= 1 + kills / 20, std::to_string(strays).c_str());
    qInfo("%zu kills, %zu times there was work to recover", kills, recovered);
}

NERVURE_TEST(TstEditJournalSoak)
#include "tst_edit_journal_soak.moc"
