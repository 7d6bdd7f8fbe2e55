// SPDX-License-Identifier: Apache-2.0
// nervure_monkey: somebody who does everything with the program, in no order (--seed, --steps, --seconds), or who
// clicks on each node of each model (--clicks). Ends with 1 where the event loop stood still for too
// long, or a widget was shown or hidden from within a layout.
#include "app/program/composition.h"
#include "tests/monkey/click_all.h"
#include "tests/monkey/monkey.h"
#include "tests/monkey/monkey_models.h"
#include "tests/monkey/watched_application.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <array>
#include <csignal>
#include <cstdio>

#include <execinfo.h>
#include <unistd.h>

using namespace nervure;
using namespace nervure::tests;

namespace {

void die(int signal)
{
    std::fprintf(stderr, "signal %d behind\n", signal);
    printLastActs();
    std::array<void *, 60> frames{};
    backtrace_symbols_fd(frames.data(), backtrace(frames.data(), 60), STDERR_FILENO);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// The first backtrace() of a process loads a library: within a signal handler that waits for the heap for ever, or
/// dies of it.
void prepareBacktraces()
{
    std::array<void *, 1> frame{};
    backtrace(frame.data(), 1);
}

/// Takes what would open another program.
class NoBrowser : public QObject {
    Q_OBJECT

public:
    NoBrowser()
    {
        for (const char *scheme : schemes) {
            QDesktopServices::setUrlHandler(QString::fromLatin1(scheme), this, "open");
        }
    }
    ~NoBrowser() override
    {
        for (const char *scheme : schemes) {
            QDesktopServices::unsetUrlHandler(QString::fromLatin1(scheme));
        }
    }

    static constexpr std::array schemes{"file", "http", "https"};

public Q_SLOTS:
    void open(const QUrl & /*address*/) {}
};

QStringList linesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
}

void quiet(QtMsgType kind, const QMessageLogContext & /*context*/, const QString &text)
{
    // QTest says so of clicks that nobody wants.
    if (kind != QtDebugMsg && kind != QtInfoMsg && !text.contains(QLatin1String("not accepted"))
        && !text.contains(QLatin1String("propagateSizeHints"))) {
        std::fprintf(stderr, "%s\n", qPrintable(text));
    }
}

/// Everything that the process keeps goes into that folder.
void keepIn(const QTemporaryDir &folder)
{
    qputenv("HOME", folder.path().toLocal8Bit());
    qputenv("XDG_CONFIG_HOME", folder.filePath(QStringLiteral("config")).toLocal8Bit());
    qputenv("XDG_DATA_HOME", folder.filePath(QStringLiteral("data")).toLocal8Bit());
    QDir().mkpath(folder.filePath(QStringLiteral("models")));
    QDir::setCurrent(folder.filePath(QStringLiteral("models")));
}

/// Copies for the start page: what is opened there may be saved.
QString samplesIn(const QString &folder)
{
    QDir().mkpath(folder);
    const QDir samples(samplesFolder());
    for (const QString &name : samples.entryList(QDir::Files)) {
        QFile::copy(samples.filePath(name), QDir(folder).filePath(name));
    }
    return folder;
}

void addOptions(QCommandLineParser &options)
{
    const auto add = [&options](const char *name, const char *value, const char *usual) {
        options.addOption({QString::fromLatin1(name), QString(), QString::fromLatin1(value),
                           QString::fromLatin1(usual)});
    };
    add("seed", "N", "1");
    add("steps", "N", "1000000");
    add("seconds", "N", "3600");
    add("models", "LIST", "");
    add("per-dialect", "N", "5");
    add("stall-ms", "N", "1000");
    add("clicks", "N", "0");
    options.addOptions({{QStringLiteral("few"), {}}, {QStringLiteral("loud"), {}}});
}

MonkeyPlan planOf(const QCommandLineParser &options, const QTemporaryDir &folder)
{
    const auto number = [&options](const char *name) {
        return options.value(QString::fromLatin1(name)).toInt();
    };
    MonkeyPlan plan{options.value(QStringLiteral("seed")).toUInt(),
                    number("steps"),
                    number("seconds"),
                    {},
                    folder.filePath(QStringLiteral("models")),
                    options.isSet(QStringLiteral("loud"))};
    plan.models = options.isSet(QStringLiteral("models"))
                      ? linesOf(options.value(QStringLiteral("models")))
                  : options.isSet(QStringLiteral("few"))
                      ? fewModels()
                      : modelsOfAllDialects(plan.seed, number("per-dialect"));
    return plan;
}

/// True if nothing stalled.
bool play(const CompositionPaths &places, const MonkeyPlan &plan, int stallMs)
{
    StallWatch stalls(stallMs);
    Composition program(places);
    Monkey monkey(program, plan, stalls);
    // The loops of open dialogs end, too. quit() would ask about unsaved changes, and nobody would answer.
    QObject::connect(&monkey, &Monkey::finished, qApp, [] { QCoreApplication::exit(0); });
    monkey.start();
    QApplication::exec();
    return stalls.stalls().empty();
}

} // namespace

int main(int argc, char **argv)
{
    const QTemporaryDir folder;
    keepIn(folder);
    qInstallMessageHandler(quiet);
    prepareBacktraces();
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE}) {
        std::signal(signal, die);
    }
    const WatchedApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    QCommandLineParser options;
    addOptions(options);
    options.process(application);
    const NoBrowser browser;
    const MonkeyPlan plan = planOf(options, folder);
    const CompositionPaths places{folder.filePath(QStringLiteral("settings.ini")),
                                  folder.filePath(QStringLiteral("pictures")),
                                  folder.filePath(QStringLiteral("journals")),
                                  samplesIn(folder.filePath(QStringLiteral("samples")))};
    if (plan.models.isEmpty()) {
        std::fputs("no models\n", stderr);
        return 2;
    }
    if (const int clicks = options.value(QStringLiteral("clicks")).toInt(); clicks > 0) {
        Composition program(places);
        return clickAll(program, plan, clicks) && application.faults().empty() ? 0 : 1;
    }
    const bool isFine = play(places, plan, options.value(QStringLiteral("stall-ms")).toInt());
    return isFine && application.faults().empty() ? 0 : 1;
}

#include "nervure_monkey.moc"
