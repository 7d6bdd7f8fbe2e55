// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/graph_changes.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace nervure;
using namespace nervure::tests;

/// A program as a pass.
class TstExec : public QObject {
    Q_OBJECT

private:
    /// relu → tanh on x.
    static PassProbe chain()
    {
        PassProbe probe;
        const NodeId r = probe.add("relu", "r", {{probe.variable("x", {{"shape", "(2, 3)"}})}});
        probe.add("tanh", "t", {{r}});
        return probe;
    }
    static PassRun run(PassProbe &probe, const std::string &command, const char *timeout = "20")
    {
        const std::vector<PassRequest> passes{
            {"InferShape"}, {"exec", {{"command", command}, {"timeout", timeout}}}};
        PassEnvironment environment{probe.builtins.passes, probe.builtins.ops};
        environment.programs = [](const std::string &) { return Status(); };
        return runPasses(probe.graph, passes, environment);
    }

private Q_SLOTS:
    void whatComesBackAsItWasIsNoChange()
    {
        PassProbe probe = chain();
        const PassRun result = run(probe, "cat");
        QVERIFY(result.ok);
        QVERIFY(!result.steps.back().changed);
        QVERIFY(result.graph.sameAs(probe.graph));
    }

    void whatAProgramMakesKeepsItsIds()
    {
        PassProbe probe = chain();
        const PassRun result = run(probe, "sed 's/\"tanh\"/\"sigmoid\"/'; echo done >&2");
        QVERIFY2(result.ok, result.ok ? "" : result.diagnostics.back().message.c_str());
        const PassResult &step = result.steps.back();
        QVERIFY(step.changed);
        const NodeId t = *probe.graph.findByName("t");
        QCOMPARE(result.graph.node(t).op, std::string("sigmoid"));
        QVERIFY(result.graph.node(*probe.graph.findByName("r"))
                == probe.graph.node(*probe.graph.findByName("r")));
        QCOMPARE(step.diagnostics.front().code, std::string("exec-said"));
        QCOMPARE(step.diagnostics.front().message, std::string("done"));
        QCOMPARE(step.diagnostics.front().severity, Severity::Note);
    }

