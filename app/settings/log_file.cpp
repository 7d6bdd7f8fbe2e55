// SPDX-License-Identifier: Apache-2.0
#include "app/settings/log_file.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMutex>
#include <QStandardPaths>

#include <atomic>

namespace nervure {

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
    m_state->before = qInstallMessageHandler(&State::handle);
}

LogFile::~LogFile()
{
    qInstallMessageHandler(m_state->before);
    State::current = nullptr;
    delete m_state;
}

QString LogFile::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
           + QStringLiteral("/log/nervure.log");
}

} // namespace nervure
