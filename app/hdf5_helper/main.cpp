// SPDX-License-Identifier: Apache-2.0
// nervure-hdf5: tells what is in an HDF5 file. Reads the file's size from standard input, a line, asks for
// the bytes it needs, and ends with "index COUNT" and that many bytes of JSON, or with "error MESSAGE". See
// core/formats/hdf5/hdf5_file.h.
#include "app/hdf5_helper/asked_bytes.h"
#include "app/hdf5_helper/file_walk.h"
#include "app/hdf5_helper/handle.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

/// A file that makes libhdf5 count for ever ends this process.
void limitTime()
{
    constexpr rlim_t seconds = 60;
    const rlimit limit{seconds, seconds};
    setrlimit(RLIMIT_CPU, &limit);
}

/// So does one that makes it ask for more memory than models' lists of arrays take. Sanitizers reserve far more.
void limitMemory()
{
#ifndef NERVURE_SANITIZED
    constexpr rlim_t bytes = rlim_t{4} << 30U;
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_AS, &limit);
#endif
}

int tellError(std::string message)
{
    std::replace(message.begin(), message.end(), '\n', ' ');
    std::printf("error %s\n", message.c_str());
    return EXIT_SUCCESS;
}

} // namespace

int main()
{
    using namespace nervure;

    limitTime();
    limitMemory();
    unsigned long long size = 0;
    if (std::scanf("%llu", &size) != 1 || std::getchar() != '\n') {
        return EXIT_FAILURE;
    }
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    const Handle access(askedBytesAccess(size), H5Pclose);
    if (!access.isOpen()) {
        return tellError(hdf5ErrorText());
    }
    const Handle file(H5Fopen("file", H5F_ACC_RDONLY, access.get()), H5Fclose);
    if (!file.isOpen()) {
        return tellError(hdf5ErrorText());
    }
    const Result<Hdf5Index> index = walkHdf5File(file.get(), size);
    if (!index) {
        return tellError(index.error().message);
    }
    const std::string json = encodeHdf5Index(*index);
    std::printf("index %zu\n", json.size());
    std::fwrite(json.data(), 1, json.size(), stdout);
    return EXIT_SUCCESS;
}
