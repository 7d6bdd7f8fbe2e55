// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_program_case.h"

#include "app/cli/load_model.h"
#include "core/support/file.h"
#include "core/support/process.h"
#include "core/support/text.h"
#include "tests/conformance/difference.h"

#include <algorithm>
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

/// Our words for a call of lightnet; nothing when there are none.
std::optional<std::vector<std::string>> counterpart(const std::string &command)
{
    std::vector<std::string> words{"run", "--semantics", "exact"};
    bool isRunOnly = true;
    bool hasRun = false;
    bool hasSource = false;
    std::string out = "out.json";
    const auto given = split(command, ' ');
    for (std::size_t i = 1; i < given.size(); ++i) {
        const std::string word(given[i]);
        const bool hasValue = i + 1 < given.size();
        if (word.empty()) {
            continue;
        }
        if (word == "-c" || word == "-r") {
            words.push_back(word);
            hasRun = hasRun || word == "-r";
            isRunOnly = isRunOnly && word == "-r";
        } else if ((word == "-o" || word == "-f" || word == "-t") && hasValue) {
            const std::string value(given[++i]);
            if (word == "-t" && value != "cpu") {
                return std::nullopt;
            }
            if (word == "-f") {
                words.insert(words.end(), {word, value});
            }
            out = word == "-o" ? value : out;
        } else if (word == "-" || word[0] != '-') {
            words.push_back(word);
            hasSource = true;
        } else {
            return std::nullopt;
        }
    }
    // LightNet always writes when it compiles, "!" says no; we write when told to.
    if (out != "!" && !(hasRun && isRunOnly)) {
        words.insert(words.end(), {"-o", out});
    }
    return hasSource ? std::optional(words) : std::nullopt;
}

class Program {
public:
    explicit Program(const CaseFolder &folder)
        : m_folder(folder),
          m_program(cli::programFolder() / "nervure-cli")
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

void runLightNetProgramCase(const LightNetContext &, const Json &file, const Json &record,
                            FileReport &report)
{
    const auto words = counterpart(record.at("command").get<std::string>());
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
                                ? counterpart(record["before"].get<std::string>())
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
