// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/opencl/cl_error.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace nervure::opencl {

/// The full text that is compiled for a launch: its defines, the common prelude, its source.
[[nodiscard]] std::string programText(const KernelLaunch &launch);

/// What a driver may make code for when the launch comes: the entry with its local size, or with
/// the sizes that the driver chooses one by.
[[nodiscard]] std::string launchSizes(const KernelLaunch &launch);

/// What the compiler said of a program, its first 4000 bytes; most say nothing of one that they built.
[[nodiscard]] std::string buildLog(cl_program program, cl_device_id device);

/// Built programs of one device: in memory for the life of the cache, and as binaries in a folder
/// so that later processes need not compile. Some drivers make their code when a kernel is first
/// launched with certain sizes, and give away one binary of a program for ever: programs are told
/// apart by the sizes they are launched with, too, and are written after they were. A file that is
/// damaged, of another device or refused by the driver is ignored and written anew; a folder that
/// cannot be written only costs time.
class ProgramCache {
public:
    struct Counts {
        std::uint32_t compiled = 0; ///< from source
        std::uint32_t loaded = 0;   ///< from the folder
        std::uint32_t shared = 0;   ///< found in memory
    };

    /// `deviceKey` names device and driver; an empty folder means no files.
    ProgramCache(cl_context context, cl_device_id device, std::string deviceKey,
                 std::filesystem::path folder);

    /// Most files kept in a folder; the oldest go first.
    static constexpr std::size_t maxFiles = 1000;

    /// The built program of this text for kernels that are launched with certain sizes (see
    /// launchSizes()); owned by the cache. Throws Failure, with the device's build log in the
    /// message.
    cl_program program(const std::string &name, const std::string &text,
                       const std::string &sizes = {});

    /// What the compiler says of this text, warnings included: builds it once more, for nobody to run. Throws as
    /// program() does.
    [[nodiscard]] std::string freshLog(const std::string &name, const std::string &text) const;

    /// Writes the files of programs that were compiled. To be called once their kernels have run.
    void keep();

    /// The file that holds (or will hold) the program of this text and these sizes.
    [[nodiscard]] std::filesystem::path fileOf(const std::string &text,
                                               const std::string &sizes = {}) const;
    [[nodiscard]] const Counts &counts() const { return m_counts; }

private:
    struct Entry {
        Program program;
        std::filesystem::path unwritten; ///< its file, as long as that is to be written
    };

    [[nodiscard]] Program load(const std::filesystem::path &file) const;
    [[nodiscard]] Program compile(const std::string &name, const std::string &text,
                                  const std::string &options) const;
    void save(const Program &program, const std::filesystem::path &file) const;

    cl_context m_context;
    cl_device_id m_device;
    std::string m_options; ///< of the compiler
    std::string m_deviceKey;
    std::filesystem::path m_folder;
    std::map<std::pair<std::string, std::string>, Entry> m_programs; ///< by text and sizes
    Counts m_counts;
};

} // namespace nervure::opencl
