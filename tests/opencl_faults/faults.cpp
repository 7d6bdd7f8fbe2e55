// SPDX-License-Identifier: Apache-2.0
// An OpenCL driver for the ICD loader that passes everything on to a real driver, but for one fault.
// It puts its own functions into the table through which the loader calls the real driver.
//
//   NERVURE_FAULT        what goes wrong:
//                          crash    listing the platforms ends the process
//                          stuck    listing the platforms never ends
//                          build    programs with NERVURE_FAULT_TEXT in their source do not compile
//                          memory   no buffer is made beyond NERVURE_FAULT_AT bytes in all
//                          starve   after NERVURE_FAULT_AT launches there is no memory to launch more
//                          hang     after NERVURE_FAULT_AT launches waiting never ends
//                          gone     NERVURE_FAULT_AT launches later the device is not available,
//                                   for the next NERVURE_FAULT_FOR calls (for ever unless set)
//                          abort    after NERVURE_FAULT_AT launches an assertion of the driver fails
//                          compiler building a program with NERVURE_FAULT_TEXT in its source ends by an assertion
//                          upload   the first tensor that is written to the device ends by an assertion
//                          slow     each launch takes NERVURE_FAULT_AT ms
//                          untimed  commands are said to end 1 ns after they start
//                          order    releasing a sub-buffer before those that were cut from its memory
//                                   later ends the process, as NVIDIA's driver 580 may
//   NERVURE_FAULT_DRIVER library of the real driver
//   NERVURE_FAULT_MARK   a file that is made when the fault is met for the first time
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

/// What every object of a driver begins with.
struct Object {
    cl_icd_dispatch *table;
};

cl_icd_dispatch real;
std::atomic<long> launches{0};
std::atomic<long> refused{0};
std::atomic<unsigned long> allocated{0};
std::mutex programsMutex;
std::set<cl_program> badPrograms;
std::mutex partsMutex;
std::map<cl_mem, std::vector<cl_mem>> parts; ///< sub-buffers that are there, by what they lie in

std::string setting(const char *name)
{
    const char *value = std::getenv(name);
    return value == nullptr ? std::string() : value;
}

long number(const char *name, long otherwise)
{
    const std::string text = setting(name);
    return text.empty() ? otherwise : std::strtol(text.c_str(), nullptr, 10);
}

bool isFault(const char *name)
{
    return setting("NERVURE_FAULT") == name;
}

void mark()
{
    const std::string file = setting("NERVURE_FAULT_MARK");
    if (!file.empty()) {
        ::close(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    }
}

[[noreturn]] void failAssertion(const char *where)
{
    mark();
    std::fprintf(stderr, "faults.cpp:1: %s: Assertion `memory' failed.\n", where);
    std::abort();
}

void crash()
{
    mark();
    std::signal(SIGSEGV, SIG_DFL);
    ::raise(SIGSEGV);
}

[[noreturn]] void hang()
{
    mark();
    for (;;) {
        ::pause();
    }
}

bool isGone()
{
    if (!isFault("gone") || launches < number("NERVURE_FAULT_AT", 0)
        || refused >= number("NERVURE_FAULT_FOR", 1L << 30)) {
        return false;
    }
    ++refused;
    mark();
    return true;
}

void waitAsTold()
{
    if (isFault("hang") && launches > number("NERVURE_FAULT_AT", 0)) {
        hang();
    }
}

cl_program CL_API_CALL createProgram(cl_context context, cl_uint count, const char **texts,
                                     const size_t *lengths, cl_int *error)
{
    cl_program program = real.clCreateProgramWithSource(context, count, texts, lengths, error);
    std::string whole;
    for (cl_uint i = 0; i < count; ++i) {
        whole += lengths != nullptr && lengths[i] != 0 ? std::string(texts[i], lengths[i])
                                                       : std::string(texts[i]);
    }
    if ((isFault("build") || isFault("compiler"))
        && whole.find(setting("NERVURE_FAULT_TEXT")) != std::string::npos) {
        const std::lock_guard lock(programsMutex);
        badPrograms.insert(program);
    }
    return program;
}

bool isBad(cl_program program)
{
    const std::lock_guard lock(programsMutex);
    return badPrograms.count(program) != 0;
}

cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
                         const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                         void *data)
{
    if (isBad(program) && isFault("compiler")) {
        failAssertion("build");
    }
    if (isBad(program)) {
        mark();
        return CL_BUILD_PROGRAM_FAILURE;
    }
    return real.clBuildProgram(program, count, devices, options, notify, data);
}

cl_int CL_API_CALL buildInfo(cl_program program, cl_device_id device, cl_program_build_info what,
                             size_t size, void *value, size_t *needed)
{
    if (what != CL_PROGRAM_BUILD_LOG || !isBad(program)) {
        return real.clGetProgramBuildInfo(program, device, what, size, value, needed);
    }
    static const char log[] = "line 7: this compiler does not like the program";
    if (needed != nullptr) {
        *needed = sizeof log;
    }
    if (value != nullptr) {
        std::memcpy(value, log, size < sizeof log ? size : sizeof log);
    }
    return CL_SUCCESS;
}

cl_mem CL_API_CALL createBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                                cl_int *error)
{
    if (isFault("memory")
        && allocated + size > static_cast<unsigned long>(number("NERVURE_FAULT_AT", 0))) {
        mark();
        if (error != nullptr) {
            *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        }
        return nullptr;
    }
    allocated += size;
    return real.clCreateBuffer(context, flags, size, host, error);
}

cl_mem CL_API_CALL createSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                                   const void *region, cl_int *error)
{
    cl_mem part = real.clCreateSubBuffer(buffer, flags, type, region, error);
    if (part != nullptr) {
        const std::lock_guard lock(partsMutex);
        parts[buffer].push_back(part);
    }
    return part;
}

