// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_program_case.h"

#include "core/support/file.h"
#include "core/support/own_programs.h"
#include "core/support/process.h"
#include "core/support/text.h"
#include "tests/conformance/difference.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

namespace nervure::conformance {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

/// A folder of its own for one case, gone afterwards.
class CaseFolder {
public:
    CaseFolder()
    {
        std::string path = (fs::temp_directory_path() / "nervure-conformance-XXXXXX").string();
        if (::mkdtemp(path.data()) == nullptr) {
            throw std::runtime_error("no temporary folder can be made");
        }
        m_path = path;
    }
    ~CaseFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    CaseFolder(const CaseFolder &) = delete;
    CaseFolder &operator=(const CaseFolder &) = delete;

    void write(const Json &files) const
    {
        for (const auto &[name, text] : files.items()) {
            if (!writeFile(m_path / fs::path(name).filename(), text.get<std::string>())) {
                throw std::runtime_error("a file of the case cannot be written");
            }
        }
    }
    [[nodiscard]] std::set<std::string> names() const
    {
        std::set<std::string> names;
        for (const auto &entry : fs::directory_iterator(m_path)) {
            names.insert(entry.path().filename().string());
        }
        return names;
    }
    [[nodiscard]] const fs::path &path() const { return m_path; }

private:
    fs::path m_path;
};

/// What options of lightnet are called here. Long ones may have one dash and be abbreviated.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> longOptions{
    {{"outfile", "-o"}, {"target", "-t"}, {"datafile", "-f"}, {"compile", "-c"}, {"run", "-r"}}};
/// Which messages there are: ours go where nothing is compared.
constexpr std::array<std::string_view, 7> messageOptions{
    "-w", "-Wwarn", "-Wno-warn", "-Winter", "-Wno-inter", "-d", "-debug"};

/// The words of a call with every long option as a short one, and no switches for messages.
std::vector<std::string> plainWords(const std::string &command)
{
    std::vector<std::string> plain;
    for (const std::string_view given : split(command, ' ')) {
        const bool isDouble = given.starts_with("--") && given.size() > 2;
        const std::string_view word = isDouble ? given.substr(1) : given;
        const std::size_t equals = word.find('=');
        const std::string_view name = word.substr(0, equals);
        const bool isOption = word.starts_with('-') && name.size() > 2;
        const auto known = std::find_if(
            longOptions.begin(), longOptions.end(), [name, isOption](const auto &option) {
                return isOption && option.first.starts_with(name.substr(1));
            });
        const bool isMessage =
            std::find(messageOptions.begin(), messageOptions.end(), word) != messageOptions.end();
        if (known != longOptions.end()) {
            plain.emplace_back(known->second);
            if (equals != std::string_view::npos) {
                plain.emplace_back(word.substr(equals + 1));
            }
        } else if (!given.empty() && !isMessage) {
            plain.emplace_back(given);
        }
    }
    return plain;
}

/// Our words for a call of lightnet; nothing when there are none. What lightnet refuses we are given
/// as it is.
std::optional<std::vector<std::string>> counterpart(const std::string &command, bool isRefused)
{
    std::vector<std::string> words{"run", "--semantics", "exact"};
    bool isRunOnly = true;
    bool hasRun = false;
    bool hasSource = false;
    std::string out = "out.json";
    const std::vector<std::string> given = plainWords(command);
    for (std::size_t i = 1; i < given.size(); ++i) {
        const std::string &word = given[i];
        const bool hasValue = i + 1 < given.size();
        if (word == "-c" || word == "-r" || word == "-cr" || word == "-rc") {
            words.push_back(word);
            hasRun = hasRun || word != "-c";
            isRunOnly = isRunOnly && word == "-r";
        } else if (word == "-o" && hasValue) {
            out = given[++i];
        } else if (word == "-o") {
            out = "!"; // and no name for what was asked for
            words.push_back(word);
        } else if (word == "-t" && hasValue && given[i + 1] == "cpu") {
            ++i; // the only target that there is here
        } else if (word == "-f" && hasValue) {
            words.insert(words.end(), {word, given[++i]});
        } else if (isRefused || ((word == "-" || word[0] != '-') && !hasSource)) {
            words.push_back(word);
            hasSource = true;
        } else {
            return std::nullopt; // among them a second source, which lightnet overlooks
        }
    }
    // LightNet always writes when it compiles, "!" says no; we write when told to.
    if (out != "!" && !(hasRun && isRunOnly)) {
        words.insert(words.end(), {"-o", out});
    }
    return words;
}

class Program {
public:
    explicit Program(const CaseFolder &folder)
        : m_folder(folder),
          m_program(programFolder() / "nervure-cli")
    {}

    [[nodiscard]] ProcessOutput run(const std::vector<std::string> &words,
                                    const std::string &input) const
    {
        ProcessOptions options;
        options.argv = {"/bin/sh",
                        "-c",
                        R"(cd "$1" && shift && exec "$@")",
                        "sh",
                        m_folder.path().string(),
                        m_program.string()};
        options.argv.insert(options.argv.end(), words.begin(), words.end());
        auto output = runProcess(options, input);
        if (!output) {
            throw std::runtime_error(output.error().message);
        }
        return std::move(output).value();
    }

private:
    const CaseFolder &m_folder;
    fs::path m_program;
};

std::string compareCall(const ProcessOutput &found, const std::set<std::string> &newFiles,
                        const Json &record)
{
    const bool isExpected = record.at("exit_status") == 0;
    if (found.status.signal != 0) {
        return "the program " + found.status.text();
    }
    if (found.status.isSuccess() != isExpected) {
        return "the program " + found.status.text() + ", expected "
               + (isExpected ? "success: " + found.err : "a failure");
    }
    if (!isExpected) {
        return {};
    }
    const std::string difference =
        firstTextDifference(found.out, record.at("stdout").get<std::string>());
    if (!difference.empty()) {
        return difference;
    }
    const auto expected = record.value("new_files", std::vector<std::string>());
    return firstSetDifference({newFiles.begin(), newFiles.end()}, expected);
}

} // namespace

void runLightNetProgramCase(const Json &file, const Json &record, FileReport &report)
{
    const auto words =
        counterpart(record.at("command").get<std::string>(), record.at("exit_status") != 0);
    if (!words) {
        return;
    }
    report.check("command line", [&] {
        const CaseFolder folder;
        const Json inputs = file.value("inputs", Json::object());
        folder.write(inputs);
        folder.write(file.value("weight_files", Json::object()));
        const Program program(folder);
        const auto before = record.contains("before") && record["before"].is_string()
                                ? counterpart(record["before"].get<std::string>(), false)
                                : std::nullopt;
        if (before) {
            (void)program.run(*before, "");
        }
        const std::set<std::string> old = folder.names();
        // Standard input is the first of the files.
        const std::string input =
            record.value("stdin", false) ? inputs.value("m.json", "") : std::string();
        const ProcessOutput output = program.run(*words, input);
        std::set<std::string> made = folder.names();
        std::erase_if(made, [&old](const std::string &name) { return old.count(name) != 0; });
        return findingOf(compareCall(output, made, record));
    });
}

} // namespace nervure::conformance
