// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/program_cache.h"

#include "core/support/file.h"
#include "core/support/fingerprint.h"
#include "core/support/text.h"
#include "kernels/prelude.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <vector>

namespace nervure::opencl {

namespace {

/// Opens every file; the last character counts changes of this layout.
constexpr std::string_view fileMagic = "nervure program 3\n";
constexpr std::uintmax_t maxProgramBytes = std::uintmax_t{256} << 20;
constexpr std::size_t maxLogBytes = 4000;

/// What precedes the binary in a file: magic, then the checksum of the binary as text.
std::string headerOf(std::string_view binary)
{
    return std::string(fileMagic) + checksum(binary) + '\n';
}

/// Warnings are for those who write kernels (style.kernels) or look at one, not for those who run them.
constexpr std::string_view withoutWarnings = " -w";

/// Quotients are
/// rounded as on the host where the device can: GPUs would take what is 2.5 ulp off, and quantized
/// numbers come out one too small or too great.
std::string buildOptions(cl_device_id device)
{
    cl_device_fp_config config = 0;
    const bool isKnown =
        clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, nullptr)
        == CL_SUCCESS;
    const bool canRound = isKnown && (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
    std::string options("-cl-std=CL1.2");
    options += withoutWarnings;
    options += canRound ? " -cl-fp32-correctly-rounded-divide-sqrt" : "";
    if (const char *more = std::getenv("NERVURE_KERNEL_OPTIONS")) {
        options.append(" ").append(more);
    }
    return options;
}

/// What a process that was killed in the midst of writing left behind: ID.bin. and six letters.
bool isAbandoned(const std::filesystem::path &path, std::filesystem::file_time_type written)
{
    return path.stem().extension() == ".bin"
           && written < std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
}

/// Removes the oldest programs of a folder beyond `most`. What cannot be removed stays.
void prune(const std::filesystem::path &folder, std::size_t most)
{
    using Time = std::filesystem::file_time_type;
    std::vector<std::pair<Time, std::filesystem::path>> files;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        std::error_code gone;
        const Time time = it->last_write_time(gone);
        if (!gone && it->path().extension() == ".bin") {
            files.emplace_back(time, it->path());
        } else if (!gone && isAbandoned(it->path(), time)) {
            std::filesystem::remove(it->path(), gone);
        }
    }
    if (files.size() <= most) {
        return;
    }
    std::sort(files.begin(), files.end());
    for (std::size_t i = 0; i < files.size() - most; ++i) {
        std::filesystem::remove(files[i].second, error);
    }
}

} // namespace

std::string buildLog(cl_program program, cl_device_id device)
{
    std::size_t size = 0;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size)
        != CL_SUCCESS) {
        return {};
    }
    std::string log(size, '\0');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    log.resize(std::min({log.find('\0'), log.size(), maxLogBytes}));
    return std::string(trim(log));
}

std::string programText(const KernelLaunch &launch)
{
    std::string text;
    for (const auto &[name, value] : launch.defines) {
        text += "#define " + name + ' ' + value + '\n';
    }
    text += kernels::prelude;
    text += launch.source;
    return text;
}

std::string launchSizes(const KernelLaunch &launch)
{
    // PoCL has code of its own for launches with few groups in each direction.
    constexpr std::size_t many = 65535;
    const bool isChosen = launch.local != std::array<std::size_t, 3>{0, 0, 0};
    std::string text = launch.entry;
    for (std::size_t i = 0; i < launch.global.size(); ++i) {
        text += fmt::format(" {}", isChosen ? launch.local.at(i) : launch.global.at(i));
        const std::size_t groups =
            isChosen ? launch.global.at(i) / std::max<std::size_t>(launch.local.at(i), 1) : 0;
        text += groups >= many ? "+" : "";
    }
    return text + (isChosen ? "" : " free");
}

ProgramCache::ProgramCache(cl_context context, cl_device_id device, std::string deviceKey,
                           std::filesystem::path folder)
    : m_context(context),
      m_device(device),
      m_options(buildOptions(device)),
      m_deviceKey(std::move(deviceKey)),
      m_folder(std::move(folder))
{}

