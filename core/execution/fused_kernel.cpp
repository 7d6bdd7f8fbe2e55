// SPDX-License-Identifier: Apache-2.0
#include "core/execution/fused_kernel.h"

#include <algorithm>

namespace nervure {

namespace {

/// Names in the composed code start with this, so that no kernel's own variables meet them.
const std::string prefix = "nervure_";

/// The launch through which all of output 0 goes; null when there is not exactly one.
KernelLaunch *storingLaunch(KernelSpec &kernel)
{
    KernelLaunch *found = nullptr;
    for (KernelLaunch &launch : kernel.launches) {
        const bool stores =
            std::any_of(launch.args.begin(), launch.args.end(), [](const KernelArg &arg) {
                return arg.kind == KernelArg::Kind::Output && arg.index == 0;
            });
        if (!stores) {
            continue;
        }
        if (found) {
            return nullptr;
        }
        found = &launch;
    }
    return found && found->storesThroughMacro ? found : nullptr;
}

bool isAllFloat32(const FusedFollower &follower)
{
    return follower.outType == DType::Float32
           && std::all_of(follower.inTypes.begin(), follower.inTypes.end(),
                          [](DType type) { return type == DType::Float32; });
}

/// Writes the code of the followers one by one.
class Composer {
public:
    Composer(Semantics semantics, const DeviceTraits &device)
        : m_semantics(semantics),
          m_device(device)
    {}

    bool add(const FusedFollower &follower)
    {
        if (!follower.node->spec || !follower.node->spec->element || !isAllFloat32(follower)) {
            return false;
        }
        std::vector<ElementOperand> operands;
        for (std::uint32_t i = 0; i < follower.inShapes.size(); ++i) {
            const std::optional<std::uint32_t> inside = follower.values.at(i);
            operands.push_back(inside ? ElementOperand{value(*inside), {}}
                                      : extra(follower.inShapes[i], follower.outShape));
        }
        const Shapes outShapes{follower.outShape};
        const DTypes outTypes{follower.outType};
        const KernelContext context{follower.inShapes, outShapes, follower.inTypes, outTypes,
                                    m_device};
        const std::string expression =
            follower.node->spec->element(follower.node->rule(m_semantics), context, operands);
        if (expression.empty() || m_extras > maxExtraOperands) {
            return false;
        }
        ++m_step;
        m_code += " const float " + value(m_step) + " = " + expression + ";";
        return true;
    }

    [[nodiscard]] std::string parameters() const { return m_parameters; }
    [[nodiscard]] std::size_t extras() const { return m_extras; }
    /// The body of NERVURE_STORE(nervure_p, nervure_at, nervure_in). The arguments are evaluated
    /// once, before any name of ours can hide theirs.
    [[nodiscard]] std::string store() const
    {
        return "do { const int nervure_i = (nervure_at); const float nervure_v0 = (nervure_in); "
               "__global float *nervure_to = (nervure_p); { const int i = nervure_i;"
               + m_code + " nervure_to[i] = " + value(m_step) + "; } } while (0)";
    }

private:
    [[nodiscard]] static std::string value(std::size_t number)
    {
        return prefix + "v" + std::to_string(number);
    }

    ElementOperand extra(const Shape &from, const Shape &to)
    {
        const std::string name = prefix + "x" + std::to_string(m_extras++);
        m_parameters += ", __global const float *" + name;
        const std::string index = broadcastIndex(from, to);
        return {index.empty() ? std::string() : name + "[" + index + "]", name};
    }

    Semantics m_semantics;
    const DeviceTraits &m_device;
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
                text += (text.empty() ? "" : " + ") + std::string("(i / ")
                        + std::to_string(toStride) + ") % " + std::to_string(size) + " * "
                        + std::to_string(fromStride);
            }
            fromStride *= own;
        }
        toStride *= size;
    }
    return text.empty() ? "0" : text;
}

bool fuseFollowers(KernelSpec &kernel, std::uint32_t rootInputs,
                   const std::vector<FusedFollower> &followers, Semantics semantics,
                   const DeviceTraits &device)
{
    KernelLaunch *launch = storingLaunch(kernel);
    if (!launch) {
        return false;
    }
    Composer composer(semantics, device);
    for (const FusedFollower &follower : followers) {
        if (!composer.add(follower)) {
            return false;
        }
    }
    launch->defines.emplace_back("NERVURE_EXTRA_PARAMS", composer.parameters());
    launch->defines.emplace_back("NERVURE_STORE(nervure_p, nervure_at, nervure_in)",
                                 composer.store());
    for (std::uint32_t i = 0; i < composer.extras(); ++i) {
        launch->args.push_back(KernelArg::input(rootInputs + i));
    }
    return true;
}

} // namespace nervure