    void newNodesAreMadeByTheProgram()
    {
        PassProbe probe = chain();
        const PassRun result = run(
            probe, R"(cat > /dev/null; echo '{"nodes": [{"op": "null", "name": "x", "inputs": []},
                {"op": "relu", "name": "r", "inputs": [[0, 0, 0]]},
                {"op": "exp", "name": "e", "inputs": [[1, 0, 0]]},
                {"op": "tanh", "name": "t", "inputs": [[2, 0, 0]]}],
                "arg_nodes": [0], "heads": [[3, 0, 0]]}')");
        QVERIFY(result.ok);
        const NodeId e = *result.graph.findByName("e");
        QVERIFY(!probe.graph.contains(e));
        const NodeChanges changes =
            changesBetween(probe.graph, result.graph, &result.steps.back().provenance);
        QCOMPARE(changes.size(), std::size_t{3}); // x lost its shape, t reads e
        const auto inferred =
            runPasses(result.graph, std::vector<PassRequest>{{"InferShape"}},
                      {.passes = probe.builtins.passes, .ops = probe.builtins.ops});
        QVERIFY(inferred.ok);
    }

    /// Its last lines, none of them without an end; the error has the last one itself.
    void whatAProgramSaidBeforeItFailedIsTold()
    {
        PassProbe probe = chain();
        const PassRun result =
            run(probe, "cat > /dev/null; for i in $(seq 30); do echo line $i >&2; done; "
                       "printf '%010000d\\n' 0 >&2; echo dead >&2; exit 3");
        NERVURE_VERIFY_ERROR(result, "exec", "exited with code 3; it said: 'dead'");
        std::vector<std::string> said;
        for (const Diagnostic &one : result.steps.back().diagnostics) {
            if (one.code == "exec-said") {
                said.push_back(one.message);
            }
        }
        QCOMPARE(said.size(), std::size_t{19});
        QCOMPARE(said.front(), std::string("line 13"));
        QVERIFY(said.back().starts_with("000") && said.back().size() < 500);
    }

    void withoutPermissionNothingIsStarted()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral("made")).toStdString();
        PassProbe probe = chain();
        const std::vector<PassRequest> passes{{"exec", {{"command", "touch " + file}}}};
        PassEnvironment environment{probe.builtins.passes, probe.builtins.ops};
        NERVURE_VERIFY_ERROR(runPasses(probe.graph, passes, environment), "exec-refused",
                             "was not started: nobody allowed it");
        std::string asked;
        environment.programs = [&asked](const std::string &command) {
            asked = command;
            return Status(makeError("exec-refused", "no"));
        };
        NERVURE_VERIFY_ERROR(runPasses(probe.graph, passes, environment), "exec-refused", "no");
        QCOMPARE(asked, "touch " + file);
        QVERIFY(!QFile::exists(QString::fromStdString(file)));
    }

    void whatProgramsDoWrongIsOneLine_data()
    {
        QTest::addColumn<std::string>("command");
        QTest::addColumn<std::string>("words");
        const auto row = [](const char *name, std::string command, std::string words) {
            QTest::newRow(name) << std::move(command) << std::move(words);
        };
        row("rubbish", "cat > /dev/null; echo no graph", "printed no graph: its output:1:");
        row("nothing", "cat > /dev/null", "printed no graph");
        row("no node", R"(cat > /dev/null; echo '{"nodes": [], "heads": [[3, 0, 0]]}')",
            "printed no graph");
        row("half", "head -c 100", "printed no graph");
        row("code", "cat > /dev/null; echo why >&2; exit 3", "exited with code 3; it said: 'why'");
        row("unread", "exit 3", "exited with code 3");
        row("dies", "kill -9 $$", "was ended by signal 9");
        row("none", "nothing-of-that-name", "exited with code 127");
        row("a gigabyte", "cat > /dev/null; head -c 1000000000 /dev/zero",
            "wrote more than 268435456 bytes");
        row("cycle",
            R"(cat > /dev/null; echo '{"nodes": [{"op": "relu", "name": "a", "inputs": [[1, 0, 0]]},
               {"op": "relu", "name": "b", "inputs": [[0, 0, 0]]}],
               "arg_nodes": [], "heads": [[1, 0, 0]]}')",
            "cycle");
    }
    /// Nothing is lost: the graph is the one before, and the step says why.
    void whatProgramsDoWrongIsOneLine()
    {
        QFETCH(std::string, command);
        QFETCH(std::string, words);
        PassProbe probe = chain();
        const PassRun result = run(probe, command);
        QVERIFY(!result.ok);
        const std::string &message = result.diagnostics.back().message;
        QVERIFY2(message.find(words) != std::string::npos, message.c_str());
        QVERIFY2(message.find('\n') == std::string::npos, message.c_str());
        QVERIFY(message.size() < 500);
        if (std::string(QTest::currentDataTag()) != "cycle") {
            QVERIFY(result.graph.sameAs(probe.graph));
        }
    }

    void aProgramThatHangsIsStopped_data()
    {
        QTest::addColumn<std::string>("command");
        QTest::newRow("alone") << std::string("echo started >&2; sleep 1000");
        QTest::newRow("in a pipe") << std::string("echo started >&2; sleep 1000 | cat");
        QTest::newRow("prints on") << std::string("echo started >&2; while :; do sleep 0.1; done");
    }
    /// With all that it has started.
    void aProgramThatHangsIsStopped()
    {
        QFETCH(std::string, command);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("pid"));
        PassProbe probe = chain();
        QElapsedTimer time;
        time.start();
        const PassRun result = run(probe, "echo $$ > " + file.toStdString() + "; " + command, "1");
        NERVURE_VERIFY_ERROR(result, "exec",
                             "did not end within 1 s and was stopped; it said: 'st");
        QVERIFY(time.elapsed() < 10000);
        QFile pid(file);
        QVERIFY(pid.open(QIODevice::ReadOnly));
        const int group = pid.readAll().trimmed().toInt();
        QVERIFY(group > 1);
        QTRY_VERIFY(::kill(-group, 0) != 0);
    }

    void optionsAreChecked()
    {
        PassProbe probe = chain();
        NERVURE_VERIFY_ERROR(run(probe, " "), "option-invalid", "pass exec needs a command");
        NERVURE_VERIFY_ERROR(run(probe, "cat", "0"), "option-invalid", "1 to 86400");
    }
};

NERVURE_TEST(TstExec)
#include "tst_exec.moc"
