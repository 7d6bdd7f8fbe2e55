// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/kernel_spec.h"
#include "core/opencl/cl_error.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace nervure::opencl {

/// The full text that is compiled for a launch: its defines, the common prelude, its source.
[[nodiscard]] std::string programText(const KernelLaunch &launch);

/// Built programs of one device: in memory for the life of the cache, and as binaries in a folder
/// so that later processes need not compile. A file that is damaged, of another device or refused
/// by the driver is ignored and written anew; a folder that cannot be written only costs time.
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

    /// The built program of this text; owned by the cache. Throws Failure, with the device's build
    /// log in the message.
    cl_program program(const std::string &name, const std::string &text);

    /// The file that holds (or will hold) the program of this text.
    [[nodiscard]] std::filesystem::path fileOf(const std::string &text) const;
    [[nodiscard]] const Counts &counts() const { return m_counts; }

private:
    [[nodiscard]] Program load(const std::string &text) const;
    [[nodiscard]] Program compile(const std::string &name, const std::string &text) const;
    void save(const Program &program, const std::string &text) const;

    cl_context m_context;
    cl_device_id m_device;
    std::string m_deviceKey;
    std::filesystem::path m_folder;
    std::map<std::string, Program, std::less<>> m_programs; ///< by text
    Counts m_counts;
};

} // namespace nervure::opencl
