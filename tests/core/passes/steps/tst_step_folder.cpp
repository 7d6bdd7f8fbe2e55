// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/passes/steps/step_folder.h"
#include "core/support/file.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

/// How folders are read as a whole, `steps` tests (tests/app/cli/commands/tst_steps.cpp).
class TstStepFolder : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private Q_SLOTS:
    void namesLoseTheirNumber()
    {
        QCOMPARE(stepName("a/03-InferShape.json"), std::string("InferShape"));
        QCOMPARE(stepName("12_fuse.2.json"), std::string("fuse.2"));
        QCOMPARE(stepName("0007.json"), std::string("0007"));
        QCOMPARE(stepName("relu"), std::string("relu"));
    }

    void numbersOrderHoweverLong()
    {
        for (const char *name : {"p99999999999999999999999.json", "p3.json", "p020.json"}) {
            QVERIFY(writeFile((m_folder.path().toStdString() + "/") + name, "{}").ok());
        }
        const auto found = stepFiles(m_folder.path().toStdString());
        QVERIFY(found.ok() && found->isByNumber);
        QCOMPARE(found->files[0].filename(), std::filesystem::path("p3.json"));
        QCOMPARE(found->files[1].filename(), std::filesystem::path("p020.json"));
        // 3 and 003 are one number, which tells nothing.
        QVERIFY(writeFile(m_folder.path().toStdString() + "/p003.json", "{}").ok());
        QVERIFY(!stepFiles(m_folder.path().toStdString())->isByNumber);
    }

    void aFileIsReadWithWhatItSays()
    {
        const Builtins builtins = makeBuiltins();
        const std::filesystem::path file = m_folder.path().toStdString() + "/1-start.json";
        QVERIFY(writeFile(file, R"({"nodes": [{"op": "null", "name": "x", "inputs": []}],
            "arg_nodes": [0], "heads": [[0, 0, 0]],
            "attrs": {"shape": ["list_shape", [[5]]], "dtype": ["list_int", [0]]}})")
                    .ok());
        const PassEnvironment passes{builtins.passes, builtins.ops};
        const auto step = readStep(file, {builtins.formats, passes});
        QVERIFY(step.ok());
        QCOMPARE(step->name, std::string("start"));
        const GraphRelation same = relate(step->known(), step->known());
        QVERIFY(!same.isTold && same.difference.empty());
        QVERIFY(!readStep(m_folder.path().toStdString(), {builtins.formats, passes}));
    }
};

NERVURE_TEST(TstStepFolder)
#include "tst_step_folder.moc"
