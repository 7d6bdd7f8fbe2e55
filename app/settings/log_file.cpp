// SPDX-License-Identifier: Apache-2.0
#include "app/settings/log_file.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMutex>
#include <QStandardPaths>

#include <array>
#include <atomic>
#include <csignal>
#include <ctime>
#include <unistd.h>
#include <utility>

namespace nervure {

namespace {

constexpr std::array<std::pair<int, const char *>, 5> deadlySignals{{{SIGSEGV, "SIGSEGV"},
                                                                     {SIGABRT, "SIGABRT"},
                                                                     {SIGBUS, "SIGBUS"},
                                                                     {SIGFPE, "SIGFPE"},
                                                                     {SIGILL, "SIGILL"}}};

std::atomic<int> logDescriptor = -1; ///< of the one log of the process

/// Only what is allowed in a handler of signals.
void writeLastLine(const char *name)
{
    const int file = logDescriptor.load();
    std::array<char, 64> line{};
    std::size_t end = 0;
    const auto add = [&](const char *text) {
        for (; *text != 0 && end < line.size(); ++text) {
            line[end++] = *text;
        }
    };
    std::array<char, 24> digits{};
    std::size_t at = digits.size() - 1;
    for (std::time_t now = std::time(nullptr); now > 0 && at > 0; now /= 10) {
        digits[--at] = static_cast<char>('0' + now % 10);
    }
    add("@");
    add(digits.data() + at); // seconds since 1970: a calendar is not allowed here
    add(" fatal : ended by ");
    add(name);
    add("\n");
    if (file >= 0 && write(file, line.data(), end) < 0) {
        return;
    }
}

void handleDeadlySignal(int signal)
{
    for (const auto &[number, name] : deadlySignals) {
        if (number == signal) {
            writeLastLine(name);
        }
    }
    std::raise(signal); // once more, as the system has it: SA_RESETHAND
}

/// A handler on a stack of its own, for where that of the program is full.
void watchSignals()
{
    static std::array<char, 64 * 1024> room;
    stack_t stack{};
    stack.ss_sp = room.data();
    stack.ss_size = room.size();
    sigaltstack(&stack, nullptr);
    for (const auto &[number, name] : deadlySignals) {
        struct sigaction before {};
        sigaction(number, nullptr, &before);
        if (before.sa_handler == SIG_DFL) { // sanitizers have their own
            struct sigaction ours {};
            ours.sa_handler = handleDeadlySignal;
            ours.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
            sigaction(number, &ours, nullptr);
        }
    }
}

} // namespace

struct LogFile::State {
    QMutex mutex;
    QFile file;
    QtMessageHandler before = nullptr;

    void open();
    void rotate();
    void write(const QByteArray &line);

    /// Qt's handler takes no context, so that the one log of the process has to be findable.
    static std::atomic<State *> current;
    static void handle(QtMsgType type, const QMessageLogContext &context, const QString &message);
};

std::atomic<LogFile::State *> LogFile::State::current = nullptr;

namespace {

const char *severityWord(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg: return "debug";
    case QtInfoMsg: return "info";
    case QtWarningMsg: return "warning";
    case QtCriticalMsg: return "error";
    case QtFatalMsg: break;
    }
    return "fatal";
}

} // namespace

void LogFile::State::open()
{
    QDir().mkpath(QFileInfo(file).absolutePath());
    if (file.size() >= longest) {
        rotate();
    }
    (void)file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Text);
    logDescriptor = file.handle();
}

void LogFile::State::rotate()
{
    file.close();
    const QString path = file.fileName();
    const auto numbered = [&path](int number) {
        return path + QLatin1Char('.') + QString::number(number);
    };
    QFile::remove(numbered(keptFiles));
    for (int number = keptFiles - 1; number >= 1; --number) {
        QFile::rename(numbered(number), numbered(number + 1));
    }
    QFile::rename(path, numbered(1));
}

void LogFile::State::write(const QByteArray &line)
{
    const QMutexLocker lock(&mutex);
    if (file.isOpen() && file.size() + line.size() > longest) {
        rotate();
        open();
    }
    if (file.isOpen()) {
        file.write(line);
        file.flush();
    }
}

void LogFile::State::handle(QtMsgType type, const QMessageLogContext &context,
                            const QString &message)
{
    State *state = current.load();
    if (!state) {
        return;
    }
    const QByteArray time = QDateTime::currentDateTime().toString(Qt::ISODateWithMs).toLatin1();
    const QByteArray category = context.category ? QByteArray(context.category) : QByteArray();
    state->write(time + ' ' + severityWord(type) + ' ' + category + ": " + message.toUtf8() + '\n');
    if (state->before) {
        state->before(type, context, message);
    }
}

LogFile::LogFile(const QString &path) : m_state(new State)
{
    m_state->file.setFileName(path);
    m_state->open();
    State::current = m_state;
    watchSignals();
    m_state->before = qInstallMessageHandler(&State::handle);
}

LogFile::~LogFile()
{
    qInstallMessageHandler(m_state->before);
    State::current = nullptr;
    logDescriptor = -1;
    delete m_state;
}

QString LogFile::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
           + QStringLiteral("/log/nervure.log");
}

} // namespace nervure
