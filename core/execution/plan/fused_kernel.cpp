// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/fused_kernel.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace nervure {

namespace {

/// Names in the composed code start with this, so that no kernel's own variables meet them.
const std::string prefix = "nervure_";

/// The launches through which output 0 goes, parts of it or all; none when one of them does not store
/// through the macro.
std::vector<KernelLaunch *> storingLaunches(KernelSpec &kernel)
{
    std::vector<KernelLaunch *> found;
    for (KernelLaunch &launch : kernel.launches) {
        const bool stores =
            std::any_of(launch.args.begin(), launch.args.end(), [](const KernelArg &arg) {
                return arg.kind == KernelArg::Kind::Output && arg.index == 0;
            });
        if (!stores) {
            continue;
        }
        if (!launch.storesThroughMacro) {
            return {};
        }
        found.push_back(&launch);
    }
    return found;
}

constexpr const char *storeName = "NERVURE_STORE(";

/// Where a launch defines the text that `name` begins; the end of the defines when it does not.
auto findDefine(KernelLaunch &launch, std::string_view name)
{
    return std::find_if(launch.defines.begin(), launch.defines.end(),
                        [name](const auto &entry) { return entry.first.starts_with(name); });
}

/// Whether a launch stores elements of the followers' type, whose values it knows by the prelude's
/// names. One that only moves elements, or holds whole results at the ends of their type, does not.
bool storesValuesOf(KernelLaunch &launch, DType type)
{
    if (type == DType::Float32) {
        return true;
    }
    const auto has = [&launch](std::string_view name) {
        return findDefine(launch, name) != launch.defines.end();
    };
    const bool isTyped = has(type == DType::Float16 ? "NERVURE_IS_HALF" : "NERVURE_V");
    // What whole numbers are divided and shifted by stands beside the kernel of single elements.
    const bool hasFunctions = isFloat(type) || launch.program == "element";
    return isTyped && hasFunctions && has(storeName) && !has("NERVURE_OUT_T")
           && launch.storeLanes <= 1;
}

bool isAllOf(DType type, const FusedFollower &follower)
{
    return follower.outType == type
           && std::all_of(follower.inTypes.begin(), follower.inTypes.end(),
                          [type](DType in) { return in == type; });
}

/// Writes the code of the followers one by one: for one element, or for `lanes` neighbors.
class Composer {
public:
    Composer(Semantics semantics, const DeviceTraits &device, DType type, int lanes)
        : m_semantics(semantics),
          m_device(device),
          m_type(type),
          m_lanes(lanes)
    {}

    bool add(const FusedFollower &follower)
    {
        const OpSpec *spec = follower.node->spec;
        if (!spec || !spec->element || !isAllOf(m_type, follower)
            || (m_lanes > 1 && !spec->elementTakesVectors)) {
            return false;
        }
        std::vector<ElementOperand> operands;
        for (std::uint32_t i = 0; i < follower.inShapes.size(); ++i) {
            const std::optional<std::uint32_t> inside = follower.values.at(i);
            operands.push_back(inside ? ElementOperand{value(*inside), {}, m_lanes}
                                      : extra(follower.inShapes[i], follower.outShape));
        }
        const Shapes outShapes{follower.outShape};
        const DTypes outTypes{follower.outType};
        const KernelContext context{follower.inShapes, outShapes, follower.inTypes, outTypes,
                                    m_device};
        const std::string expression =
            spec->element(follower.node->rule(m_semantics), context, operands);
        if (expression.empty() || m_extras > maxExtraOperands) {
            return false;
        }
        ++m_step;
        m_code += " const " + typeName() + ' ' + value(m_step) + " = " + element(expression) + ";";
        return true;
    }

    [[nodiscard]] std::string parameters() const { return m_parameters; }
    [[nodiscard]] std::size_t extras() const { return m_extras; }
    /// The body of NERVURE_STORE(nervure_p, nervure_at, nervure_in). The arguments are evaluated
    /// once, before any name of ours can hide theirs.
    [[nodiscard]] std::string store() const
    {
        const std::string result = value(m_step);
        return "do { const int nervure_i = (nervure_at); const " + typeName() + " nervure_v0 = "
               + element("(nervure_in)") + "; __global " + (isPlain() ? "float" : "NERVURE_OUT_T")
               + " *nervure_to = (nervure_p); { const int i = nervure_i;" + m_code
               + (isPlain() ? " nervure_to[i] = " + result
                            : " NERVURE_STORE_ELEMENT(nervure_to, i, " + result + ')')
               + "; } } while (0)";
    }
    /// The body of NERVURE_STORE_LANES(nervure_p, nervure_at, nervure_in).
    [[nodiscard]] std::string storeLanes() const
    {
        return fmt::format("do {{ const int nervure_i = (nervure_at); const {} nervure_v0 = "
                           "(nervure_in); __global float *nervure_to = (nervure_p); {{ const int i "
                           "= nervure_i;{} vstore{}({}, 0, nervure_to + i); }} }} while (0)",
                           typeName(), m_code, m_lanes, value(m_step));
    }

private:
    [[nodiscard]] static std::string value(std::size_t number)
    {
        return fmt::format("{}v{}", prefix, number);
    }

    [[nodiscard]] bool isPlain() const { return m_type == DType::Float32; }

    /// A result as the next follower would read it if it had been stored.
    [[nodiscard]] std::string element(const std::string &expression) const
    {
        return isPlain()                  ? expression
               : m_type == DType::Float16 ? "NERVURE_ROUND(" + expression + ')'
                                          : "(NERVURE_T)(" + expression + ')';
    }

