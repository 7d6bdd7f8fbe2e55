// SPDX-License-Identifier: Apache-2.0
#include "core/formats/hdf5/hdf5_file.h"

#include "core/formats/hdf5/hdf5_budget.h"
#include "core/support/own_programs.h"
#include "core/support/process.h"
#include "core/support/text.h"

#include <chrono>
#include <csignal>

namespace nervure {

namespace {

constexpr std::size_t mostAnswer = std::size_t{256} << 20U; ///< bytes of an index

/// Answers what the program asks, until it has the index or says why there is none. It says one line at a
/// time: "read OFFSET COUNT", "index COUNT" or "error MESSAGE".
class Hdf5Talk {
public:
    Hdf5Talk(Process &program, std::string_view file)
        : m_program(program),
          m_file(file),
          m_limit{slack + 10 * std::chrono::seconds(hdf5BudgetOf(file.size()).seconds)}
    {}

    Result<Hdf5Index> run()
    {
        RETURN_IF_FAILED(m_program.write(std::to_string(m_file.size()) + '\n', m_limit));
        while (true) {
            ASSIGN_OR_RETURN(const std::string line, m_program.readLine(m_limit));
            const auto words = split(line, ' ');
            if (words[0] == "error") {
                return makeError("hdf5", std::string(std::string_view(line).substr(6)));
            }
            if (words[0] == "index" && words.size() == 2) {
                return takeIndex(words[1]);
            }
            if (words[0] != "read" || words.size() != 3) {
                return strange(line);
            }
            RETURN_IF_FAILED(give(line, words[1], words[2]));
        }
    }

private:
    static Diagnostic strange(const std::string &line)
    {
        return makeError("hdf5", "{} said {}, expected what it read", hdf5Program, quoted(line));
    }

    Status give(const std::string &line, std::string_view offset, std::string_view count)
    {
        const auto from = parseInteger(offset);
        const auto size = parseInteger(count);
        if (!from || !size || *from < 0 || *size < 0
            || static_cast<std::uint64_t>(*from) > m_file.size()
            || static_cast<std::uint64_t>(*size)
                   > m_file.size() - static_cast<std::uint64_t>(*from)) {
            return strange(line);
        }
        return m_program.write(
            m_file.substr(static_cast<std::size_t>(*from), static_cast<std::size_t>(*size)),
            m_limit);
    }

    Result<Hdf5Index> takeIndex(std::string_view count)
    {
        const auto size = parseInteger(count);
        if (!size || *size < 0 || static_cast<std::size_t>(*size) > mostAnswer) {
            return makeError("hdf5", "the file's list of arrays is too large");
        }
        ASSIGN_OR_RETURN(const std::string bytes,
                         m_program.readBytes(static_cast<std::size_t>(*size), m_limit));
        return decodeHdf5Index(bytes);
    }

    Process &m_program;
    std::string_view m_file;
    static constexpr std::chrono::seconds slack{60};
    WaitLimit m_limit; ///< it has a limit of its own, in processor time
};

/// Why the program ended before it had an answer.
Diagnostic endedEarly(const Result<ExitStatus> &end, std::size_t fileSize)
{
    const std::uint64_t seconds = hdf5BudgetOf(fileSize).seconds;
    if (end && (end->signal == SIGXCPU || end->signal == SIGKILL)) {
        return makeError("hdf5",
                         "libhdf5 cannot read the file: it takes more than {} s of processor time, "
                         "expected less for {} bytes; the file is damaged",
                         seconds, fileSize);
    }
    return makeError("hdf5", "libhdf5 cannot read the file: its program {}",
                     end ? end->text() : "has gone");
}

} // namespace

Result<Hdf5Index> readHdf5Index(std::string_view file)
{
    const auto path = ownProgram(programFolder(), hdf5Program);
    if (path.empty()) {
        return makeError("hdf5", "there is no program {} beside this one, which reads HDF5 files",
                         hdf5Program);
    }
    ProcessOptions options;
    options.argv = {path.string()};
    options.title = hdf5Program;
    ASSIGN_OR_RETURN(Process program, Process::start(options));
    auto index = Hdf5Talk(program, file).run();
    if (!index && index.error().code == "process") {
        return endedEarly(program.wait({std::chrono::seconds(5)}), file.size());
    }
    return index;
}

} // namespace nervure
