// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

/// A program as a pass, on the command line.
class TstPassExec : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString put(const char *name, const QByteArray &text) const
    {
        QFile file(m_folder.filePath(s(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            qFatal("cannot write a test file");
        }
        return file.fileName();
    }
    [[nodiscard]] QString model() const
    {
        return put("model.json", R"({"nodes": [
            {"op": "null", "name": "x", "inputs": [], "attrs": {"shape": "[2, 3]"}},
            {"op": "relu", "name": "r", "inputs": [[0, 0, 0]]},
            {"op": "tanh", "name": "t", "inputs": [[1, 0, 0]]}],
            "arg_nodes": [0], "heads": [[2, 0, 0]]})");
    }
    static QString replacing(const char *timeout = "20")
    {
        return s(R"(exec{command="sed s/tanh/sigmoid/; echo did it >&2",timeout=)") + s(timeout)
               + u'}';
    }

private Q_SLOTS:
    void whatIsTypedRuns()
    {
        const CliResult result = runCli(
            {s("pass"), model(), s("--passes"), replacing() + s(",InferShape"), s("--json")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.err.contains("did it"), result.err.constData());
        const QJsonObject json = result.json();
        QCOMPARE(json[u"graph"][u"nodes"][2][u"op"].toString(), s("sigmoid"));
        QCOMPARE(json[u"passes"][0][u"difference"][u"nodes"][u"changed"].toInt(), 1);
        QCOMPARE(json[u"attrs"][u"shape"][2][1].toInt(), 3);
    }

    void whatAFileSaysDoesNotRunUnlessAllowed()
    {
        const QString made = m_folder.filePath(s("made"));
        const QString passes = u'@'
                               + put("passes.txt", QByteArray("InferShape,\nexec{command=\"touch ")
                                                       + made.toUtf8() + "; cat\"}\n");
        NERVURE_VERIFY_EXIT(runCli({s("pass"), model(), s("--passes"), passes}), 1,
                            "may start programs only with --allow-exec");
        QVERIFY(!QFile::exists(made));
        NERVURE_VERIFY_EXIT(runCli({s("bisect"), model(), s("--passes"), passes}), 1,
                            "may start programs only with --allow-exec");
        QVERIFY(!QFile::exists(made));
        const CliResult allowed =
            runCli({s("pass"), model(), s("--passes"), passes, s("--allow-exec")});
        QVERIFY2(allowed.exitCode == 0, allowed.err.constData());
        QVERIFY(QFile::exists(made));
        NERVURE_VERIFY_EXIT(runCli({s("pass"), model(), s("--passes"), s("@none.txt")}), 1,
                            "none.txt");
    }

    void itsFaultsAreOneLine()
    {
        const CliResult hangs = runCli({s("pass"), model(), s("--passes"),
                                        s(R"(exec{command="sleep 100",timeout=1})"), s("-q")});
        NERVURE_VERIFY_EXIT(hangs, 1, "'sleep 100' did not end within 1 s and was stopped");
        QCOMPARE(hangs.err.count('\n'), 1);
        const CliResult dies =
            runCli({s("pass"), model(), s("--passes"), s("exec{command=kill -9 $$}"), s("-q")});
        NERVURE_VERIFY_EXIT(dies, 1, "was ended by signal 9");
        NERVURE_VERIFY_EXIT(runCli({s("pass"), model(), s("--passes"), s("exec")}), 2,
                            "pass exec needs a command");
    }

    void aProgramThatIsWrongIsFound()
    {
        const CliResult result = runCli({s("bisect"), model(), s("--passes"),
                                         s("InferShape,exec{command=cat},") + replacing(),
                                         s("--device"), s("reference"), s("--json")});
        QVERIFY2(result.exitCode == 4, result.err.constData());
        const QJsonObject json = result.json();
        QCOMPARE(json[u"found"][u"step"].toInt(), 3); // counted from 1, as in the table
        QCOMPARE(json[u"found"][u"node"].toString(), s("t"));
        QCOMPARE(json[u"steps"][1][u"verdict"].toString(), s("identical"));
    }
};

NERVURE_TEST(TstPassExec)
#include "tst_pass_exec.moc"
