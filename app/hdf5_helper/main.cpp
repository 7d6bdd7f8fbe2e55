// SPDX-License-Identifier: Apache-2.0
// nervure-hdf5: tells what is in an HDF5 file. Reads the file's size from standard input, a line, asks for
// the bytes it needs, and ends with "index COUNT" and that many bytes of JSON, or with "error MESSAGE". See
// core/formats/hdf5/hdf5_file.h.
#include "app/hdf5_helper/asked_bytes.h"
#include "app/hdf5_helper/file_walk.h"
#include "app/hdf5_helper/handle.h"
#include "core/formats/hdf5/hdf5_budget.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

/// A file that makes libhdf5 count for ever, or ask for more memory than lists of arrays take, ends this
/// process. Sanitizers take far more of both.
void limitTo(const nervure::Hdf5Budget &budget)
{
#ifdef NERVURE_SANITIZED
    constexpr rlim_t slowdown = 20;
#else
    constexpr rlim_t slowdown = 1;
    const rlimit memory{budget.bytes, budget.bytes};
    setrlimit(RLIMIT_AS, &memory);
#endif
    const rlimit time{budget.seconds * slowdown, budget.seconds * slowdown + 1};
    setrlimit(RLIMIT_CPU, &time);
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

    unsigned long long size = 0;
    if (std::scanf("%llu", &size) != 1 || std::getchar() != '\n') {
        return EXIT_FAILURE;
    }
    limitTo(hdf5BudgetOf(size));
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
    const std::string bytes = encodeHdf5Index(*index);
    std::printf("index %zu\n", bytes.size());
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
    return EXIT_SUCCESS;
}
