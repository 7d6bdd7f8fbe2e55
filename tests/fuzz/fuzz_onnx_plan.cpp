// SPDX-License-Identifier: Apache-2.0
// Lowers any bytes that open as an ONNX model in fixed semantics, compiles the result and plans it for the host
// and for a processor with wide vectors.
#include "core/engine/compile.h"
#include "core/execution/plan/plan_builder.h"
#include "tests/fuzz/all_builtins.h"

#include <cstdint>

namespace {

using namespace nervure;

Result<DeviceTraits> wideProcessor(const std::string &)
{
    DeviceTraits traits;
    traits.computeUnits = 2;
    traits.maxWorkGroup = 4096;
    traits.localBytes = 1 << 20;
    traits.preferredFloatVector = 16;
    return traits;
}

void plan(PlanRequest request)
{
    Diagnostics ignored;
    static_cast<void>(buildPlan(request, ignored));
    request.device = *wideProcessor({});
    static_cast<void>(buildPlan(request, ignored));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const Builtins &builtins = fuzz::builtins();
    auto loaded =
        builtins.formats.find("onnx")->read(bytes, {builtins.ops, Semantics::Fixed, "fuzz.onnx"});
    if (!loaded) {
        return 0;
    }
    ExecutionRequest request;
    request.graph = std::move(loaded->graph);
    request.semantics = Semantics::Fixed;
    Diagnostics problems;
    auto compiled = compileGraph(request, {}, {"fuzz", wideProcessor}, builtins, problems);
    if (!compiled) {
        return 0;
    }
    plan(compiled->plan);
    if (compiled->beforehand) {
        plan(compiled->beforehand->plan);
    }
    return 0;
}
