// SPDX-License-Identifier: Apache-2.0
#include "core/execution/seeded_weights.h"

#include <array>
#include <cmath>
#include <utility>

namespace nervure {

namespace {

/// FNV-1a, 64 bits.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    return hash;
}

/// The splitmix64 generator (Steele, Lea, Flood 2014).
class SplitMix {
public:
    explicit SplitMix(std::uint64_t state) : m_state(state) {}

    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    /// In [0, 1), exact in single precision.
    double uniform() { return static_cast<double>(next() >> 40) * 0x1p-24; }

private:
    std::uint64_t m_state;
};

struct Range {
    double low = -1;
    double high = 1;
};

/// Elements of a weight that one result is summed from: all but the dimensions of the results.
double fanInOf(ValueRole role, const Shape &shape)
{
    const bool isLast = role != ValueRole::Weight && role != ValueRole::Residual;
    const std::size_t results = role == ValueRole::ChannelKernel ? 2 : 1;
    double fanIn = 1;
    for (std::size_t i = isLast ? 0 : 1; i + (isLast ? results : 0) < shape.size(); ++i) {
        fanIn *= static_cast<double>(shape[i]);
    }
    return std::max(fanIn, 1.0);
}

Range rangeOf(ValueRole role, const Shape &shape)
{
    switch (role) {
    case ValueRole::Data: return {-1, 1};
    case ValueRole::Weight:
    case ValueRole::Residual:
    case ValueRole::Kernel:
    case ValueRole::ResidualKernel:
    case ValueRole::ChannelKernel: {
        const bool isResidual = role == ValueRole::Residual || role == ValueRole::ResidualKernel;
        const double bound = (isResidual ? 0.5 : 1) * std::sqrt(6 / fanInOf(role, shape));
        return {-bound, bound};
    }
    case ValueRole::Bias: return {-0.1, 0.1};
    case ValueRole::Scale: return {0.9, 1.1};
    case ValueRole::Variance: return {0.5, 1.5};
    }
    return {};
}

constexpr std::array<std::pair<std::string_view, ValueRole>, 21> rolesByName{{
    {"weight", ValueRole::Weight},
    {"bias", ValueRole::Bias},
    {"gamma", ValueRole::Scale},
    {"beta", ValueRole::Bias},
    {"moving_mean", ValueRole::Bias},
    {"moving_var", ValueRole::Variance},
    {"mean", ValueRole::Bias},
    {"var", ValueRole::Variance},
    {"alpha", ValueRole::Bias},
    {"scale", ValueRole::Scale}, // LightNet's batchnorm
    {"offset", ValueRole::Bias},
    // Keras's arrays.
    {"kernel", ValueRole::Kernel},
    {"pointwise_kernel", ValueRole::Kernel},
    {"recurrent_kernel", ValueRole::Kernel},
    {"depthwise_kernel", ValueRole::ChannelKernel},
    {"moving_variance", ValueRole::Variance},
    // Darknet's.
    {"weights", ValueRole::Weight},
    {"biases", ValueRole::Bias},
    {"scales", ValueRole::Scale},
    {"rolling_mean", ValueRole::Bias},
    {"rolling_variance", ValueRole::Variance},
}};

ValueRole roleByEnding(std::string_view name)
{
    for (const auto &[ending, role] : rolesByName) {
        if (name.size() > ending.size() && name.ends_with(ending)
            && name[name.size() - ending.size() - 1] == '_') {
            return role;
        }
    }
    return ValueRole::Data;
}

/// The role that operator input `position` of `node` gives to what feeds it.
std::optional<ValueRole> roleByInput(const IndexedNode &node, std::size_t position)
{
    if (!node.spec || !node.spec->inputNames) {
        return std::nullopt;
    }
    const std::vector<std::string> names = node.spec->inputNames(node.rule(Semantics::Exact));
    for (const auto &[name, role] : rolesByName) {
        if (position < names.size() && names[position] == name) {
            return role;
        }
    }
    // Of the layers that a layer of Keras has inside.
    return position < names.size() && names[position].ends_with("_kernel")
               ? std::optional(ValueRole::Kernel)
               : std::nullopt;
}

/// The only node that uses each node's results; nothing for none and for several.
std::vector<std::optional<std::uint32_t>> soleUsers(const IndexedGraph &graph)
{
    std::vector<std::optional<std::uint32_t>> users(graph.nodeCount());
    std::vector<bool> isShared(graph.nodeCount());
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        for (const IndexedEntry &input : graph.node(id).inputs) {
            isShared[input.nodeId] = isShared[input.nodeId] || users[input.nodeId].has_value();
            users[input.nodeId] = id;
        }
    }
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        if (isShared[id]) {
            users[id].reset();
        }
    }
    return users;
}

/// Whether the node's result is only added to something, perhaps behind a batch_norm.
bool endsInSum(const IndexedGraph &graph, const std::vector<std::optional<std::uint32_t>> &users,
               std::uint32_t id)
{
    std::optional<std::uint32_t> user = users[id];
    if (user
        && (graph.node(*user).node->op == "batch_norm"
            || graph.node(*user).node->op == "BatchNormalization")) {
        user = users[*user];
    }
    if (!user) {
        return false;
    }
    const std::string &op = graph.node(*user).node->op;
    return op == "elemwise_add" || op == "broadcast_add" || op == "elemwise_sum"
           || op == "Add"; // of Keras
}

} // namespace

std::vector<ValueRole> valueRolesOf(const IndexedGraph &graph)
{
    std::vector<std::optional<ValueRole>> roles(graph.nodeCount());
    const auto users = soleUsers(graph);
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const IndexedNode &node = graph.node(id);
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            std::optional<ValueRole> &role = roles[node.inputs[i].nodeId];
            if (role || !graph.node(node.inputs[i].nodeId).isVariable()) {
                continue;
            }
            role = roleByInput(node, i);
            const bool isSummed = (role == ValueRole::Weight || role == ValueRole::Kernel)
                                  && endsInSum(graph, users, id);
            if (isSummed) {
                role = role == ValueRole::Weight ? ValueRole::Residual : ValueRole::ResidualKernel;
            }
        }
    }
    std::vector<ValueRole> result;
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const bool isVariable = graph.node(id).isVariable();
        result.push_back(!isVariable ? ValueRole::Data
                                     : roles[id].value_or(roleByEnding(graph.node(id).node->name)));
    }
    return result;
}

Result<Tensor> seededTensor(std::string_view name, ValueRole role, DType type, const Shape &shape,
                            std::uint64_t seed)
{
    Result<Tensor> made = Tensor::zeros(type, shape);
    RETURN_IF_FAILED(made);
    const TensorView view = made->view();
    const std::int64_t count = made->count();
    SplitMix random(hashOf(name) ^ SplitMix(seed).next());
    if (!isFloat(type)) {
        for (std::int64_t i = 0; i < count; ++i) {
            storeElement(view, i, std::floor(random.uniform() * (type == DType::Bool ? 2 : 10)));
        }
        return made;
    }
    const Range range = rangeOf(role, shape);
    if (type == DType::Float32) {
        for (float &value : made->elements<float>()) {
            value = static_cast<float>(range.low + random.uniform() * (range.high - range.low));
        }
        return made;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        storeElement(view, i, range.low + random.uniform() * (range.high - range.low));
    }
    return made;
}

} // namespace nervure
