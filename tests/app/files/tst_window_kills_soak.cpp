// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/edit_journal.h"
#include "core/support/file.h"
#include "core/support/fingerprint.h"
#include "tests/app/recovery_fixture.h"
#include "tests/support/graph_families.h"
#include "tests/support/test_class.h"

#include "app/actions/action_set.h"
#include "app/files/document_reader.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/save_source.h"

#include <QProcess>
#include <QTimer>
#include <QTreeWidget>

#include <chrono>
#include <cstdio>
#include <random>

using namespace nervure;
using namespace nervure::tests;

/// The whole program, killed at any moment while its models are edited and saved: each file is whole, and what was
/// done a second before is there at the next start.
class TstWindowKillsSoak : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingIsLostWhenTheProgramIsKilled();

private:
    QTemporaryDir m_models; ///< that each round begins with
    const Builtins m_builtins = makeBuiltins();
};

namespace {

constexpr double nanosecondsASecond = 1e9;

std::int64_t nowInNanoseconds()
{
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

/// Stands for what a graph is, however a file or a journal numbers its nodes.
QByteArray markOf(const Graph &graph)
{
    const auto nameOf = [&graph](const Entry &value) {
        const Node *node = graph.find(value.node);
        return ' ' + (node != nullptr ? node->name : "nothing") + ':' + std::to_string(value.index);
    };
    std::vector<std::string> lines;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        std::string line = node.name + '|' + node.op;
        for (const auto &[key, value] : node.attrs) {
            line += '|' + key + '=' + value;
        }
        for (const Entry &input : node.inputs) {
            line += nameOf(input);
        }
        lines.push_back(std::move(line));
    }
    std::sort(lines.begin(), lines.end());
    for (const Entry &head : graph.heads()) {
        lines.push_back(nameOf(head));
    }
    Fingerprint mark;
    for (const std::string &line : lines) {
        mark.add(line);
        mark.add("\n");
    }
    return QByteArray::fromStdString(mark.text());
}

/// The program that is going to be killed: edits, undoes and saves its models in no order, and tells of each state of
/// a model as soon as it is there, and of what is being written.
class Hands : public QObject {
public:
    Hands(Composition &program, unsigned seed) : m_program(program), m_random(seed) {}

    /// Goes on until somebody kills it.
    void begin()
    {
        for (MainWindow *window : m_program.windows().windows()) {
            GraphDocument &document = window->session().document;
            tell("state", document, markOf(document.graph()));
            connect(&document, &GraphDocument::saveStarted, this,
                    [&document] { tell("writes", document, markOf(document.graph())); });
            connect(&document, &GraphDocument::saved, this, [&document] {
                tell("wrote", document, QByteArray::fromStdString(document.fileFingerprint()));
            });
        }
        act();
    }

private:
    static void tell(const char *what, const GraphDocument &document, const QByteArray &mark)
    {
        std::printf("%s %s %s %lld\n", what, qPrintable(QFileInfo(document.path()).fileName()),
                    mark.constData(), static_cast<long long>(nowInNanoseconds()));
        std::fflush(stdout);
    }

    void act()
    {
        constexpr unsigned longestPauseMs = 40;
        QTimer::singleShot(m_random() % longestPauseMs, this, [this] { act(); });
        const QList<MainWindow *> &windows = m_program.windows().windows();
        MainWindow &window = *windows[m_random() % windows.size()];
        GraphDocument &document = window.session().document;
        const std::uint64_t before = document.revision();
        actOn(window, m_random() % 100);
        if (document.revision() != before) {
            tell("state", document, markOf(document.graph()));
        }
    }

    void actOn(MainWindow &window, unsigned kind)
    {
        if (kind < 45) {
            edit(window.session().document, EditKind::Rename);
        } else if (kind < 55) {
            edit(window.session().document, EditKind::DeleteBridging);
        } else if (kind < 60) {
            edit(window.session().document, EditKind::Duplicate);
        } else if (kind < 72) {
            window.actions().trigger(QStringLiteral("undo"));
        } else if (kind < 80) {
            window.actions().trigger(QStringLiteral("redo"));
        } else {
            window.actions().trigger(QStringLiteral("save"));
        }
    }

