// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// What `tune` found out: for a choice of a kernel rule (its key names family and sizes) the variant
/// that was fastest on the device. See chooseVariant().
struct KernelTuning {
    std::map<std::string, std::string, std::less<>> winners;
};

/// Devices that want kernels of the same form. What differs between them is in one table
/// (core/ops/rules/device_table.h).
enum class DeviceClass {
    Cpu,
    Nvidia,
    Amd,
    Intel,  ///< its GPUs
    Mobile, ///< Mali, Adreno, PowerVR
    Unknown,
};

/// What an operator may ask about the device when it chooses its kernel. Plain data: operators
/// never see an OpenCL handle.
struct DeviceTraits {
    DeviceClass deviceClass = DeviceClass::Cpu;
    bool hasFloat64 = false;
    bool hasFloat16 = false; ///< arithmetic; float16 as what lies in memory is everywhere
    std::uint32_t computeUnits = 1;
    std::size_t maxWorkGroup = 1;
    std::uint64_t localBytes = 0;
    std::uint32_t preferredFloatVector = 1;
    std::shared_ptr<const KernelTuning> tuning; ///< may be null: nothing was measured
    /// Nothing that rounds otherwise than the plain sum of products: no Winograd convolutions.
    bool directOnly = false;
    /// What reads float16 computes in it: only where the device has it. Results then differ from the
    /// references', which compute in float.
    bool halfArithmetic = false;

    [[nodiscard]] bool isCpu() const { return deviceClass == DeviceClass::Cpu; }
};

/// One kernel argument. Buffer arguments are numbered as the operator's inputs and outputs.
struct KernelArg {
    enum class Kind { Input, Output, Scratch, LocalBytes, Int32, Float32 };

    Kind kind = Kind::Input;
    std::uint32_t index = 0;  ///< which input, output or scratch buffer
    std::int64_t integer = 0; ///< Int32 value, or bytes of local memory
    float number = 0;         ///< Float32 value

    static KernelArg input(std::uint32_t i) { return {Kind::Input, i, 0, 0}; }
    static KernelArg output(std::uint32_t i = 0) { return {Kind::Output, i, 0, 0}; }
    static KernelArg scratch(std::uint32_t i) { return {Kind::Scratch, i, 0, 0}; }
    static KernelArg int32(std::int64_t value) { return {Kind::Int32, 0, value, 0}; }
    static KernelArg float32(float value) { return {Kind::Float32, 0, 0, value}; }
};

/// One launch of one kernel, as data. `source` is OpenCL C 1.2 without the prelude.
///
/// Kernels that can take fused element-wise followers set `storesThroughMacro`: they write each
/// result only through NERVURE_STORE(pointer, index, value), `index` being the flat row-major
/// position in the output, and end their parameter list with NERVURE_EXTRA_PARAMS. The prelude
/// defines both as plain store and nothing; a fused group redefines them. With `storeLanes` they may
/// also store that many neighbors at once through NERVURE_STORE_LANES(pointer, index, vector):
/// `index` is then a multiple of the lanes, if these divide the output's last dimension; if they do
/// not, the neighbors are within its last two dimensions taken as one.
struct KernelLaunch {
    KernelLaunch();
    KernelLaunch(const KernelLaunch &other);
    KernelLaunch(KernelLaunch &&other) noexcept;
    KernelLaunch &operator=(const KernelLaunch &other);
    KernelLaunch &operator=(KernelLaunch &&other) noexcept;
    ~KernelLaunch();

    std::string program; ///< name of the family, e.g. "conv2d"; with `defines` it keys the cache
    std::string_view source; ///< lives as long as the program (embedded text)
    std::string entry;       ///< kernel function
    std::vector<std::pair<std::string, std::string>> defines;
    std::vector<KernelArg> args;
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> local{0, 0, 0}; ///< all 0: the driver chooses
    std::string algorithm;                     ///< "direct", "naive", …: shown in the profile
    bool storesThroughMacro = false;
    int storeLanes = 0; ///< 4, 8 or 16 with NERVURE_STORE_LANES, else 0
};

/// The form of its own in which a kernel wants one of its inputs, as weights in the order it reads
/// them. The launches make it of that input alone (KernelArg::input(0) and output(0)): once, before
/// all runs, when the input is a weight, else in every run. The kernel then finds the packed form
/// where the input would be.
struct InputPack {
    std::uint32_t input = 0;
    std::int64_t floats = 0; ///< size of the packed form
    std::vector<KernelLaunch> launches;
};

/// A choice among equal ways to compute something that only measuring can decide.
struct KernelChoice {
    std::string key;                   ///< family and sizes: "conv2d_tile c=64 …"
    std::vector<std::string> variants; ///< by name; the first is taken where nothing was measured
    std::string chosen;
};

/// Everything one operator needs launched, in order, with the scratch buffers it wants.
struct KernelSpec {
    KernelSpec();
    KernelSpec(const KernelSpec &other);
    KernelSpec(KernelSpec &&other) noexcept;
    KernelSpec &operator=(const KernelSpec &other);
    KernelSpec &operator=(KernelSpec &&other) noexcept;
    ~KernelSpec();

    std::vector<KernelLaunch> launches;
    std::vector<std::int64_t> scratchBytes;
    std::vector<KernelChoice> choices; ///< made by chooseVariant(): what `tune` can try
    std::vector<InputPack> packs;      ///< at most one for an input
};

/// Lets the launches that read float16 compute values in it, see NERVURE_HALF_ARITHMETIC in prelude.cl;
/// sums stay in float. For devices with DeviceTraits::hasFloat16.
void computeInHalf(KernelSpec &spec);

/// Shapes and types at hand when a kernel is chosen. All are known.
struct KernelContext {
    std::span<const Shape> inShapes;
    std::span<const Shape> outShapes;
    std::span<const DType> inTypes;
    std::span<const DType> outTypes;
    DeviceTraits device;
};

/// Which of `variants` (names; the first is the rule's own preference) to use for what `key` says.
/// Notes the choice in `spec`, so that `tune` can try the others: another way for a rule to compute
/// the same is one more name in its list.
[[nodiscard]] std::size_t chooseVariant(KernelSpec &spec, const DeviceTraits &device,
                                        std::string key, std::vector<std::string> variants);

/// One operand of a fused element-wise expression, at the flat output index `i` (an int). With more
/// lanes than one the expression computes the elements from i on as a vector: values are vectors, or
/// one number for all lanes.
struct ElementOperand {
    std::string value;  ///< expression for the operand's element at i
    std::string buffer; ///< name of the operand's pointer; empty for the value being computed
    int lanes = 1;
};

} // namespace nervure
