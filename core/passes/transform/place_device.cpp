// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/names.h"
#include "core/passes/option_values.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace nervure {

namespace {

constexpr std::int64_t unplaced = -1;

/// Operators of gradients that NNVM puts where the operator they wait for is.
constexpr std::array<std::string_view, 2> backwardOps{"_conv2d_grad", "_max_pool2d_grad"};

constexpr const char *groupKeyName = "device_group_attr_key";
constexpr const char *assignMapName = "device_assign_map";
constexpr const char *copyOpName = "device_copy_op";

/// Gives every node a device: from its group, else from what it reads, else from what reads it.
class DeviceChooser {
public:
    DeviceChooser(const PassContext &context, const IntDict &assignMap)
        : m_index(*context.index),
          m_assignMap(assignMap),
          m_groupKey(textOption(context, groupKeyName))
    {}

    Result<std::vector<std::int64_t>> choose(const std::vector<std::int64_t> *given)
    {
        m_devices.assign(m_index.nodeCount(), unplaced);
        if (given && given->size() != m_devices.size()) {
            return makeError(
                "graph-attr",
                "graph attribute 'device' has {} values, expected one for each of {} nodes",
                given->size(), m_devices.size());
        }
        if (given) {
            m_devices = *given;
        }
        RETURN_IF_FAILED(spreadForward());
        spreadBackward();
        std::replace(m_devices.begin(), m_devices.end(), unplaced, std::int64_t{0});
        return m_devices;
    }

private:
    Status spreadForward()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            const IndexedNode &node = m_index.node(id);
            const std::string *group = node.node->attrs.find(m_groupKey);
            if (group) {
                const auto it = m_assignMap.find(*group);
                if (it == m_assignMap.end()) {
                    return makeErrorAt(node.node->name, "device-group",
                                       "node {} is in device group {}, which has no device",
                                       quoted(node.node->name), quoted(*group));
                }
                m_devices[id] = it->second;
            } else if (const auto device = deviceOfSources(node)) {
                m_devices[id] = *device;
            }
        }
        return {};
    }

    [[nodiscard]] std::optional<std::int64_t> deviceOfSources(const IndexedNode &node) const
    {
        const bool isBackward =
            node.spec && !node.controlDeps.empty()
            && std::find(backwardOps.begin(), backwardOps.end(), node.spec->name)
                   != backwardOps.end();
        if (isBackward) {
            const std::int64_t device = m_devices[node.controlDeps[0]];
            return device == unplaced ? std::nullopt : std::optional(device);
        }
        for (const IndexedEntry &input : node.inputs) {
            if (m_devices[input.nodeId] != unplaced) {
                return m_devices[input.nodeId];
            }
        }
        return std::nullopt;
    }

    void spreadBackward()
    {
        for (std::uint32_t id = m_index.nodeCount(); id-- > 0;) {
            for (const IndexedEntry &input : m_index.node(id).inputs) {
                if (m_devices[input.nodeId] == unplaced) {
                    m_devices[input.nodeId] = m_devices[id];
                }
            }
        }
    }

    const IndexedGraph &m_index;
    const IntDict &m_assignMap;
    const std::string m_groupKey;
    std::vector<std::int64_t> m_devices;
};

/// Puts a copy between an operator and each value it reads from another device; one copy of a
/// value for each device that needs it.
class CopyInserter {
public:
    CopyInserter(PassContext &context, const std::vector<std::int64_t> &devices,
                 const OpSpec &copyOp)
        : m_context(context),
          m_index(*context.index),
          m_devices(devices),
          m_copyOp(copyOp),
          m_isChanged(m_index.nodeCount(), false),
          m_names(context.graph)
    {}

    Status run()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            const IndexedNode &node = m_index.node(id);
            m_deviceOf[node.source] = m_devices[id];
            RETURN_IF_FAILED(checkMutated(id, node));
            const bool isInputChanged =
                std::any_of(node.inputs.begin(), node.inputs.end(), [&](const IndexedEntry &e) {
                    return m_isChanged[e.nodeId] || m_devices[e.nodeId] != m_devices[id];
                });
            m_isChanged[id] = isInputChanged
                              || std::any_of(node.controlDeps.begin(), node.controlDeps.end(),
                                             [&](std::uint32_t dep) { return m_isChanged[dep]; });
            if (isInputChanged) {
                redirect(id, node);
            }
        }
        return {};
    }

    /// Sets the device of every node of the changed graph.
    Status giveDevices()
    {
        Diagnostics ignored;
        ASSIGN_OR_RETURN(const auto index,
                         IndexedGraph::build(m_context.graph, m_context.ops, ignored));
        std::vector<std::int64_t> devices;
        for (const IndexedNode &node : index->nodes()) {
            devices.push_back(m_deviceOf.at(node.source));
        }
        m_context.analyses.set(keys::device, std::move(devices), *index);
        return {};
    }

