// SPDX-License-Identifier: Apache-2.0
// The operators that LightNet has code and recorded times for, on our reference with LightNet's own
// arithmetic (exact semantics), and with a device there too (fixed): single operators on 4M floats,
// and in networks the sum over all operators of these kinds. The recorded times are of another
// machine; how it compares to this one tells a loop that is timed here, of the kind that LightNet's
// operators are: a call through a pointer for each element.
//
//     bench_lightnet ORACLES/lightnet [--device DEVICE]
#include "core/engine/run_model.h"
#include "core/support/file.h"
#include "tests/conformance/one_op_document.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>

using namespace nervure;
using Json = nlohmann::json;
using conformance::OneOpDocument;
using conformance::OneOpInput;

namespace {

constexpr std::size_t repeats = 7;
/// What the record's numbers of elements tell of its inputs.
const Json imageDims{1, 64, 256, 256};
constexpr std::size_t imageElements = 64 * 256 * 256;

struct OperatorCase {
    const char *name; ///< in the record
    const char *optype;
    std::vector<const char *> inputs;
    Json params;
};

const std::vector<OperatorCase> operatorCases{
    {"lrelu", "lrelu", {"src"}, {{"negslope", 0.1}}},
    {"elew_sum", "elew", {"src1", "src2"}, {{"elew_op", "TL_SUM"}}},
    {"elew_pow", "elew", {"src1", "src2"}, {{"elew_op", "TL_POW"}}},
    {"slice_axis1_half", "slice", {"src"}, {{"axis", 1}, {"start", 0}, {"len", 32}}},
    {"transpose_nchw_nhwc", "transpose", {"src"}, {{"axes", {0, 2, 3, 1}}}},
    {"maxreduce_axis1", "maxreduce", {"src"}, {{"axis", 1}}},
    {"maxreduce_axis3", "maxreduce", {"src"}, {{"axis", 3}}},
    {"upsample_2x_output4x",
     "upsample",
     {"src"},
     {{"mode", "TL_NEAREST"}, {"scales", {1, 1, 2, 2}}}},
    {"dot_product", "dot_product", {"src1", "src2"}, Json::object()},
    {"zeros", "zeros", {}, {{"dtype", "TL_FLOAT"}, {"dims", imageDims}}},
    {"rearange", "rearange", {"src"}, {{"start", 0}, {"stop", imageElements}, {"step", 1}}},
};

struct Row {
    std::string name;
    double lightNetMs = 0;
    std::optional<double> oursMs;
    std::optional<double> deviceMs;
};

/// Everything a measurement needs.
struct Bench {
    const Builtins &builtins;
    DeviceCatalog &devices;
    std::string device; ///< empty: the reference alone
};

float leaky(float value, float slope)
{
    return value > 0 ? value : value * slope;
}

/// Least milliseconds of the yardstick.
double loopMs()
{
    std::vector<float> in(imageElements);
    std::vector<float> out(imageElements);
    for (std::size_t i = 0; i < in.size(); ++i) {
        in[i] = static_cast<float>(i % 7) - 3;
    }
    float (*volatile function)(float, float) = leaky; // so that it stays a call
    double least = HUGE_VAL;
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < in.size(); ++i) {
            out[i] = function(in[i], 0.1F);
        }
        const std::chrono::duration<double, std::milli> passed =
            std::chrono::steady_clock::now() - start;
        least = std::min(least, passed.count());
    }
    return out.back() == 0 ? HUGE_VAL : least;
}

std::string documentOf(const OperatorCase &test)
{
    OneOpDocument document{{}, test.params};
    // Wide apart, since LightNet's maximum only sees differences from 1 on; a power stays finite.
    const bool isPower = std::strcmp(test.name, "elew_pow") == 0;
    const Json range = isPower ? Json{0.5, 4} : Json{-100, 100};
    const Json dims = std::strcmp(test.optype, "rearange") == 0 ? Json{imageElements} : imageDims;
    for (const char *role : test.inputs) {
        document.inputs.push_back({role, "TL_FLOAT", dims, {0}, range});
    }
    return document.text(test.optype, {"dst"});
}

/// Least milliseconds of all `count` layers of these kinds together; nothing when that cannot be run.
std::optional<double> layersMs(const Bench &bench, const std::string &text,
                               const std::vector<std::string> &optypes, int count, bool isOnDevice)
{
    const Semantics semantics = isOnDevice ? Semantics::Fixed : Semantics::Exact;
    const auto opened =
        bench.builtins.formats.find("lightnet")->read(text, {bench.builtins.ops, semantics, {}});
    if (!opened) {
        std::fprintf(stderr, "%s\n", formatDiagnostic(opened.error()).c_str());
        return std::nullopt;
    }
    ExecutionRequest request;
    request.graph = opened->graph;
    request.semantics = semantics;
    request.device = isOnDevice ? bench.device : "reference";
    request.repeat = repeats;
    request.warmup = 1;
    ExecutionContext context{bench.builtins, bench.devices, {}};
    const auto report = profileModel(request, context);
    if (!report) {
        std::fprintf(stderr, "%s\n", formatDiagnostic(report.error()).c_str());
        return std::nullopt;
    }
    double sum = 0;
    for (const LayerProfile &layer : report->data.layers) {
        const bool isWanted = std::find(optypes.begin(), optypes.end(), layer.op) != optypes.end();
        sum += isWanted ? layer.ms.min : 0;
        count -= isWanted ? 1 : 0;
    }
    if (count != 0) {
        std::fprintf(stderr, "%d layers are missing\n", count);
        return std::nullopt;
    }
    return sum;
}

