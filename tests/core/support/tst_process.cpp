// SPDX-License-Identifier: Apache-2.0
#include "core/support/process.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <sys/resource.h>

using namespace nervure;
using namespace std::chrono_literals;

class TstProcess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void programThatIsMissingIsAnError();
    void outputErrorAndCodeComeBack();
    void largeInputAndOutputDoNotBlockEachOther();
    void linesAndBytesAlternate();
    void lineCutShortIsNotRead();
    void timeoutKillsTheChild();
    void cancelEndsTheWait();
    void writingToAChildThatHasGoneIsAnError();
    void killIsReportedAsASignal();
    void environmentIsReplaced();
    void stackLimitReachesTheChild();
    void outputBeyondTheLimitIsRefused();
};

namespace {

ProcessOptions shell(const char *script)
{
    ProcessOptions options;
    options.argv = {"/bin/sh", "-c", script};
    return options;
}

} // namespace

void TstProcess::programThatIsMissingIsAnError()
{
    ProcessOptions options;
    options.argv = {"nervure-no-such-program"};
    const auto process = Process::start(options);
    QVERIFY(!process.ok());
    QCOMPARE(process.error().code, std::string("process"));
    QVERIFY(process.error().message.find("nervure-no-such-program") != std::string::npos);
    NERVURE_VERIFY_ERROR(Process::start({}), "process", "no program to start");
}

void TstProcess::outputErrorAndCodeComeBack()
{
    const auto result = runProcess(shell("cat; echo bad >&2; exit 3"), "hello");
    QVERIFY(result.ok());
    QCOMPARE(result->out, std::string("hello"));
    QCOMPARE(result->err, std::string("bad\n"));
    QCOMPARE(result->status.code, 3);
    QCOMPARE(result->status.text(), std::string("exited with code 3"));
}

void TstProcess::largeInputAndOutputDoNotBlockEachOther()
{
    const std::string megabytes(8u << 20, 'x');
    const auto result = runProcess(shell("cat"), megabytes, {60s});
    QVERIFY(result.ok());
    QVERIFY(result->out == megabytes);
}

void TstProcess::linesAndBytesAlternate()
{
    auto process = Process::start(shell("cat"));
    QVERIFY(process.ok());
    QVERIFY(process->write("first\nabcdesecond\n").ok());
    QCOMPARE(*process->readLine({10s}), std::string("first"));
    QCOMPARE(*process->readBytes(5, {10s}), std::string("abcde"));
    QCOMPARE(*process->readLine({10s}), std::string("second"));
    QVERIFY(process->isRunning());
    process->closeInput();
    QVERIFY(process->wait({10s})->isSuccess());
    NERVURE_VERIFY_ERROR(process->readLine({10s}), "process",
                         "'/bin/sh' exited with code 0 instead of writing a line");
}

void TstProcess::lineCutShortIsNotRead()
{
    auto process = Process::start(shell("printf 'a\\nb'"));
    QVERIFY(process.ok());
    QCOMPARE(*process->readLine({10s}), std::string("a"));
    QVERIFY(process->wait({10s})->isSuccess());
    NERVURE_VERIFY_ERROR(process->readLine({10s}), "process",
                         "'/bin/sh' exited with code 0 instead of finishing its line");
}

void TstProcess::timeoutKillsTheChild()
{
    const auto result = runProcess(shell("exec sleep 100"), {}, {50ms});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, std::string("timeout"));
}

void TstProcess::cancelEndsTheWait()
{
    auto process = Process::start(shell("exec sleep 100"));
    QVERIFY(process.ok());
    const CancelToken cancel;
    cancel.cancel();
    const auto line = process->readLine({10s, &cancel});
    QVERIFY(!line.ok());
    QCOMPARE(line.error().code, std::string("cancelled"));
}

void TstProcess::writingToAChildThatHasGoneIsAnError()
{
    auto process = Process::start(shell("exit 4"));
    QVERIFY(process.ok());
    QCOMPARE(process->wait({10s})->code, 4);
    const Status sent = process->write(std::string(1u << 20, 'x'), {10s});
    QVERIFY(!sent.ok());
    QVERIFY(sent.error().message.find("exited with code 4") != std::string::npos);
}

void TstProcess::killIsReportedAsASignal()
{
    auto process = Process::start(shell("exec sleep 100"));
    QVERIFY(process.ok());
    process->kill();
    const auto status = process->wait({10s});
    QVERIFY(status.ok());
    QCOMPARE(status->signal, 9);
    QVERIFY(!status->isSuccess());
}

void TstProcess::environmentIsReplaced()
{
    qputenv("NERVURE_TEST_PROCESS", "old");
    ProcessOptions options = shell("printf \"$NERVURE_TEST_PROCESS\"");
    options.environment = {{"NERVURE_TEST_PROCESS", "new"}};
    QCOMPARE(runProcess(options)->out, std::string("new"));
    qunsetenv("NERVURE_TEST_PROCESS");
}

void TstProcess::stackLimitReachesTheChild()
{
    rlimit now{};
    QCOMPARE(getrlimit(RLIMIT_STACK, &now), 0);
    ProcessOptions options = shell("ulimit -S -s");
    options.stackBytes = 4096 * 1024;
    QCOMPARE(runProcess(options)->out, std::string("4096\n"));
}

void TstProcess::outputBeyondTheLimitIsRefused()
{
    ProcessOptions options = shell("head -c 100000 /dev/zero");
    options.outputLimit = 1000;
    const auto result = runProcess(options);
    QVERIFY(!result.ok());
    QVERIFY(result.error().message.find("more than 1000 bytes") != std::string::npos);
}

NERVURE_TEST(TstProcess)
#include "tst_process.moc"
