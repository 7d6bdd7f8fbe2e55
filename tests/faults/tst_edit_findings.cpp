// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace nervure::tests;

/// Fault 20: `edit` says what its result is worth.
class TstEditFindings : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString out() const { return m_folder.filePath(s("out.onnx")); }

    [[nodiscard]] CliResult edited(const QStringList &words) const
    {
        return runCli(QStringList{s("edit"), faultFile("20-edit-says-nothing/net.onnx")} + words
                      + QStringList{s("-o"), out()});
    }

private Q_SLOTS:
    void valuesAreOfTheModelsType()
    {
        NERVURE_NEED_FAULTS();
        const QString array = faultFile("20-edit-says-nothing/w.npy");
        const CliResult run = edited({s("--values"), s("w=") + array});
        NERVURE_VERIFY_EXIT(run, 0, "are float64 and become float32");
        const CliResult info = runCli({s("info"), out(), s("--json")});
        QVERIFY2(info.json().value(s("diagnostics")).toArray().isEmpty(), info.out.constData());
        const CliResult values = runCli({s("weights"), out(), s("w")});
        QVERIFY2(values.out.contains("float32"), values.out.constData());
    }

    void valuesMayBeTyped()
    {
        NERVURE_NEED_FAULTS();
        NERVURE_VERIFY_EXIT(edited({s("--values"), s("w=float32[3] 0.5, inf, -2")}), 0, "");
        const CliResult values = runCli({s("weights"), out(), s("w")});
        QVERIFY2(values.out.contains("0.5, inf, -2"), values.out.constData());
        NERVURE_VERIFY_EXIT(edited({s("--values"), s("w=float32[3] 0.5, 1")}), 1, "expected");
    }

    void whatAnEditBringsIsSaid()
    {
        NERVURE_NEED_FAULTS();
        const QStringList words{s("--values"), s("w=float32[5] 1, 2, 3, 4, 5")};
        QFile::remove(out());
        NERVURE_VERIFY_EXIT(edited(words), 1, "nothing is written");
        QVERIFY(!QFileInfo::exists(out()));
        const CliResult allowed = edited(words + QStringList{s("--allow-errors"), s("--json")});
        QCOMPARE(allowed.exitCode, 0);
        QVERIFY(QFileInfo::exists(out()));
        const QJsonArray found = allowed.json().value(s("diagnostics")).toArray();
        QVERIFY(std::any_of(found.begin(), found.end(), [](const QJsonValue &one) {
            return one.toObject().value(s("severity")).toString() == s("error");
        }));
        // What was wrong before is not the edit's.
        const CliResult renamed = runCli({s("edit"), out(), s("--rename"), s("mul=again"), s("-o"),
                                          m_folder.filePath(s("again.onnx"))});
        QVERIFY2(renamed.exitCode == 0, renamed.err.constData());
    }
};

NERVURE_TEST(TstEditFindings)
#include "tst_edit_findings.moc"
