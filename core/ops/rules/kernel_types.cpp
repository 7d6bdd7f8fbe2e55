// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/kernel_types.h"

#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <type_traits>

namespace nervure {

namespace {

/// One row for each type, in the order of DType.
struct KernelTypesRow {
    const char *memory;
    const char *value;
    const char *sum;    ///< what is added up in: whole numbers wrap around
    const char *copied; ///< a whole type of the size
};

constexpr KernelTypesRow kernelTypesRows[]{
    {"float", "float", "float", "float"},   {"double", "double", "double", "ulong"},
    {"half", "float", "float", "ushort"},   {"uchar", "ulong", "ulong", "uchar"},
    {"int", "long", "ulong", "uint"},       {"char", "long", "ulong", "uchar"},
    {"long", "long", "ulong", "ulong"},     {"short", "long", "ulong", "ushort"},
    {"ushort", "ulong", "ulong", "ushort"}, {"uint", "ulong", "ulong", "uint"},
    {"ulong", "ulong", "ulong", "ulong"},   {"int", "long", "ulong", "uint"},
};

const KernelTypesRow &rowOf(DType type)
{
    return kernelTypesRows[static_cast<std::size_t>(dtypeCode(type))];
}

std::string wholeLiteral(std::int64_t value)
{
    // The least number has no constant of its own.
    return value < 0 ? fmt::format("(-{}L - 1L)", -(value + 1)) : fmt::format("{}L", value);
}

std::string floatText(double value, bool isDouble)
{
    if (std::isnan(value)) {
        return "NAN";
    }
    if (std::isinf(value)) {
        return value < 0 ? "(-INFINITY)" : "INFINITY";
    }
    char text[48];
    std::snprintf(text, sizeof text, std::signbit(value) ? "(%a%s)" : "%a%s", value,
                  isDouble ? "" : "f");
    return text;
}

template <typename T>
std::string literalOf(T value)
{
    if constexpr (isFloatElement<T>) {
        const std::string text = floatText(static_cast<double>(value), std::is_same_v<T, double>);
        return std::is_same_v<T, Half> ? "NERVURE_CONSTANT(" + text + ')' : text;
    } else if constexpr (std::is_unsigned_v<T>) {
        return fmt::format("{}UL", value);
    } else {
        return wholeLiteral(value);
    }
}

/// Least and largest number of the type, as constants of its values.
std::pair<std::string, std::string> limitsOf(DType type)
{
    std::pair<std::string, std::string> limits;
    const DType known = type == DType::Bool ? DType::Int32 : type;
    [[maybe_unused]] const Status status = withNumberType(known, [&](auto zero) -> Status {
        using Limits = std::numeric_limits<decltype(zero)>;
        limits = {literalOf(Limits::lowest()), literalOf(Limits::max())};
        return {};
    });
    return limits;
}

constexpr const char *storeName = "NERVURE_STORE(pointer, index, value)";

/// The body of NERVURE_STORE for results of the type.
std::string storeText(DType type)
{
    return type == DType::Float16
               ? "NERVURE_STORE_HALF((pointer), (index), (float)(value))"
               : "((pointer)[index] = (" + std::string(memoryTypeName(type)) + ")(value))";
}

} // namespace

std::string_view memoryTypeName(DType type)
{
    return rowOf(type).memory;
}

std::string_view valueTypeName(DType type)
{
    return rowOf(type).value;
}

std::string loadText(DType type, std::string_view pointer, std::string_view index)
{
    const std::string at(index);
    const std::string from(pointer);
    if (type == DType::Float16) {
        return "vload_half((" + at + "), " + from + ")";
    }
    if (isFloat(type)) {
        return from + '[' + at + ']';
    }
    return "((" + std::string(valueTypeName(type)) + ")" + from + '[' + at + "])";
}

std::string valueLiteral(DType type, double value)
{
    std::string text;
    const DType known = type == DType::Bool ? DType::Int32 : type;
    [[maybe_unused]] const Status status = withNumberType(known, [&](auto zero) -> Status {
        text = literalOf(constantElement<decltype(zero)>(value));
        return {};
    });
    return text;
}

void defineTypes(KernelLaunch &launch, DType in, DType out)
{
    if (in != DType::Float32) {
        const KernelTypesRow &row = rowOf(in);
        const auto [least, most] = limitsOf(in);
        launch.defines.insert(launch.defines.end(),
                              {{"NERVURE_T", row.memory},
                               {"NERVURE_A", row.sum},
                               {"NERVURE_LEAST", least},
                               {"NERVURE_MOST", most},
                               {"NERVURE_IS_FLOAT", isFloat(in) ? "1" : "0"}});
        if (in == DType::Float16) {
            // The prelude says how its values are computed.
            launch.defines.emplace_back("NERVURE_IS_HALF", "1");
        } else {
            launch.defines.emplace_back("NERVURE_V", row.value);
            launch.defines.emplace_back("NERVURE_LOAD(p, i)", loadText(in, "(p)", "i"));
        }
    }
    if (out != in) {
        launch.defines.emplace_back("NERVURE_OUT_T", memoryTypeName(out));
    }
    if (out != DType::Float32) {
        launch.defines.emplace_back(storeName, storeText(out));
    }
}

void defineSums(KernelLaunch &launch, DType type)
{
    for (auto &[name, text] : launch.defines) {
        if (name == "NERVURE_A") {
            text = rowOf(type).sum;
            return;
        }
    }
    launch.defines.emplace_back("NERVURE_A", rowOf(type).sum);
}

void redefineHeld(KernelLaunch &launch, DType in, DType out)
{
    const auto define = [&launch](const std::string &name, const std::string &text) {
        for (auto &[known, value] : launch.defines) {
            if (known == name) {
                value = text;
                return;
            }
        }
        launch.defines.emplace_back(name, text);
    };
    const bool isDouble = std::any_of(launch.defines.begin(), launch.defines.end(),
                                      [](const auto &entry) { return entry.first == "NERVURE_V"; });
    const std::string value = isDouble ? "double" : "float";
    const std::string memory(memoryTypeName(out));
    const std::string held =
        "((pointer)[index] = convert_" + memory + "_sat((" + value + ")(value)))";
    define("NERVURE_T", std::string(memoryTypeName(in)));
    define("NERVURE_LOAD(p, i)", "((" + value + ")" + loadText(in, "(p)", "i") + ")");
    define("NERVURE_OUT_T", memory);
    define(storeName, out == DType::Bool ? "((pointer)[index] = (value) != 0 ? 1 : 0)"
                      : isFloat(out)     ? storeText(out)
                                         : held);
    if (!isDouble) {
        for (const char *name : {"NERVURE_V", "NERVURE_A"}) {
            define(name, "float");
        }
        define("NERVURE_LEAST", "(-FLT_MAX)");
        define("NERVURE_MOST", "FLT_MAX");
        define("NERVURE_IS_FLOAT", "1");
    }
}

Result<KernelSpec> inDouble(DType type, const KernelContext &context,
                            const std::function<Result<KernelSpec>(const KernelContext &)> &make)
{
    if (isFloat(type)) {
        return make(context);
    }
    RETURN_IF_FAILED(checkOneType(context));
    if (!context.device.hasFloat64) {
        return noKernelFor(std::string(dtypeName(type)) + " on a device without float64");
    }
    const DTypes in(context.inTypes.size(), DType::Float64);
    const DTypes out(context.outTypes.size(), DType::Float64);
    Result<KernelSpec> spec = make({context.inShapes, context.outShapes, in, out, context.device});
    if (spec) {
        for (KernelLaunch &launch : spec->launches) {
            redefineHeld(launch, type, type);
        }
    }
    return spec;
}

void defineCopied(KernelLaunch &launch, DType type)
{
    if (type != DType::Float32) {
        launch.defines.emplace_back("NERVURE_T", rowOf(type).copied);
    }
}

std::string copiedLiteral(DType type, double value)
{
    if (type == DType::Float32) {
        return valueLiteral(type, value);
    }
    std::uint64_t bits = 0;
    const DType known = type == DType::Bool ? DType::Int32 : type;
    [[maybe_unused]] const Status status = withNumberType(known, [&](auto zero) -> Status {
        const auto element = constantElement<decltype(zero)>(value);
        std::memcpy(&bits, &element, sizeof element);
        return {};
    });
    return fmt::format("{}UL", bits);
}

std::string typedChoice(std::string choice, DType type, const DeviceTraits &device)
{
    if (type != DType::Float32) {
        choice.append(".").append(dtypeName(type));
    }
    if (type == DType::Float16 && device.halfArithmetic) {
        choice += ".half";
    }
    return choice;
}

std::array<std::size_t, 3> groupsFor(const DeviceTraits &device, std::int64_t elementsEach)
{
    constexpr std::int64_t few = 64;
    return elementsEach < few ? std::array<std::size_t, 3>{0, 0, 0} : oneItemGroups(device);
}

void defineOperand(KernelLaunch &launch, const std::string &prefix, DType type)
{
    launch.defines.emplace_back(prefix + "_T", memoryTypeName(type));
    launch.defines.emplace_back(prefix + "_LOAD(p, i)", loadText(type, "(p)", "i"));
}

Status checkTensorSizes(const KernelContext &context)
{
    for (const auto shapes : {context.inShapes, context.outShapes}) {
        for (const Shape &shape : shapes) {
            const std::int64_t count = sizeOf(shape);
            if (count < 1 || !fitsInt({count})) {
                return noKernelFor("a tensor of shape " + shapeText(shape)
                                   + ", expected 1 to 2^31 - 1 elements");
            }
        }
    }
    return {};
}

Status checkTypedTensors(const KernelContext &context)
{
    for (const auto types : {context.inTypes, context.outTypes}) {
        for (const DType type : types) {
            const bool isMissing = type == DType::Float64 && !context.device.hasFloat64;
            if (type == DType::Unknown || isMissing) {
                return noKernelFor(std::string(dtypeName(type)) + " on this device");
            }
        }
    }
    return checkTensorSizes(context);
}

namespace {

Status checkSameTypes(const KernelContext &context)
{
    const DType first = context.inTypes.empty() ? context.outTypes[0] : context.inTypes[0];
    for (const auto types : {context.inTypes, context.outTypes}) {
        for (const DType type : types) {
            if (type != first) {
                return noKernelFor(std::string(dtypeName(type)) + " beside "
                                   + std::string(dtypeName(first)));
            }
        }
    }
    return {};
}

} // namespace

Status checkOneType(const KernelContext &context)
{
    const Status status = checkTypedTensors(context);
    return status ? checkSameTypes(context) : status;
}

Status checkOneFloatType(const KernelContext &context)
{
    const Status status = checkOneType(context);
    return status && !isFloat(context.inTypes[0])
               ? noKernelFor(std::string(dtypeName(context.inTypes[0])) + ", expected floats")
               : status;
}

Status checkCopied(const KernelContext &context)
{
    const Status status = checkTensorSizes(context);
    return status ? checkSameTypes(context) : status;
}

} // namespace nervure
