// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <algorithm>

using namespace nervure::tests;

/// Fault 22: the bytes of binary files were printed as text.
class TstBinaryText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGraphOfABinaryFileIsNoText();
    void differencesAreOfNodes();
};

void TstBinaryText::theGraphOfABinaryFileIsNoText()
{
    NERVURE_NEED_FAULTS();
    const CliResult run = runCli({s("pass"), faultFile("22-binary-as-text/net.onnx"), s("--passes"),
                                  s("InferShape"), s("--json")});
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.json().contains(s("graph")));
    QVERIFY2(run.json().value(s("graph")).isNull(), run.out.constData());
}

void TstBinaryText::differencesAreOfNodes()
{
    NERVURE_NEED_FAULTS();
    const QStringList words{s("edit"), faultFile("22-binary-as-text/net.onnx"), s("--set"),
                            s("relu.alpha=0.5"), s("--diff")};
    const CliResult run = runCli(words);
    QCOMPARE(run.exitCode, 0);
    const bool isText = std::none_of(run.out.begin(), run.out.end(), [](char c) {
        return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t';
    });
    QVERIFY2(isText && run.out.contains("relu") && run.out.contains("alpha"), run.out.constData());
    const CliResult json = runCli(words + QStringList{s("--json")});
    QVERIFY2(json.json().value(s("difference")).isObject(), json.out.constData());
}

NERVURE_TEST(TstBinaryText)
#include "tst_binary_text.moc"