    [[nodiscard]] std::string typeName() const
    {
        if (!isPlain()) {
            return "NERVURE_V";
        }
        return m_lanes > 1 ? fmt::format("float{}", m_lanes) : "float";
    }

    ElementOperand extra(const Shape &from, const Shape &to)
    {
        const std::string name = fmt::format("{}x{}", prefix, m_extras++);
        if (isPlain()) {
            m_parameters += ", __global const float *" + name;
            return {broadcastElement(name, from, to, m_lanes), name, m_lanes};
        }
        m_parameters += ", __global const NERVURE_T *" + name;
        const std::string index = broadcastIndex(from, to);
        return {index.empty() ? index : "NERVURE_LOAD(" + name + ", " + index + ')', name, m_lanes};
    }

    Semantics m_semantics;
    const DeviceTraits &m_device;
    DType m_type;
    int m_lanes;
    std::string m_parameters;
    std::string m_code;
    std::size_t m_extras = 0;
    std::size_t m_step = 0;
};

} // namespace

std::string broadcastIndex(const Shape &from, const Shape &to)
{
    if (from == to) {
        return "i";
    }
    if (from.size() > to.size()) {
        return {};
    }
    std::string text;
    std::int64_t fromStride = 1;
    std::int64_t toStride = 1;
    for (std::size_t back = 0; back < to.size(); ++back) {
        const std::int64_t size = to[to.size() - 1 - back];
        if (back < from.size()) {
            const std::int64_t own = from[from.size() - 1 - back];
            if (own != size && own != 1) {
                return {};
            }
            if (own != 1) {
                text += fmt::format("{}(i / {}) % {} * {}", (text.empty() ? "" : " + "), toStride,
                                    size, fromStride);
            }
            fromStride *= own;
        }
        toStride *= size;
    }
    return text.empty() ? "0" : text;
}

std::string broadcastElement(const std::string &buffer, const Shape &from, const Shape &to,
                             int lanes)
{
    const std::string index = broadcastIndex(from, to);
    if (index.empty()) {
        return {};
    }
    const auto lasts = [&](const Shape &shape) {
        const std::size_t dims = lanes == 1 || to.back() % lanes == 0 ? 1 : 2;
        return Shape(shape.end() - static_cast<std::ptrdiff_t>(std::min(dims, shape.size())),
                     shape.end());
    };
    const Shape own = lasts(from);
    const bool isOneNumber =
        lanes == 1 || std::all_of(own.begin(), own.end(), [](auto size) { return size == 1; });
    if (!isOneNumber && own != lasts(to)) {
        return {};
    }
    return isOneNumber ? buffer + '[' + index + ']'
                       : fmt::format("vload{}(0, {} + {})", lanes, buffer, index);
}

namespace {

/// The code of all followers; nothing when one of them cannot be written so.
std::optional<Composer> composed(const std::vector<FusedFollower> &followers, Semantics semantics,
                                 const DeviceTraits &device, int lanes)
{
    Composer composer(semantics, device, followers.front().outType, lanes);
    for (const FusedFollower &follower : followers) {
        if (!composer.add(follower)) {
            return std::nullopt;
        }
    }
    return composer;
}

/// The followers of `lanes` elements one by one, between two vectors.
std::string lanesOneByOne(int lanes)
{
    const std::string n = std::to_string(lanes);
    return "do { const int nervure_first = (nervure_at); __global float *nervure_out = "
           "(nervure_p); "
           "float nervure_lanes["
           + n + "]; vstore" + n
           + "((nervure_in), 0, nervure_lanes); for (int nervure_lane = 0; nervure_lane < " + n
           + "; ++nervure_lane) { NERVURE_STORE(nervure_out, nervure_first + nervure_lane, "
             "nervure_lanes[nervure_lane]); } } while (0)";
}

/// Makes a launch store what the followers make of its results. False when they cannot be written.
bool setFollowers(KernelLaunch &launch, std::uint32_t rootInputs,
                  const std::vector<FusedFollower> &followers, Semantics semantics,
                  const DeviceTraits &device)
{
    const auto single = composed(followers, semantics, device, 1);
    if (!single) {
        return false;
    }
    if (const auto own = findDefine(launch, storeName); own != launch.defines.end()) {
        own->first = "NERVURE_STORE_ELEMENT" + own->first.substr(own->first.find('('));
    }
    launch.defines.emplace_back("NERVURE_EXTRA_PARAMS", single->parameters());
    launch.defines.emplace_back("NERVURE_STORE(nervure_p, nervure_at, nervure_in)",
                                single->store());
    if (launch.storeLanes > 1) {
        const auto lanes = composed(followers, semantics, device, launch.storeLanes);
        launch.defines.emplace_back("NERVURE_STORE_LANES(nervure_p, nervure_at, nervure_in)",
                                    lanes ? lanes->storeLanes() : lanesOneByOne(launch.storeLanes));
    }
    for (std::uint32_t i = 0; i < single->extras(); ++i) {
        launch.args.push_back(KernelArg::input(rootInputs + i));
    }
    return true;
}

} // namespace

bool fuseFollowers(KernelSpec &kernel, std::uint32_t rootInputs,
                   const std::vector<FusedFollower> &followers, Semantics semantics,
                   const DeviceTraits &device)
{
    const std::vector<KernelLaunch *> launches = storingLaunches(kernel);
    const auto storesValues = [type = followers.front().outType](KernelLaunch *launch) {
        return storesValuesOf(*launch, type);
    };
    return !launches.empty() && std::all_of(launches.begin(), launches.end(), storesValues)
           && std::all_of(launches.begin(), launches.end(), [&](KernelLaunch *launch) {
                  return setFollowers(*launch, rootInputs, followers, semantics, device);
              });
}

} // namespace nervure
