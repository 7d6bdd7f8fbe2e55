// SPDX-License-Identifier: Apache-2.0
// ONNX models of gigabytes, as one file and with external data: how long the window takes to show one, and how
// long an attribute edit takes to be saved, beside cp and sync of the same file in the same run.
//
//     bench_large_model FOLDER [GIGABYTES]
//
// FOLDER is a place on a disk with room for four such models; what is made there is removed again.
#include "core/formats/protobuf/wire_pieces.h"
#include "core/support/process.h"
#include "core/support/stoppable_write.h"
#include "tests/bench/opening.h"
#include "tests/core/formats/onnx/model_bytes.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

using namespace nervure;
using namespace nervure::tests;

namespace {

namespace fs = std::filesystem;

constexpr int layers = 48;
constexpr std::size_t opensEach = 5;
constexpr std::size_t savesEach = 5;

/// Random bytes, which no file system keeps smaller than they are.
std::string randomBytes(std::size_t count)
{
    std::mt19937_64 random(1);
    std::string bytes(count / 8 * 8, '\0');
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        const std::uint64_t value = random();
        std::copy_n(reinterpret_cast<const char *>(&value), 8,
                    bytes.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return bytes;
}

/// A chain of layers with a weight each; `dataFile` holds the weights unless it is empty.
WirePieces modelPieces(const std::string &dataFile, const std::string &weight)
{
    WirePieces graph;
    graph.add(valueField(graph::input, "x", {"1"}));
    std::string last = "x";
    for (int i = 0; i < layers; ++i) {
        const std::string number = std::to_string(i);
        WirePieces initializer;
        initializer.add(
            integerField(tensor::dims, static_cast<std::int64_t>(weight.size() / sizeof(float)))
            + integerField(tensor::dataType, 1) + bytesField(tensor::name, "w" + number)
            + (dataFile.empty()
                   ? std::string()
                   : externalFields(dataFile, static_cast<std::size_t>(i) * weight.size())));
        if (dataFile.empty()) {
            WirePieces raw;
            raw.keep(weight);
            initializer.addMessage(tensor::rawData, std::move(raw));
        }
        graph.addMessage(graph::initializer, std::move(initializer));
        graph.add(nodeField("Add", {last, "w" + number}, {"a" + number}, "add" + number));
        graph.add(nodeField("Softmax", {"a" + number}, {"s" + number}, "softmax" + number,
                            intAttribute("axis", 0)));
        last = "s" + number;
    }
    graph.add(valueField(graph::output, last, {"1"}));
    WirePieces model;
    model.add(integerField(model::irVersion, 8));
    model.addMessage(model::graph, std::move(graph));
    model.add(bytesField(model::opsetImport, bytesField(opset_import::domain, "")
                                                 + integerField(opset_import::version, 17)));
    if (!dataFile.empty()) {
        BytePieces data;
        for (int i = 0; i < layers; ++i) {
            data.keep(weight);
        }
        model.putBeside(dataFile, std::move(data));
    }
    return model;
}

/// In seconds; ends the program where the command fails.
double timeOf(const std::vector<std::string> &command)
{
    const auto start = std::chrono::steady_clock::now();
    ProcessOptions options;
    options.argv = command;
    const auto run = runProcess(options, {}, WaitLimit{std::chrono::minutes(10)});
    if (!run || run->status.code != 0) {
        std::fprintf(stderr, "%s failed\n", command.front().c_str());
        std::exit(1);
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return taken.count();
}

double median(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void measureOpening(const char *name, const fs::path &file, const fs::path &programs)
{
    std::vector<Opening> openings;
    for (std::size_t i = 0; i < opensEach; ++i) {
        if (const auto opening =
                openOnce(programs / "nervure_opening", file, file.parent_path() / "home", true)) {
            openings.push_back(*opening);
        }
    }
    std::printf("%-14s opening %6.0f ms | gap %5.1f ms | peak %6.1f MB, of no file %6.1f MB\n",
                name, medianOf(openings, &Opening::ms), medianOf(openings, &Opening::gap),
                medianOf(openings, &Opening::mib) * 1.048576,
                medianOf(openings, &Opening::anonymousMib) * 1.048576);
}

/// An edit and a copy in turn, each to a file that is not there yet, to its end on the disk.
void measureSaving(const char *name, const fs::path &file, const fs::path &programs)
{
    const fs::path to = file.parent_path() / "written.onnx";
    std::vector<double> edits;
    std::vector<double> copies;
    for (std::size_t i = 0; i < savesEach; ++i) {
        fs::remove(to);
        ::sync();
        edits.push_back(timeOf(
            {programs / "nervure-cli", "edit", file, "--set", "softmax0.axis=-1", "-o", to}));
        fs::remove(to);
        ::sync();
        copies.push_back(
            timeOf({"/bin/sh", "-c", "cp \"$1\" \"$2\" && sync \"$2\"", "sh", file, to}));
    }
    fs::remove(to);
    std::printf("%-14s edit %6.2f s | cp and sync %6.2f s | %.2f of it\n", name, median(edits),
                median(copies), median(edits) / median(copies));
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fputs("usage: bench_large_model FOLDER [GIGABYTES]\n", stderr);
        return 2;
    }
    const double gigabytes = argc > 2 ? std::atof(argv[2]) : 3;
    const fs::path folder =
        fs::absolute(argv[1]) / ("bench_large_model." + std::to_string(::getpid()));
    const fs::path programs = fs::absolute(argv[0]).parent_path();
    fs::create_directories(folder);
    const std::string weight = randomBytes(static_cast<std::size_t>(gigabytes * 1e9 / layers));
    for (const bool isOneFile : {true, false}) {
        const char *name = isOneFile ? "one file" : "external data";
        const fs::path file = folder / (isOneFile ? "one.onnx" : "with_data.onnx");
        if (const Status written =
                writeFile(file, modelPieces(isOneFile ? "" : "weights.bin", weight), JobControl());
            !written) {
            std::fprintf(stderr, "%s\n", written.error().message.c_str());
            return 1;
        }
        measureOpening(name, file, programs);
        measureSaving(name, file, programs);
        fs::remove(file);
    }
    fs::remove_all(folder);
    return 0;
}