    /// For an operator; one that an edit does not suit stays as it is.
    void edit(GraphDocument &document, EditKind kind)
    {
        const auto nodes = document.graph().nodes();
        const NodeId node = nodes[m_random() % nodes.size()];
        if (!document.graph().node(node).isVariable()) {
            static_cast<void>(performEdit(
                document, kind, {.nodes = {node}, .text = "renamed_" + std::to_string(++m_names)}));
        }
    }

    Composition &m_program;
    std::mt19937 m_random;
    int m_names = 0;
};

int workUntilKilled(const QString &folder, unsigned seed)
{
    Composition program(placesIn(folder));
    const QDir models(folder + QStringLiteral("/models"));
    StartupOptions options;
    for (const QString &name : models.entryList(QDir::Files)) {
        options.files.append(models.filePath(name));
    }
    program.start(options);
    const bool isOpen = QTest::qWaitFor(
        [&] {
            const QList<MainWindow *> &windows = program.windows().windows();
            return windows.size() == options.files.size()
                   && std::all_of(windows.begin(), windows.end(),
                                  [](MainWindow *window) { return window->hasDocument(); });
        },
        WindowFixture::patienceMs);
    if (!isOpen) {
        return 1;
    }
    Hands hands(program, seed);
    hands.begin();
    return QApplication::exec();
}

const bool isWorkAdded = nervure::tests::addTest("work_until_killed", [](int argc, char **argv) {
    const QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    return workUntilKilled(arguments.value(1), arguments.value(2).toUInt());
});

/// The states of one model as the killed program told them.
struct History {
    struct State {
        QByteArray mark;
        std::int64_t at = 0;
    };
    std::vector<State> states;
    QList<QByteArray> writes; ///< states that were to be written
    QList<QByteArray> wrote;  ///< checksums of files that were

    /// The last place of that state; nothing where it was never told of.
    [[nodiscard]] std::optional<std::size_t> placeOf(const QByteArray &mark) const
    {
        for (std::size_t i = states.size(); i-- > 0;) {
            if (states[i].mark == mark) {
                return i;
            }
        }
        return std::nullopt;
    }
};

using Histories = std::map<QString, History>;

Histories historiesIn(const QByteArray &told)
{
    Histories histories;
    for (const QByteArray &line : told.left(told.lastIndexOf('\n')).split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.size() != 4) {
            continue;
        }
        History &history = histories[QString::fromUtf8(words[1])];
        if (words[0] == "state") {
            history.states.push_back({words[2], words[3].toLongLong()});
        } else {
            (words[0] == "writes" ? history.writes : history.wrote).append(words[2]);
        }
    }
    return histories;
}

/// One life of the program, in a folder of its own, and what it left there.
struct Killed {
    Killed(const QString &models, unsigned seed, int workMs)
    {
        QDir(folder.path()).mkdir(QStringLiteral("models"));
        for (const QFileInfo &model : QDir(models).entryInfoList(QDir::Files)) {
            QFile::copy(model.filePath(), pathOf(model.fileName()));
        }
        QProcess child;
        child.setStandardErrorFile(QProcess::nullDevice());
        child.start(QCoreApplication::applicationFilePath(),
                    {QStringLiteral("work_until_killed"), folder.path(), QString::number(seed)});
        isReady = child.waitForReadyRead(2 * WindowFixture::patienceMs)
                  && !child.waitForFinished(workMs); // that long, unless it died of its own accord
        at = nowInNanoseconds();
        child.kill();
        isReady = child.waitForFinished() && child.exitStatus() == QProcess::CrashExit && isReady;
        histories = historiesIn(child.readAllStandardOutput());
    }

    [[nodiscard]] QString pathOf(const QString &model) const
    {
        return folder.filePath(QStringLiteral("models/") + model);
    }

    QTemporaryDir folder;
    bool isReady = false;
    std::int64_t at = 0; ///< when it was killed
    Histories histories; ///< by name of the model
};