std::filesystem::path ProgramCache::fileOf(const std::string &text, const std::string &sizes) const
{
    if (m_folder.empty()) {
        return {};
    }
    const std::string key = m_deviceKey + '\n' + m_options + '\n' + sizes + '\n' + text;
    return m_folder / (fingerprint(key) + ".bin");
}

cl_program ProgramCache::program(const std::string &name, const std::string &text,
                                 const std::string &sizes)
{
    const auto [it, isNew] = m_programs.try_emplace({text, sizes});
    if (!isNew) {
        ++m_counts.shared;
        return it->second.program.get();
    }
    const std::filesystem::path file = fileOf(text, sizes);
    try {
        it->second.program = load(file);
        if (it->second.program) {
            ++m_counts.loaded;
        } else {
            it->second = {compile(name, text, m_options), file};
            ++m_counts.compiled;
        }
    } catch (...) {
        m_programs.erase(it);
        throw;
    }
    return it->second.program.get();
}

void ProgramCache::keep()
{
    for (auto &[key, entry] : m_programs) {
        if (!entry.unwritten.empty()) {
            save(entry.program, entry.unwritten);
            entry.unwritten.clear();
        }
    }
}

Program ProgramCache::load(const std::filesystem::path &path) const
{
    std::error_code ignored;
    if (path.empty() || !std::filesystem::is_regular_file(path, ignored)) {
        return {};
    }
    const Result<std::string> file = readFile(path, maxProgramBytes);
    const std::size_t start = headerOf({}).size();
    if (!file || file->size() <= start) {
        return {};
    }
    const std::string_view binary = std::string_view(*file).substr(start);
    if (!file->starts_with(headerOf(binary))) {
        return {};
    }
    const auto *bytes = reinterpret_cast<const unsigned char *>(binary.data());
    const std::size_t size = binary.size();
    cl_int error = CL_SUCCESS;
    Program program(
        clCreateProgramWithBinary(m_context, 1, &m_device, &size, &bytes, nullptr, &error));
    if (error != CL_SUCCESS
        || clBuildProgram(program.get(), 1, &m_device, m_options.c_str(), nullptr, nullptr)
               != CL_SUCCESS) {
        return {};
    }
    return program;
}

std::string ProgramCache::freshLog(const std::string &name, const std::string &text) const
{
    std::string options = m_options;
    options.erase(options.find(withoutWarnings), withoutWarnings.size());
    return buildLog(compile(name, text, options).get(), m_device);
}

Program ProgramCache::compile(const std::string &name, const std::string &text,
                              const std::string &options) const
{
    const char *source = text.c_str();
    const std::size_t size = text.size();
    cl_int error = CL_SUCCESS;
    Program program(clCreateProgramWithSource(m_context, 1, &source, &size, &error));
    check(error, "create a program");
    error = clBuildProgram(program.get(), 1, &m_device, options.c_str(), nullptr, nullptr);
    if (error != CL_SUCCESS) {
        Diagnostic diagnostic = deviceError("build program " + quoted(name), error);
        diagnostic.code = "device-build";
        const std::string log = buildLog(program.get(), m_device);
        diagnostic.message += log.empty() ? "" : "\n" + log;
        throw Failure{std::move(diagnostic)};
    }
    return program;
}

void ProgramCache::save(const Program &program, const std::filesystem::path &path) const
{
    // A cache that cannot be written costs time, not results. Some drivers compile every kernel of a
    // program for any size before they give its binary away: none is asked for that nobody keeps.
    std::error_code error;
    std::filesystem::create_directories(m_folder, error);
    std::size_t size = 0;
    if (error
        || clGetProgramInfo(program.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr)
               != CL_SUCCESS
        || size == 0) {
        return;
    }
    std::string binary(size, '\0');
    auto *bytes = reinterpret_cast<unsigned char *>(binary.data());
    if (clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr)
        == CL_SUCCESS) {
        [[maybe_unused]] const Status written = writeFile(path, headerOf(binary) + binary);
        prune(m_folder, maxFiles);
    }
}

} // namespace nervure::opencl
