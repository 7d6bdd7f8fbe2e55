// SPDX-License-Identifier: Apache-2.0
#include "core/ops/darknet/darknet_layer.h"

#include "core/support/text.h"

#include <map>

namespace nervure {

namespace {

/// Makes the nodes of an activation.
class Activation {
public:
    explicit Activation(const Lowering &op) : m_op(op) {}

    [[nodiscard]] Entry one(const char *name, Entry x) const { return m_op.make(name, {x}); }
    [[nodiscard]] Entry two(const char *name, Entry a, Entry b) const
    {
        return m_op.make(name, {a, b});
    }
    [[nodiscard]] Entry times(Entry x, double factor) const
    {
        return m_op.makeScalar("__mul_scalar__", x, factor);
    }
    [[nodiscard]] Entry plus(Entry x, double number) const
    {
        return m_op.makeScalar("__add_scalar__", x, number);
    }
    [[nodiscard]] Entry leaky(Entry x, double slope) const
    {
        return m_op.make("leaky_relu", {x}, attrsOf({{"alpha", formatNumber(slope)}}));
    }
    [[nodiscard]] Entry clipped(Entry x, double least, double most) const
    {
        return m_op.make("clip", {x},
                         attrsOf({{"a_min", formatNumber(least)}, {"a_max", formatNumber(most)}}));
    }
    /// exp(x) - 1 below 0, else 0: -relu(1 - exp(x)).
    [[nodiscard]] Entry exponentialBelow(Entry x) const
    {
        const Entry risen = plus(one("negative", one("exp", x)), 1);
        return one("negative", one("relu", risen));
    }
    /// `inner` of x between the limits; beyond them it goes on with the slope.
    [[nodiscard]] Entry bent(Entry x, double least, double most, double slope, double inner,
                             double offset) const
    {
        const Entry middle = clipped(x, least, most);
        const Entry beyond = times(two("elemwise_sub", x, middle), slope);
        return two("elemwise_add", plus(times(middle, inner), offset), beyond);
    }
    /// A stair that rises between odd and even numbers, and is flat above even ones.
    [[nodiscard]] Entry stair(Entry x) const
    {
        const Entry whole = one("floor", x);
        const Entry halves = one("floor", times(whole, 0.5));
        const Entry isOdd = two("elemwise_sub", whole, times(halves, 2));
        const Entry part = two("elemwise_mul", isOdd, two("elemwise_sub", x, whole));
        return two("elemwise_add", one("floor", times(x, 0.5)), part);
    }
    /// x * x / 2 + x from -2 to 0, 0 below, x above.
    [[nodiscard]] Entry hardMish(Entry x) const
    {
        const Entry low = clipped(x, -2, 0);
        const Entry bowl = two("elemwise_mul", low, plus(times(low, 0.5), 1));
        return two("elemwise_add", one("relu", x), bowl);
    }
    /// The fork's own digits.
    [[nodiscard]] Entry gelu(Entry x) const
    {
        const Entry cube = two("elemwise_mul", x, two("elemwise_mul", x, x));
        const Entry inner = two("elemwise_add", times(x, 0.797885), times(cube, 0.035677));
        return two("elemwise_mul", times(x, 0.5), plus(one("tanh", inner), 1));
    }
    /// Each value's share of the sum over the channels, to which the fork adds a little.
    [[nodiscard]] Entry shares(Entry parts) const
    {
        return two("broadcast_div", parts, plus(overChannels("sum", parts), 1e-4));
    }
    /// exp(x), or exp(x - most) with the greatest of the channels.
    [[nodiscard]] Entry powers(Entry x, bool isShifted) const
    {
        return one("exp", isShifted ? two("broadcast_sub", x, overChannels("max", x)) : x);
    }
    /// log(1 + exp(x)), which never overflows.
    [[nodiscard]] Entry softPlus(Entry x) const
    {
        const Entry falling = one("exp", one("negative", one("abs", x)));
        return two("elemwise_add", one("relu", x), one("log", plus(falling, 1)));
    }

private:
    [[nodiscard]] Entry overChannels(const char *reduction, Entry x) const
    {
        return m_op.make(reduction, {x}, attrsOf({{"axis", "(1,)"}, {"keepdims", "True"}}));
    }

    const Lowering &m_op;
};

using Make = Entry (*)(const Activation &, Entry);

const std::map<std::string, Make> &activations()
{
    using A = Activation;
    static const std::map<std::string, Make> table{
        {"elu",
         [](const A &a, Entry x) {
             return a.two("elemwise_add", a.one("relu", x), a.exponentialBelow(x));
         }},
        {"gelu", [](const A &a, Entry x) { return a.gelu(x); }},
        {"hard_mish", [](const A &a, Entry x) { return a.hardMish(x); }},
        {"hardtan", [](const A &a, Entry x) { return a.clipped(x, -1, 1); }},
        {"leaky", [](const A &a, Entry x) { return a.leaky(x, 0.1); }},
        {"lhtan", [](const A &a, Entry x) { return a.bent(x, 0, 1, 0.001, 1, 0); }},
        {"linear", [](const A &, Entry x) { return x; }},
        {"loggy", [](const A &a, Entry x) { return a.plus(a.times(a.one("sigmoid", x), 2), -1); }},
        {"logistic", [](const A &a, Entry x) { return a.one("sigmoid", x); }},
        {"mish", [](const A &a,
                    Entry x) { return a.two("elemwise_mul", x, a.one("tanh", a.softPlus(x))); }},
        {"normalize_channels", [](const A &a, Entry x) { return a.shares(a.one("relu", x)); }},
        {"normalize_channels_softmax",
         [](const A &a, Entry x) { return a.shares(a.powers(x, false)); }},
        {"normalize_channels_softmax_maxval",
         [](const A &a, Entry x) { return a.shares(a.powers(x, true)); }},
        {"plse", [](const A &a, Entry x) { return a.bent(x, -4, 4, 0.01, 0.125, 0.5); }},
        {"ramp", [](const A &a,
                    Entry x) { return a.two("elemwise_add", a.one("relu", x), a.times(x, 0.1)); }},
        {"relie", [](const A &a, Entry x) { return a.leaky(x, 0.01); }},
        {"relu", [](const A &a, Entry x) { return a.one("relu", x); }},
        {"relu6", [](const A &a, Entry x) { return a.clipped(x, 0, 6); }},
        {"revleaky", [](const A &a, Entry x) { return a.leaky(x, 0.1); }},
        {"selu",
         [](const A &a, Entry x) {
             const Entry below = a.times(a.exponentialBelow(x), 1.0507 * 1.6732);
             return a.two("elemwise_add", a.times(a.one("relu", x), 1.0507), below);
         }},
        {"stair", [](const A &a, Entry x) { return a.stair(x); }},
        {"swish",
         [](const A &a, Entry x) { return a.two("elemwise_mul", x, a.one("sigmoid", x)); }},
        {"tanh", [](const A &a, Entry x) { return a.one("tanh", x); }},
    };
    return table;
}

} // namespace

std::vector<std::string> darknetActivations()
{
    std::vector<std::string> names;
    for (const auto &[name, make] : activations()) {
        names.push_back(name);
    }
    return names;
}

bool isDarknetActivation(std::string_view name)
{
    return activations().contains(std::string(name));
}

Entry darknetActivated(const Lowering &op, Entry x, const std::string &activation)
{
    return activations().at(activation)(Activation(op), x);
}

} // namespace nervure