/// Says of one model what is not as it should be; nothing where all is well.
class Inquest {
public:
    Inquest(const Builtins &builtins, const Killed &killed, const QString &model)
        : m_builtins(builtins),
          m_killed(killed),
          m_history(killed.histories.at(model)),
          m_path(killed.pathOf(model).toStdString())
    {
        const Result<OpenedModel> file = openModel(m_path, builtins.formats, builtins.ops);
        if (file) {
            m_inFile = markOf(file->graph);
        }
    }

    /// The file is one that was read or written, as a whole.
    [[nodiscard]] QString faultOfFile(const QString &original) const
    {
        if (m_inFile.isEmpty()) {
            return QStringLiteral("the file cannot be read");
        }
        const std::string checksum = fileChecksum(m_path);
        const bool isOriginal = checksum == fileChecksum(original.toStdString());
        if (isOriginal || m_history.wrote.contains(QByteArray::fromStdString(checksum))) {
            return {};
        }
        // Nobody was told yet.
        return m_history.writes.contains(m_inFile)
                   ? QString()
                   : QStringLiteral("the file is none that was read or written");
    }

    /// The model as the next start has it: what its journal leads to, else its file.
    [[nodiscard]] QString faultOfWork(const std::vector<LostJournal> &journals)
    {
        bool hasJournal = false;
        for (const LostJournal &journal : journals) {
            if (journal.header.path == m_path) {
                hasJournal = true;
                if (!look(journal)) {
                    return QStringLiteral("the journal cannot be read");
                }
            }
        }
        if (!hasJournal) {
            found(m_history.placeOf(m_inFile));
        }
        return isLate() ? QStringLiteral("an edit of %1 s before the end is lost").arg(ageOfLost())
                        : QString();
    }

    /// The same of the graph that a window shows.
    [[nodiscard]] bool isRecovered(const Graph &shown)
    {
        m_place.reset();
        found(m_history.placeOf(markOf(shown)));
        return m_place.has_value() && !isLate();
    }

    /// Seconds before the end at which the oldest edit was made that is not there; 0 where none is missing.
    [[nodiscard]] double ageOfLost() const
    {
        const std::size_t next = m_place ? *m_place + 1 : 0;
        return next < m_history.states.size()
                   ? static_cast<double>(m_killed.at - m_history.states[next].at)
                         / nanosecondsASecond
                   : 0;
    }

private:
    bool look(const LostJournal &journal)
    {
        const auto model = recoverModel(journal.file, m_builtins.formats, m_builtins.ops);
        if (!model) {
            return false;
        }
        Graph graph = model->model.graph;
        QByteArray before;
        for (const Edit &edit : model->edits) {
            before = markOf(graph);
            if (!apply(graph, edit)) {
                return false;
            }
        }
        const auto place = m_history.placeOf(markOf(graph));
        // An edit of which the program had no time to tell.
        found(place ? place : m_history.placeOf(before));
        return true;
    }

    void found(std::optional<std::size_t> place)
    {
        if (place && (!m_place || *place > *m_place)) {
            m_place = place;
        }
    }

    [[nodiscard]] bool isLate() const { return !m_place || ageOfLost() >= 1; }

    const Builtins &m_builtins;
    const Killed &m_killed;
    const History &m_history;
    const std::filesystem::path m_path;
    QByteArray m_inFile;
    std::optional<std::size_t> m_place; ///< of the latest state that was found
};

/// Recovers all that the program offers at its next start, and looks at what its windows then show.
QString faultOfRestart(const Builtins &builtins, const Killed &killed, std::size_t journals)
{
    Restarted program(killed.folder.path());
    const auto offered = [&program] {
        return program.dialog
                   ? find<QTreeWidget>(program.dialog, "recovery-list")->topLevelItemCount()
                   : 0;
    };
    if (offered() != static_cast<int>(journals)) {
        return QStringLiteral("%1 models are offered, expected %2").arg(offered()).arg(journals);
    }
    while (program.dialog) {
        const int before = offered();
        if (!program.waitForPreview()) {
            return QStringLiteral("there is no preview");
        }
        QTest::keyClick(program.dialog, Qt::Key_Return);
        if (!QTest::qWaitFor([&] { return offered() < before; }, WindowFixture::patienceMs)) {
            return QStringLiteral("a model is not recovered");
        }
    }
    QString fault;
    for (MainWindow *window : program.composition.windows().windows()) {
        const GraphDocument &document = window->session().document;
        const QString name = QFileInfo(document.path()).fileName();
        if (document.isDirty() && !Inquest(builtins, killed, name).isRecovered(document.graph())) {
            fault = QStringLiteral("%1 is shown as it never was, or was long before").arg(name);
        }
    }
    giveUp(program);
    return fault;
}

} // namespace