void printTime(const std::optional<double> &ms, double lightNetMs)
{
    if (ms) {
        std::printf(" %10.3f %8.3f", *ms, *ms / lightNetMs);
    } else {
        std::printf(" %10s %8s", "-", "-");
    }
}

void print(const Row &row, bool hasDevice)
{
    std::printf("%-36s %10.3f", row.name.c_str(), row.lightNetMs);
    printTime(row.oursMs, row.lightNetMs);
    if (hasDevice) {
        printTime(row.deviceMs, row.lightNetMs);
    }
    std::printf("\n");
    std::fflush(stdout);
}

std::vector<Row> benchOperators(const Bench &bench, const Json &record)
{
    std::vector<Row> rows;
    for (const OperatorCase &test : operatorCases) {
        if (!record.contains(test.name)) {
            continue;
        }
        const std::string text = documentOf(test);
        Row row{test.name, record[test.name].at("best_of_5_seconds").get<double>() * 1e3, {}, {}};
        row.oursMs = layersMs(bench, text, {test.optype}, 1, false);
        if (!bench.device.empty()) {
            row.deviceMs = layersMs(bench, text, {test.optype}, 1, true);
        }
        print(row, !bench.device.empty());
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Networks only on the reference: what LightNet leaves out there, a device computes.
std::vector<Row> benchNetworks(const Bench &bench, const std::filesystem::path &corpus,
                               const Json &record)
{
    std::vector<Row> rows;
    for (const auto &[name, network] : record.items()) {
        const auto text = readFile(corpus / (name + ".json"));
        if (!text) {
            std::printf("%-36s the document is not in the folder\n", name.c_str());
            continue;
        }
        Row row;
        std::vector<std::string> optypes;
        int count = 0;
        for (const auto &[optype, kernels] : network.at("kernels_that_compute").items()) {
            optypes.push_back(optype);
            optypes.push_back(optype.substr(0, optype.rfind("_cpu")));
            row.lightNetMs += kernels.at("seconds").get<double>() * 1e3;
            count += kernels.at("n").get<int>();
        }
        row.name = name + " (" + std::to_string(count) + " of its operators)";
        row.oursMs = layersMs(bench, *text, optypes, count, false);
        print(row, !bench.device.empty());
        rows.push_back(std::move(row));
    }
    return rows;
}

/// The geometric mean of the ratios to LightNet's times.
void printMean(const std::vector<Row> &rows, const char *title, std::optional<double> Row::*ours)
{
    double sum = 0;
    int count = 0;
    for (const Row &row : rows) {
        if (row.*ours) {
            sum += std::log(*(row.*ours) / row.lightNetMs);
            ++count;
        }
    }
    if (count > 0) {
        std::printf("geometric mean of %d, %s: %.3f\n", count, title, std::exp(sum / count));
    }
}

int run(const std::filesystem::path &folder, const std::string &device)
{
    const auto text = readFile(folder / "timings.json");
    const Json record = text ? Json::parse(*text, nullptr, false) : Json();
    if (!record.is_object() || !record.contains("operator_microbenchmarks")) {
        std::fprintf(stderr, "there is no timings.json in %s\n", folder.c_str());
        return 1;
    }
    const Builtins builtins = makeBuiltins();
    DeviceCatalog devices;
    const Bench bench{builtins, devices, device};
    const Json &operators = record["operator_microbenchmarks"];
    std::printf(
        "LightNet's recorded times (%s, one thread) beside ours on this machine.\n"
        "ratio: ours here / LightNet there; below 1 we are faster, as far as the machines "
        "compare:\na call for each of %zu floats takes %.3f ms here; LightNet's lrelu, such "
        "a loop, took %.3f ms there.\n\n",
        record.value("cpu", "another machine").c_str(), imageElements, loopMs(),
        operators.at("lrelu").at("best_of_5_seconds").get<double>() * 1e3);
    std::printf("%-36s %10s %10s %8s%s\n", "least ms", "LightNet", "reference", "ratio",
                device.empty() ? "" : "     device    ratio");
    std::vector<Row> rows = benchOperators(bench, operators);
    const std::vector<Row> networks =
        benchNetworks(bench, folder / "corpus", record.value("networks", Json::object()));
    rows.insert(rows.end(), networks.begin(), networks.end());
    printMean(rows, "reference", &Row::oursMs);
    printMean(rows, "device", &Row::deviceMs);
    return rows.empty() ? 1 : 0;
}

} // namespace

int main(int argc, char **argv)
{
    const bool hasDevice = argc == 4 && std::strcmp(argv[2], "--device") == 0;
    if (argc != 2 && !hasDevice) {
        std::fprintf(stderr, "usage: bench_lightnet ORACLES/lightnet [--device DEVICE]\n");
        return 2;
    }
    try {
        return run(argv[1], hasDevice ? argv[3] : "");
    } catch (const Json::exception &fault) { // a record without what every record has
        std::fprintf(stderr, "timings.json in %s is no record of times: %s\n", argv[1],
                     fault.what());
        return 1;
    }
}