private:
    /// A variable cannot be changed through a copy of it.
    Status checkMutated(std::uint32_t id, const IndexedNode &node) const
    {
        for (const std::uint32_t input :
             node.spec ? node.spec->mutatedInputs : std::vector<std::uint32_t>()) {
            if (input < node.inputs.size()
                && (m_isChanged[node.inputs[input].nodeId]
                    || m_devices[node.inputs[input].nodeId] != m_devices[id])) {
                return makeErrorAt(
                    node.node->name, "device-state",
                    "{} {} changes input {}, which is on another device, expected the same device",
                    node.node->op, quoted(node.node->name), input);
            }
        }
        return {};
    }

    void redirect(std::uint32_t id, const IndexedNode &node)
    {
        std::vector<Entry> inputs = node.node->inputs;
        bool isCopied = false;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const IndexedEntry &entry = node.inputs[i];
            if (m_devices[entry.nodeId] != m_devices[id]) {
                inputs[i] = copyOf(entry, inputs[i], m_devices[id]);
                isCopied = true;
            } else if (m_isChanged[entry.nodeId]) {
                inputs[i].version = 0;
            }
        }
        if (inputs != node.node->inputs) {
            m_context.graph.edit(node.source).inputs = std::move(inputs);
        }
        if (isCopied) {
            m_context.provenance.origins.push_back(
                {node.source, {node.source}, "reads copies of what another device computes"});
        }
    }

    Entry copyOf(const IndexedEntry &entry, const Entry &source, std::int64_t device)
    {
        const auto [it, isNew] =
            m_copies.try_emplace(std::tuple(entry.nodeId, entry.index, device));
        if (isNew) {
            Node copy;
            copy.op = m_copyOp.name;
            copy.name =
                fmt::format("{}_{}_copy", m_index.node(entry.nodeId).node->name, entry.index);
            if (m_context.semantics == Semantics::Fixed) {
                copy.name = m_names.node(copy.name); // one for each device
            }
            copy.inputs = {source};
            copy.inputs[0].version = m_isChanged[entry.nodeId] ? 0 : source.version;
            it->second = m_context.graph.add(std::move(copy));
            m_deviceOf[it->second] = device;
            m_context.provenance.origins.push_back(
                {it->second, {source.node}, fmt::format("copies to device {}", device)});
        }
        return {it->second, 0, 0};
    }

    PassContext &m_context;
    const IndexedGraph &m_index;
    const std::vector<std::int64_t> &m_devices;
    const OpSpec &m_copyOp;
    std::vector<bool> m_isChanged; ///< nodes that NNVM makes anew
    FreshNames m_names;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>, NodeId> m_copies;
    std::unordered_map<NodeId, std::int64_t> m_deviceOf;
};

/// What the pass was asked is not an attribute of its result.
void dropRequest(PassContext &context)
{
    for (const char *name : {groupKeyName, assignMapName, copyOpName}) {
        context.analyses.erase(name);
    }
}

Status placeDevice(PassContext &context)
{
    ASSIGN_OR_RETURN(const auto assignMap, dictOption(context, assignMapName));
    for (const auto &[group, device] : assignMap) {
        if (device < unplaced || device > std::numeric_limits<std::int32_t>::max()) {
            return makeError("option-invalid", "device {} of group {}, expected a small number",
                             device, quoted(group));
        }
    }
    const std::string copyName = textOption(context, copyOpName);
    const OpSpec *copyOp = context.ops.find(Dialect::Nnvm, copyName);
    if (!copyOp) {
        return makeError("op-unknown", "the copy operator {} is unknown", quoted(copyName));
    }
    ASSIGN_OR_RETURN(
        const auto devices,
        DeviceChooser(context, assignMap)
            .choose(context.analyses.find(SnapshotKey<std::vector<std::int64_t>>{keys::device.name},
                                          context.index)));
    dropRequest(context);
    if (std::adjacent_find(devices.begin(), devices.end(), std::not_equal_to<>())
        == devices.end()) {
        context.analyses.set(keys::device, devices, *context.index);
        return {};
    }
    CopyInserter inserter(context, devices, *copyOp);
    RETURN_IF_FAILED(inserter.run());
    return inserter.giveDevices();
}

} // namespace

void registerPlaceDevice(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "PlaceDevice";
    spec.summary = "gives each node a device by its group and puts copies between devices";
    spec.needs = {groupKeyName, assignMapName, copyOpName};
    spec.provides = {std::string(keys::device.name)};
    spec.options = {
        {groupKeyName, "", "the node attribute that names a node's device group", {}},
        {assignMapName, "", "the device number of each group, as stage1:0;stage2:1", {}},
        {copyOpName, "", "the operator that copies between devices, as copy", {}}};
    spec.changesGraph = true;
    spec.run = placeDevice;
    passes.add(std::move(spec));
}

} // namespace nervure