void TstWindowKillsSoak::initTestCase()
{
    const QString mlp = QDir(samplesFolder()).filePath(QStringLiteral("mlp.json"));
    QVERIFY(QFile::copy(mlp, m_models.filePath(QStringLiteral("mlp.json"))));
    const QString onnx = QString::fromStdString(
        (sourceFolder() / "tests/golden/peers/classifier/model.onnx").string());
    QVERIFY(QFile::copy(onnx, m_models.filePath(QStringLiteral("classifier.onnx"))));
    Result<OpenedModel> sample =
        openModel((samplesFolder() + QStringLiteral("/squeezenet1.1.json")).toStdString(),
                  m_builtins.formats, m_builtins.ops);
    QVERIFY(sample.ok());
    const Semantics semantics = sample->semantics;
    const DocumentContent content = contentOf(m_builtins, std::move(*sample));
    const QString project = m_models.filePath(QStringLiteral("squeezenet.nervure"));
    QVERIFY(saveToFile(sourceOf(content, semantics), m_builtins,
                       {project.toStdString(), content.formatName})
                .ok());
    // Takes long enough to be written that the end comes in the middle.
    const auto large = findGraphFamily("resnet")->make(m_builtins.ops, 5000);
    Diagnostics diagnostics;
    const auto text = m_builtins.formats.find("nnvm")->write(
        *large, {m_builtins.ops, Semantics::Exact, {}}, diagnostics);
    QVERIFY(nervure::writeFile(m_models.filePath(QStringLiteral("large.json")).toStdString(), *text)
                .ok());
}

void TstWindowKillsSoak::nothingIsLostWhenTheProgramIsKilled()
{
    constexpr unsigned longestWorkMs = 2500;
    constexpr std::size_t restartsAmong = 10;
    std::mt19937 random(static_cast<unsigned>(qEnvironmentVariableIntValue("NERVURE_SEED")));
    const std::size_t kills = soakCount(1000);
    std::size_t states = 0;
    std::size_t recovered = 0;
    double oldest = 0;
    QStringList faults;
    for (std::size_t i = 0; i < kills; ++i) {
        Killed killed(m_models.path(), random(), static_cast<int>(random() % longestWorkMs));
        QVERIFY2(killed.isReady, "the program did not begin, or ended of its own accord");
        const auto journals =
            findLostJournals(placesIn(killed.folder.path()).journalFolder.toStdString());
        const qsizetype before = faults.size();
        for (const auto &[name, history] : killed.histories) {
            Inquest inquest(m_builtins, killed, name);
            for (const QString &fault :
                 {inquest.faultOfFile(m_models.filePath(name)), inquest.faultOfWork(journals)}) {
                faults += fault.isEmpty() ? QStringList()
                                          : QStringList(name + QStringLiteral(": ") + fault);
            }
            states += history.states.size();
            oldest = std::max(oldest, inquest.ageOfLost());
        }
        if (i % restartsAmong == 0) {
            const QString fault = faultOfRestart(m_builtins, killed, journals.size());
            faults += fault.isEmpty() ? QStringList() : QStringList(fault);
        }
        recovered += journals.size();
        if (faults.size() > before) {
            killed.folder.setAutoRemove(false);
            qInfo("%s: %s", qPrintable(killed.folder.path()), qPrintable(faults.last()));
        }
    }
    qInfo(
        "%zu kills, %zu states, %zu journals; the oldest edit that was lost was made %.3f s before",
        kills, states, recovered, oldest);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

NERVURE_GUI_TEST(TstWindowKillsSoak)
#include "tst_window_kills_soak.moc"
