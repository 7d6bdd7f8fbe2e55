// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace nervure {
class NodeSourceMap;
}

namespace nervure::cli {

class Table;

enum class ColorMode { Auto, Always, Never };

/// The options every subcommand has.
struct ConsoleOptions {
    bool json = false;  ///< one JSON document on stdout instead of text
    bool quiet = false; ///< no warnings, notes and summaries; errors and results stay
    ColorMode color = ColorMode::Auto;
    std::size_t width = 0; ///< columns that a table may take; 0: the terminal's, if there is one
};

/// Where a subcommand's words go: results to stdout, findings to stderr. With --json stdout holds
/// exactly one document, also on failure; its `diagnostics` are everything that was reported.
class Console {
public:
    explicit Console(ConsoleOptions options);
    ~Console();
    Console(const Console &) = delete;
    Console &operator=(const Console &) = delete;

    [[nodiscard]] bool isJson() const { return m_options.json; }

    /// Results for people, on stdout; nothing with --json.
    void print(std::string_view text);
    /// As wide as the terminal at most, or as --width says.
    void print(const Table &table);
    /// The same, but left out with -q: headings, summaries, hints.
    void remark(std::string_view text);
    void remark(const Table &table);
    /// A remark on stderr, for commands whose standard output belongs to the model.
    void remarkAside(std::string_view text);
    /// Text that is the result itself (a converted file, LightNet's print): on stdout as it is.
    /// Not for use together with --json.
    void write(std::string_view bytes);

    /// The document of --json; fill it whether it is asked for or not.
    [[nodiscard]] nlohmann::ordered_json &document() { return *m_document; }

    /// Where the nodes that findings name are in the file; null for a graph that is not the file's.
    void locateIn(std::unique_ptr<NodeSourceMap> places);
    /// Tells findings on stderr (warnings and notes not with -q) and keeps them for the document.
    /// Findings of one cause are one line with their number; after ten causes of one kind people get
    /// the number of the rest at the end. The document has them all, each with the number of its cause.
    void report(const Diagnostic &diagnostic);
    void report(const Diagnostics &diagnostics);
    /// Reports the error and gives back `code`.
    [[nodiscard]] ExitCode fail(ExitCode code, const Diagnostic &diagnostic);

    /// Writes the document with --json and flushes. False when stdout does not take it.
    [[nodiscard]] bool finish();

private:
    [[nodiscard]] std::string errorLine(const Diagnostic &diagnostic) const;
    /// Tells a finding that stands for `count` of its cause.
    void tell(const Diagnostic &diagnostic, std::size_t count);
    void reportRest();
    void flush();

    ConsoleOptions m_options; ///< with the width that counts
    bool m_isColored = false;
    bool m_isBroken = false;
    std::string m_pending; ///< what stdout is still to get
    Diagnostics m_diagnostics;
    std::unique_ptr<NodeSourceMap> m_places;
    std::map<std::string, int> m_warned; ///< how many causes of warnings and notes of each code
    /// By cause: the finding that was told, and how many came after it.
    std::map<std::string, std::pair<Diagnostic, std::size_t>> m_told;
    std::unique_ptr<nlohmann::ordered_json> m_document;
};

/// What a failure to compile, prepare, run or tune a model means to a shell.
[[nodiscard]] ExitCode exitCodeOf(const Diagnostic &failure);

} // namespace nervure::cli
