// SPDX-License-Identifier: Apache-2.0
// Operators one by one, as a device's own pipeline compiles them, each beside its roof: what to look at
// when a network uses what the benchmarked ones do not.
//
//     bench_operators [--device D] [--only PART] [--repeat R]
//
// Times are medians of R serialized runs (10 unless given). --only: cases whose name has PART in it. A
// case of several layers has a line for each, transforms of layouts among them.
#include "core/graph/edits/model_builder.h"
#include "tests/bench/compiled_bench.h"

#include <optional>

using namespace nervure;

namespace {

struct Options {
    std::string device;
    std::string only;
    std::size_t repeat = 10;
};

/// One operator on inputs of these shapes; what is missing are weights. Attributes: "key=value key=value".
struct Case {
    const char *op;
    const char *what;
    std::vector<Shape> shapes;
    const char *attrs = "";
    DType type = DType::Float32;
};

constexpr const char *same3 = "channels=128 kernel_size=(3,3) padding=(1,1)";
constexpr const char *doubling = "channels=128 kernel_size=(4,4) strides=(2,2) padding=(1,1)";
constexpr const char *halving = "pool_size=(3,3) strides=(2,2) padding=(1,1)";

std::vector<Case> convolutions()
{
    const Shape map{1, 128, 28, 28};
    return {
        {"conv2d", "3x3", {map}, same3},
        {"conv2d", "3x3 float16", {map}, same3, DType::Float16},
        {"conv2d",
         "3x3 channels last",
         {{1, 28, 28, 128}},
         "channels=128 kernel_size=(3,3) padding=(1,1) layout=NHWC kernel_layout=HWIO"},
        {"conv2d",
         "3x3 odd channels",
         {{1, 100, 28, 28}},
         "channels=100 kernel_size=(3,3) padding=(1,1)"},
        {"conv2d", "3x3 4 groups", {map}, "channels=128 kernel_size=(3,3) padding=(1,1) groups=4"},
        {"conv2d",
         "3x3 32 groups",
         {map},
         "channels=128 kernel_size=(3,3) padding=(1,1) groups=32"},
        {"conv2d",
         "3x3 dilated",
         {map},
         "channels=128 kernel_size=(3,3) padding=(2,2) dilation=(2,2)"},
        {"conv2d", "1x1", {map}, "channels=256 kernel_size=(1,1)"},
        {"conv2d", "1x1 stride 2", {map}, "channels=256 kernel_size=(1,1) strides=(2,2)"},
        {"conv2d",
         "depthwise",
         {{1, 128, 56, 56}},
         "channels=128 kernel_size=(3,3) padding=(1,1) groups=128"},
        {"conv2d",
         "depthwise odd channels",
         {{1, 100, 56, 56}},
         "channels=100 kernel_size=(3,3) padding=(1,1) groups=100"},
        {"conv2d_transpose", "4x4", {{1, 256, 16, 16}}, doubling},
        {"conv2d_transpose", "4x4 float16", {{1, 256, 16, 16}}, doubling, DType::Float16},
        {"conv2d_transpose",
         "2x2",
         {{1, 128, 56, 56}},
         "channels=64 kernel_size=(2,2) strides=(2,2)"},
    };
}

std::vector<Case> products()
{
    return {
        {"matmul", "512", {{512, 512}, {512, 512}}},
        {"matmul", "512 transposed", {{512, 512}, {512, 512}}, "transpose_b=True"},
        {"matmul", "512 float16", {{512, 512}, {512, 512}}, "", DType::Float16},
        {"dense", "1 row", {{1, 2048}}, "units=1000"},
        {"dense", "64 rows", {{64, 2048}}, "units=1000"},
        {"dense", "1 row float16", {{1, 2048}}, "units=1000", DType::Float16},
        {"dense", "64 rows float16", {{64, 2048}}, "units=1000", DType::Float16},
    };
}

std::vector<Case> windows()
{
    const Shape map{1, 64, 112, 112};
    return {
        {"max_pool2d", "3x3 stride 2", {map}, halving},
        {"max_pool2d", "3x3 stride 2 float16", {map}, halving, DType::Float16},
        {"max_pool2d",
         "channels last",
         {{1, 112, 112, 64}},
         "pool_size=(3,3) strides=(2,2) padding=(1,1) layout=NHWC"},
        {"avg_pool2d", "3x3", {{1, 64, 56, 56}}, "pool_size=(3,3) padding=(1,1)"},
        {"global_avg_pool2d", "7x7", {{1, 2048, 7, 7}}},
        {"upsampling", "nearest", {{1, 64, 56, 56}}, "scale=2"},
        {"upsampling", "bilinear", {{1, 64, 56, 56}}, "scale=2 method=BILINEAR"},
        {"upsampling", "nearest channels last", {{1, 56, 56, 64}}, "scale=2 layout=NHWC"},
        {"upsampling",
         "bilinear channels last",
         {{1, 56, 56, 64}},
         "scale=2 method=BILINEAR layout=NHWC"},
        {"upsampling", "nearest float16", {{1, 64, 56, 56}}, "scale=2", DType::Float16},
        {"resize", "bilinear", {{1, 64, 56, 56}}, "size=(112,112)"},
        {"resize", "nearest", {{1, 64, 56, 56}}, "size=(112,112) method=NEAREST_NEIGHBOR"},
    };
}

std::vector<Case> reductions()
{
    const Shape maps{8, 64, 56, 56};
    return {
        {"softmax", "1000 classes", {{1, 1000}}},
        {"softmax", "64 lines", {{64, 1000}}},
        {"softmax", "along channels", {{1, 21, 128, 128}}, "axis=1"},
        {"log_softmax", "64 lines", {{64, 1000}}},
        {"sum", "maps", {maps}, "axis=(2,3)"},
        {"sum", "channels", {maps}, "axis=(1)"},
        {"sum", "all", {{1, 64, 56, 56}}},
        {"mean", "maps", {maps}, "axis=(2,3)"},
        {"max", "maps", {maps}, "axis=(2,3)"},
        {"max", "channels", {maps}, "axis=(1)"},
        {"argmax", "classes", {{64, 1000}}, "axis=(1)"},
        {"l2_normalize", "channels", {{1, 256, 38, 38}}, "axis=(1) eps=1e-5"},
    };
}

std::vector<Case> elements()
{
    const Shape maps{8, 64, 56, 56};
    return {
        {"relu", "", {maps}},
        {"exp", "", {maps}},
        {"tanh", "", {maps}},
        {"sigmoid", "float16", {maps}, "", DType::Float16},
        {"elemwise_add", "", {maps, maps}},
        {"elemwise_add", "int32", {maps, maps}, "", DType::Int32},
        {"relu", "float64", {maps}, "", DType::Float64},
        {"broadcast_add", "channels", {maps, {1, 64, 1, 1}}},
        {"broadcast_add", "row", {maps, {56}}},
        {"prelu", "", {maps}},
        {"cast", "to float16", {maps}, "dtype=float16"},
        {"cast", "from float16", {maps}, "dtype=float32", DType::Float16},
        {"relu", "float16", {maps}, "", DType::Float16},
        {"broadcast_to", "channels", {{1, 64, 1, 1}}, "shape=(8,64,56,56)"},
        {"broadcast_to", "row", {{1, 1, 1, 56}}, "shape=(8,64,56,56)"},
    };
}

std::vector<Case> copies()
{
    const Shape maps{8, 64, 56, 56};
    return {
        {"transpose", "channels last", {maps}, "axes=(0,2,3,1)"},
        {"transpose", "channels first", {{8, 56, 56, 64}}, "axes=(0,3,1,2)"},
        {"transpose", "channels last float16", {maps}, "axes=(0,2,3,1)", DType::Float16},
        {"transpose", "channels last float64", {maps}, "axes=(0,2,3,1)", DType::Float64},
        {"transpose", "image", {{1, 3, 224, 224}}, "axes=(0,2,3,1)"},
        {"transpose", "heads", {{8, 128, 12, 64}}, "axes=(0,2,1,3)"},
        {"transpose", "matrix", {{1024, 1024}}},
        {"transpose", "odd matrix", {{999, 777}}},
        {"__layout_transform__",
         "into blocks",
         {{1, 128, 56, 56}},
         "src_layout=NCHW dst_layout=NCHW16c"},
        {"__layout_transform__",
         "out of blocks",
         {{1, 8, 56, 56, 16}},
         "src_layout=NCHW16c dst_layout=NCHW"},
        {"__layout_transform__",
         "into small blocks",
         {{1, 128, 56, 56}},
         "src_layout=NCHW dst_layout=NCHW4c"},
        {"concatenate", "channels", {maps, maps}, "axis=1"},
        {"concatenate", "channels last", {{8, 56, 56, 64}, {8, 56, 56, 64}}, "axis=3"},
        {"pad", "", {maps}, "pad_width=((0,0),(0,0),(1,1),(1,1))"},
        {"strided_slice", "", {maps}, "begin=(0,0,1,1) end=(8,64,55,55) stride=(1,1,2,2)"},
        {"flip", "", {maps}, "axis=3"},
    };
}

AttrDict attrsOf(const char *text)
{
    AttrDict attrs;
    for (const std::string_view item : split(text, ' ')) {
        const std::size_t equals = item.find('=');
        if (equals != std::string_view::npos) {
            attrs.set(std::string(item.substr(0, equals)), std::string(item.substr(equals + 1)));
        }
    }
    return attrs;
}

Status time(bench::CompiledBench &bench, OpenclBackend &device, const Case &one, std::size_t repeat)
{
    ModelBuilder model(bench.builtins().ops);
    InputFacts facts;
    facts.defaultType = one.type;
    std::vector<Entry> inputs;
    for (std::size_t i = 0; i < one.shapes.size(); ++i) {
        const std::string name = "data" + std::to_string(i);
        inputs.push_back(model.variable(name));
        facts.shapes[name] = one.shapes[i];
        facts.dtypes[name] = one.type;
    }
    const Result<Graph> graph = model.finish({model.apply(one.op, inputs, attrsOf(one.attrs))});
    if (!graph) {
        return graph.error();
    }
    auto ready = bench.prepare(*graph, device, true, facts);
    if (!ready) {
        return ready.error();
    }
    std::printf("%s %s\n", one.op, one.what);
    return bench.printLayers(*ready, repeat);
}

Status run(OpenclBackend &device, const Options &options)
{
    bench::CompiledBench bench(device, false);
    if (Status status = bench.measureRoofs(); !status) {
        return status;
    }
    for (const auto &family :
         {convolutions(), products(), windows(), reductions(), elements(), copies()}) {
        for (const Case &one : family) {
            const std::string name = std::string(one.op) + ' ' + one.what;
            if (name.find(options.only) == std::string::npos) {
                continue;
            }
            if (Status status = time(bench, device, one, options.repeat); !status) {
                return status;
            }
            std::fflush(stdout);
        }
    }
    return {};
}

std::optional<Options> parsed(int argc, char **argv)
{
    Options options;
    for (int i = 1; i < argc; i += 2) {
        const std::string_view word = argv[i];
        const char *next = i + 1 < argc ? argv[i + 1] : nullptr;
        if (word == "--device" && next) {
            options.device = next;
        } else if (word == "--only" && next) {
            options.only = next;
        } else if (word == "--repeat" && next && parseInteger(next).value_or(0) > 0) {
            options.repeat = static_cast<std::size_t>(*parseInteger(next));
        } else {
            return std::nullopt;
        }
    }
    return options;
}

} // namespace

int main(int argc, char **argv)
{
    const auto options = parsed(argc, argv);
    if (!options) {
        std::fprintf(stderr, "usage: bench_operators [--device D] [--only PART] [--repeat R]\n");
        return 2;
    }
    auto device = OpenclBackend::openSelected(options->device);
    if (!device) {
        std::fprintf(stderr, "%s\n", formatDiagnostic(device.error()).c_str());
        return 3;
    }
    if (const Status status = run(**device, *options); !status) {
        std::fprintf(stderr, "%s\n", formatDiagnostic(status.error()).c_str());
        return 3;
    }
    return 0;
}
