// SPDX-License-Identifier: Apache-2.0
#include "app/hdf5_helper/asked_bytes.h"

#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unordered_map>

namespace nervure {

namespace {

constexpr std::uint64_t pageBytes = 64 * 1024;
constexpr std::size_t mostPages = 4096;

/// The file, of which pages are asked for and kept.
class AskedFile {
public:
    explicit AskedFile(std::uint64_t size) : m_size(size) {}

    [[nodiscard]] std::uint64_t size() const { return m_size; }

    /// What lies behind the end is 0, as libhdf5 expects of files.
    void read(std::uint64_t offset, std::size_t count, char *target)
    {
        while (count > 0) {
            const std::uint64_t start = offset / pageBytes * pageBytes;
            const auto within = static_cast<std::size_t>(offset - start);
            const std::size_t taken = std::min<std::size_t>(count, pageBytes - within);
            const std::string &bytes = page(start);
            const std::size_t there =
                within < bytes.size() ? std::min(taken, bytes.size() - within) : 0;
            std::memcpy(target, bytes.data() + (there > 0 ? within : 0), there);
            std::memset(target + there, 0, taken - there);
            offset += taken;
            target += taken;
            count -= taken;
        }
    }

private:
    const std::string &page(std::uint64_t start)
    {
        if (const auto known = m_pages.find(start); known != m_pages.end()) {
            return known->second;
        }
        if (m_pages.size() >= mostPages) {
            m_pages.clear();
        }
        std::string bytes(start < m_size ? std::min(pageBytes, m_size - start) : 0, '\0');
        if (!bytes.empty()) {
            ask(start, bytes);
        }
        return m_pages.emplace(start, std::move(bytes)).first->second;
    }

    static void ask(std::uint64_t offset, std::string &bytes)
    {
        std::printf("read %llu %zu\n", static_cast<unsigned long long>(offset), bytes.size());
        std::fflush(stdout);
        if (std::fread(bytes.data(), 1, bytes.size(), stdin) != bytes.size()) {
            std::exit(EXIT_FAILURE); // who asked has gone
        }
    }

    std::uint64_t m_size;
    std::unordered_map<std::uint64_t, std::string> m_pages;
};

/// The one file of this process.
AskedFile *theFile = nullptr;

/// What libhdf5 holds of an open file: its own part comes first.
struct OpenFile {
    H5FD_t common;
    haddr_t end = 0;
};

H5FD_t *openAsked(const char *, unsigned, hid_t, haddr_t)
{
    auto *file = new OpenFile{};
    return &file->common;
}

herr_t closeAsked(H5FD_t *file)
{
    delete reinterpret_cast<OpenFile *>(file);
    return 0;
}

herr_t queryAsked(const H5FD_t *, unsigned long *flags)
{
    *flags = H5FD_FEAT_DATA_SIEVE;
    return 0;
}

haddr_t endOfAddresses(const H5FD_t *file, H5FD_mem_t)
{
    return reinterpret_cast<const OpenFile *>(file)->end;
}

herr_t setEndOfAddresses(H5FD_t *file, H5FD_mem_t, haddr_t end)
{
    reinterpret_cast<OpenFile *>(file)->end = end;
    return 0;
}

haddr_t endOfFile(const H5FD_t *, H5FD_mem_t)
{
    return theFile->size();
}

herr_t readAsked(H5FD_t *, H5FD_mem_t, hid_t, haddr_t offset, std::size_t count, void *target)
{
    if (offset > theFile->size()) {
        return -1;
    }
    theFile->read(offset, count, static_cast<char *>(target));
    return 0;
}

herr_t refuseWrite(H5FD_t *, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void *)
{
    return -1;
}

H5FD_class_t driver()
{
    H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
    driver.version = H5FD_CLASS_VERSION;
    driver.value =
        static_cast<H5FD_class_value_t>(600); // of the range for drivers that nobody registered
#endif
    driver.name = "asked";
    driver.maxaddr = HADDR_MAX / 2;
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.open = openAsked;
    driver.close = closeAsked;
    driver.query = queryAsked;
    driver.get_eoa = endOfAddresses;
    driver.set_eoa = setEndOfAddresses;
    driver.get_eof = endOfFile;
    driver.read = readAsked;
    driver.write = refuseWrite;
    const H5FD_mem_t map[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(map), std::end(map), driver.fl_map);
    return driver;
}

} // namespace

hid_t askedBytesAccess(std::uint64_t size)
{
    static AskedFile file(size);
    static const H5FD_class_t asked = driver();
    theFile = &file;
    const hid_t id = H5FDregister(&asked);
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    return id >= 0 && access >= 0 && H5Pset_driver(access, id, nullptr) >= 0 ? access : -1;
}

} // namespace nervure
