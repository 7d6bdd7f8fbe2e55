// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kernel_sources.h"
#include "core/engine/result_origin.h"
#include "core/execution/backend.h"
#include "core/execution/tensor.h"
#include "core/graph/graph.h"
#include "core/graph/semantics.h"
#include "core/passes/pass_spec.h"
#include "core/support/file_bytes.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nervure {

/// The pipeline that compiles for the device.
inline constexpr std::string_view devicePipeline = "device";

/// What to run, on what, and how: the options of `run`, `profile` and the worker as plain data.
struct ExecutionRequest {
    Graph graph;
    InputFacts facts;
    Semantics semantics = Semantics::Exact;
    /// What the graph was read from, for a device of another machine; null: it is made from the graph.
    std::shared_ptr<const FileBytes> original{};
    std::string device; ///< see DeviceCatalog::open(); empty: the best there is; "ssh:HOST/NAME"
    std::string pipeline = "device"; ///< "device", "none", "nnvm", "nnvm:N"; see PipelineChoice
    bool isDirectOnly = false;       ///< see DeviceTraits::directOnly
    bool computesInHalf = false;     ///< see DeviceTraits::halfArithmetic
    std::uint64_t seed = 0;          ///< for the values of variables that `values` does not hold
    bool refusesInvented = false;    ///< fails where there is such a variable, naming all of them
    TensorMap values;                ///< by variable: inputs and parameters
    std::map<std::string, std::string> valueFiles; ///< where they were read, for messages
    /// Variables all of whose elements are one number; those that `values` holds are not looked for here.
    std::map<std::string, double> constants;
    /// Names of the parameters that come from a file, as findParameters() takes them.
    std::set<std::string, std::less<>> loadedParams;
    /// Elements that tensors have from the start: LightNet's by tensor, ONNX's initializers and Constants by
    /// the name of the value.
    TensorMap weights;
    bool isPlanned = false; ///< LightNet: run in the document's order and, in exact, with its plan
    /// LightNet, in exact: a document that names its CPU's operators itself runs, as its library runs
    /// it. Its program refuses to compile one.
    bool isExpanded = false;
    /// What kernels are chosen by instead of what is known of the device; null: that.
    std::shared_ptr<const KernelTuning> tuning;
    /// An operator whose kernels the device cannot build runs on the host instead.
    bool fallsBack = false;
    RunMode mode = RunMode::Serialized;
    std::size_t repeat = 10;       ///< timed runs, at least 1
    std::size_t warmup = 2;        ///< runs before them, not in the figures
    bool warmsUntilSettled = true; ///< some more warm-ups while each is faster than all before
};

/// What the way to another machine and back cost, beside what was measured there.
struct WireTimes {
    std::string host;
    double connectMs = 0;  ///< once for a connection
    double transferMs = 0; ///< of the model and its values there and of the results back
    std::uint64_t sentBytes = 0;
    std::uint64_t receivedBytes = 0;
};

/// A result with its name.
struct NamedTensor {
    std::string name;
    Tensor tensor;
    /// The type of its elements in the model, where that says more than the tensor's type: truth values are bytes
    /// there, bfloat16 is float32. Undefined: as the tensor has them.
    ElementType element = ElementType::Undefined;

    [[nodiscard]] std::string_view typeName() const
    {
        return element == ElementType::Undefined ? dtypeName(tensor.type())
                                                 : elementTypeName(element);
    }
    [[nodiscard]] bool isTruth() const { return element == ElementType::Bool; }
};

/// What a run gave.
struct RunReport {
    DeviceInfo device;
    ResultOrigin origin;
    std::string pipeline;
    std::vector<NamedTensor> outputs;
    std::string printed; ///< what LightNet's `print` printed
    double wallMs = 0;   ///< input upload to output read
    double prepareMs = 0;
    std::vector<std::string> invented; ///< variables whose values nobody gave, made from the seed
    std::uint64_t peakBytes = 0;   ///< most memory that the process had that ran it; 0: not known
    std::optional<WireTimes> wire; ///< of a device of another machine
    Diagnostics diagnostics;
};

/// The working memory of a plan.
struct ArenaSize {
    std::int64_t bytes = 0;
    std::int64_t lowerBound = 0; ///< no planner does better
};

/// Rounds in which models were measured by turns, each of them once a round, so that what slowly changes on the
/// machine favors none.
struct RoundsTogether {
    std::string id; ///< the same for those that were measured together; empty: it was alone
    std::vector<double> wallMs; ///< of the fastest whole run, round by round

    [[nodiscard]] bool isWith(const RoundsTogether &other) const
    {
        return !id.empty() && id == other.id && !wallMs.empty()
               && wallMs.size() == other.wallMs.size();
    }
};

/// What a profile gave.
struct ProfileReport {
    DeviceInfo device;
    ResultOrigin origin;
    std::string pipeline;
    RunMode mode = RunMode::Serialized;
    ProfileData data;
    ProgramCounts programs; ///< of the device, before it was measured itself
    bool isStopped = false; ///< somebody stopped it: fewer runs than were asked for
    ArenaSize arena;
    std::uint64_t peakBytes = 0; ///< most memory that the process had that ran it; 0: not known
    /// The runs of a round stand together in LayerProfile::samplesMs, as many in each.
    RoundsTogether together;
    std::shared_ptr<const ExecutionPlan> plan; ///< null where the report was read
    std::vector<LayerKernel> kernels;          ///< of the layers; where the report was read: none
    std::optional<WireTimes> wire;             ///< of a device of another machine
    std::string printed;                       ///< what one run printed
    std::vector<std::string> invented; ///< variables whose values nobody gave, made from the seed
    Diagnostics diagnostics;
};

} // namespace nervure
