// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"

#include "app/cli/device_process.h"
#include "app/cli/json_output.h"
#include "app/cli/table.h"
#include "core/formats/project/node_source_map.h"
#include "core/support/finding_groups.h"
#include "core/support/visible_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace nervure::cli {

namespace {

constexpr std::size_t flushAt = 64 * 1024;
constexpr int warningsOfAKind = 10;

/// A note for each value that came to the finding's node through rules of other nodes.
Diagnostics trailNotes(const Diagnostic &finding)
{
    Diagnostics notes;
    if (finding.trails) {
        for (const ValueTrail &trail : *finding.trails) {
            if (trail.steps.size() > 1) {
                notes.emplace_back(Severity::Note, finding.code, trailText(trail));
            }
        }
    }
    return notes;
}

bool wantsColor(ColorMode mode)
{
    if (mode != ColorMode::Auto) {
        return mode == ColorMode::Always;
    }
    const char *noColor = std::getenv("NO_COLOR");
    const char *terminal = std::getenv("TERM");
    return isatty(fileno(messageStream())) && !(noColor && *noColor)
           && !(terminal && std::string_view(terminal) == "dumb");
}

/// 0: there is no terminal, or it does not say.
std::size_t terminalWidth()
{
    winsize size{};
    const bool isKnown = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return isKnown ? size.ws_col : 0;
}

/// File content that reached a message must not command the terminal.
std::string withoutControls(std::string_view text)
{
    std::string clean;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        clean += byte < 0x20 || byte == 0x7F ? ' ' : c;
    }
    return visibleText(clean);
}

} // namespace

Console::Console(ConsoleOptions options)
    : m_options(options),
      m_isColored(wantsColor(options.color)),
      m_document(std::make_unique<nlohmann::ordered_json>(nlohmann::ordered_json::object()))
{
    if (m_options.width == 0) {
        m_options.width = terminalWidth();
    }
}

Console::~Console() = default;

void Console::print(std::string_view text)
{
    if (!m_options.json) {
        write(text);
    }
}

void Console::print(const Table &table)
{
    if (!m_options.json) {
        write(table.text(m_options.width));
    }
}

void Console::remark(std::string_view text)
{
    if (!m_options.quiet) {
        print(text);
    }
}

void Console::remark(const Table &table)
{
    if (!m_options.quiet) {
        print(table);
    }
}

void Console::write(std::string_view bytes)
{
    m_pending += bytes;
    if (m_pending.size() >= flushAt) {
        flush();
    }
}

void Console::locateIn(std::unique_ptr<NodeSourceMap> places)
{
    m_places = std::move(places);
}

void Console::remarkAside(std::string_view text)
{
    if (!m_options.quiet && !m_options.json) {
        const std::string clean(text);
        std::fputs(clean.c_str(), messageStream());
    }
}

void Console::report(const Diagnostic &found)
{
    report(Diagnostics{found});
}

void Console::report(const Diagnostics &diagnostics)
{
    for (const FindingGroup &group : groupFindings(diagnostics)) {
        Diagnostic first = diagnostics[group.first()];
        if (m_places) {
            m_places->locate(first);
        }
        tell(first, group.count);
    }
    for (Diagnostic diagnostic : diagnostics) {
        if (m_places) {
            m_places->locate(diagnostic);
        }
        m_diagnostics.push_back(std::move(diagnostic));
    }
}

void Console::tell(const Diagnostic &diagnostic, std::size_t count)
{
    const auto [told, isNew] = m_told.try_emplace(causeOf(diagnostic), diagnostic, 0);
    if (!isNew) {
        told->second.second += count;
        return;
    }
    const bool isError = diagnostic.severity == Severity::Error;
    if (isError || (!m_options.quiet && ++m_warned[diagnostic.code] <= warningsOfAKind)) {
        Diagnostic counted = diagnostic;
        counted.message = countedMessage(diagnostic, count);
        const std::string line = errorLine(counted) + '\n';
        std::fputs(line.c_str(), messageStream());
        for (const Diagnostic &note : trailNotes(diagnostic)) {
            std::fputs((errorLine(note) + '\n').c_str(), messageStream());
        }
    }
}

ExitCode Console::fail(ExitCode code, const Diagnostic &diagnostic)
{
    Diagnostic error = diagnostic;
    error.severity = Severity::Error;
    report(error);
    return code;
}

std::string Console::errorLine(const Diagnostic &diagnostic) const
{
    std::string label;
    if (diagnostic.severity != Severity::Error) {
        label = std::string(severityName(diagnostic.severity)) + ": ";
    }
    const std::string text = withoutControls(formatDiagnostic(diagnostic));
    if (!m_isColored) {
        return "nervure: " + label + text;
    }
    const char *color = diagnostic.severity == Severity::Error     ? "\033[31m"
                        : diagnostic.severity == Severity::Warning ? "\033[33m"
                                                                   : "\033[2m";
    return std::string("\033[1mnervure:\033[0m ") + color + label + text + "\033[0m";
}

void Console::reportRest()
{
    for (const auto &[cause, told] : m_told) {
        const auto &[finding, more] = told;
        const bool isShown = finding.severity == Severity::Error || !m_options.quiet;
        if (more > 0 && isShown) {
            const Diagnostic again{Severity::Note, finding.code,
                                   fmt::format("{} more like this: {}", more, finding.message),
                                   finding.where};
            std::fputs((errorLine(again) + '\n').c_str(), messageStream());
        }
    }
    m_told.clear();
    for (const auto &[code, count] : m_warned) {
        if (count > warningsOfAKind) {
            const int rest = count - warningsOfAKind;
            const Diagnostic more{
                Severity::Note, code, fmt::format("{} more of the kind '{}'", rest, code), {}};
            std::fputs((errorLine(more) + '\n').c_str(), messageStream());
        }
    }
    m_warned.clear();
}

bool Console::finish()
{
    reportRest();
    if (m_options.json) {
        (*m_document)["diagnostics"] = diagnosticsJson(m_diagnostics);
        write(documentText(*m_document));
    }
    flush();
    return !m_isBroken;
}

void Console::flush()
{
    std::string_view rest = m_pending;
    while (!rest.empty() && !m_isBroken) {
        const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
        if (written >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EPIPE) {
            // The reader has what it wanted; end as programs in a pipeline do.
            std::signal(SIGPIPE, SIG_DFL);
            std::raise(SIGPIPE);
            m_isBroken = true;
        } else if (errno != EINTR) {
            std::fprintf(messageStream(), "nervure: standard output: %s\n", std::strerror(errno));
            m_isBroken = true;
        }
    }
    m_pending.clear();
}

ExitCode exitCodeOf(const Diagnostic &failure)
{
    if (failure.code == "usage" || failure.code == "device-ambiguous"
        || failure.code == "device-unknown") {
        return ExitCode::WrongUsage;
    }
    if (failure.code == "cancelled") {
        return ExitCode::Stopped;
    }
    return failure.code.starts_with("device-") ? ExitCode::DeviceFault : ExitCode::InputFault;
}

} // namespace nervure::cli