cl_int CL_API_CALL releaseMemory(cl_mem memory)
{
    const std::lock_guard lock(partsMutex);
    for (auto &[whole, cut] : parts) {
        const auto found = std::find(cut.begin(), cut.end(), memory);
        if (found == cut.end()) {
            continue;
        }
        if (isFault("order") && found + 1 != cut.end()) {
            crash();
        }
        cut.erase(found);
    }
    return real.clReleaseMemObject(memory);
}

cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                          const size_t *offset, const size_t *global, const size_t *local,
                          cl_uint count, const cl_event *events, cl_event *event)
{
    if (isGone()) {
        return CL_DEVICE_NOT_AVAILABLE;
    }
    if (isFault("starve") && launches >= number("NERVURE_FAULT_AT", 0)) {
        mark();
        return CL_OUT_OF_RESOURCES;
    }
    if (isFault("abort") && launches >= number("NERVURE_FAULT_AT", 0)) {
        failAssertion("launch");
    }
    if (isFault("slow")) {
        mark();
        std::this_thread::sleep_for(std::chrono::milliseconds(number("NERVURE_FAULT_AT", 0)));
    }
    ++launches;
    return real.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                       events, event);
}

cl_int CL_API_CALL finish(cl_command_queue queue)
{
    waitAsTold();
    return isGone() ? CL_DEVICE_NOT_AVAILABLE : real.clFinish(queue);
}

cl_int CL_API_CALL writeBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                               size_t offset, size_t size, const void *source, cl_uint count,
                               const cl_event *events, cl_event *event)
{
    if (isFault("upload")) {
        failAssertion("write");
    }
    return real.clEnqueueWriteBuffer(queue, memory, blocking, offset, size, source, count, events,
                                     event);
}

cl_int CL_API_CALL readBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                              size_t offset, size_t size, void *target, cl_uint count,
                              const cl_event *events, cl_event *event)
{
    waitAsTold();
    return isGone() ? CL_DEVICE_NOT_AVAILABLE
                    : real.clEnqueueReadBuffer(queue, memory, blocking, offset, size, target, count,
                                               events, event);
}

cl_int CL_API_CALL eventTime(cl_event event, cl_profiling_info what, size_t size, void *value,
                             size_t *needed)
{
    if (!isFault("untimed") || what != CL_PROFILING_COMMAND_END || value == nullptr) {
        return real.clGetEventProfilingInfo(event, what, size, value, needed);
    }
    mark();
    const cl_int error =
        real.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, size, value, needed);
    ++*static_cast<cl_ulong *>(value);
    return error;
}

void *realDriver()
{
    static void *driver = ::dlopen(setting("NERVURE_FAULT_DRIVER").c_str(), RTLD_NOW);
    return driver;
}

template <typename Function>
Function realFunction(const char *name)
{
    if (realDriver() == nullptr) {
        return nullptr;
    }
    if (void *found = ::dlsym(realDriver(), name)) {
        return reinterpret_cast<Function>(found);
    }
    using Lookup = void *(CL_API_CALL *)(const char *);
    auto lookup = reinterpret_cast<Lookup>(::dlsym(realDriver(), "clGetExtensionFunctionAddress"));
    return lookup == nullptr ? nullptr : reinterpret_cast<Function>(lookup(name));
}

/// Once: the real driver's table keeps the real functions in `real` and gets ours.
void replaceTable(cl_icd_dispatch *table)
{
    static std::once_flag once;
    std::call_once(once, [table] {
        real = *table;
        const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
        const auto start = reinterpret_cast<std::uintptr_t>(table) / page * page;
        const auto end = reinterpret_cast<std::uintptr_t>(table + 1);
        ::mprotect(reinterpret_cast<void *>(start), end - start, PROT_READ | PROT_WRITE);
        table->clCreateProgramWithSource = createProgram;
        table->clBuildProgram = build;
        table->clGetProgramBuildInfo = buildInfo;
        table->clCreateBuffer = createBuffer;
        table->clCreateSubBuffer = createSubBuffer;
        table->clReleaseMemObject = releaseMemory;
        table->clEnqueueNDRangeKernel = launch;
        table->clEnqueueReadBuffer = readBuffer;
        table->clEnqueueWriteBuffer = writeBuffer;
        table->clFinish = finish;
        table->clGetEventProfilingInfo = eventTime;
    });
}

} // namespace

extern "C" {

cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint count, cl_platform_id *platforms, cl_uint *found)
{
    if (isFault("crash")) {
        crash();
    }
    if (isFault("stuck")) {
        hang();
    }
    using List = cl_int(CL_API_CALL *)(cl_uint, cl_platform_id *, cl_uint *);
    auto list = realFunction<List>("clIcdGetPlatformIDsKHR");
    if (list == nullptr) {
        return -1001;
    }
    const cl_int error = list(count, platforms, found);
    if (error == CL_SUCCESS && platforms != nullptr && count > 0) {
        replaceTable(reinterpret_cast<Object *>(platforms[0])->table);
    }
    return error;
}

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size,
                                     void *value, size_t *needed)
{
    return reinterpret_cast<Object *>(platform)->table->clGetPlatformInfo(platform, what, size,
                                                                          value, needed);
}

void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    if (std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0) {
        return reinterpret_cast<void *>(clIcdGetPlatformIDsKHR);
    }
    if (std::strcmp(name, "clGetPlatformInfo") == 0) {
        return reinterpret_cast<void *>(clGetPlatformInfo);
    }
    return realFunction<void *>(name);
}

} // extern "C"
