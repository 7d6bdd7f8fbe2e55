// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/step_drafts.h"

#include "core/execution/plan/fused_kernel.h"
#include "core/execution/plan/value_uses.h"
#include "core/support/text.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace nervure {

namespace {

/// Puts the nodes of a request together.
class Drafter {
public:
    explicit Drafter(const PlanRequest &request)
        : m_request(request),
          m_graph(*request.graph),
          m_readers(m_graph)
    {}

    Result<std::vector<StepDraft>> run()
    {
        const std::map<std::uint32_t, StepDraft> fused = fuseGroups();
        std::set<std::uint32_t> taken;
        for (const auto &[last, draft] : fused) {
            taken.insert(draft.nodes.begin(), draft.nodes.end());
        }
        std::vector<StepDraft> drafts;
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            if (const auto it = fused.find(id); it != fused.end()) {
                drafts.push_back(it->second);
            } else if (taken.count(id) == 0 && isStepNode(id)) {
                Result<StepDraft> draft = alone(id);
                RETURN_IF_FAILED(draft);
                drafts.push_back(std::move(draft).value());
            }
        }
        return drafts;
    }

private:
    [[nodiscard]] bool isStepNode(std::uint32_t id) const
    {
        const IndexedNode &node = m_graph.node(id);
        return !node.isVariable() && !isViewNode(node);
    }

    /// The groups of more than one node that can run as one step, by their last node: at its place
    /// everything they need has been computed.
    std::map<std::uint32_t, StepDraft> fuseGroups()
    {
        findChangingValues();
        std::map<std::int64_t, std::vector<std::uint32_t>> members;
        for (std::uint32_t id = 0; id < m_request.groups.size(); ++id) {
            if (isStepNode(id)) {
                members[m_request.groups[id]].push_back(id);
            }
        }
        std::map<std::uint32_t, StepDraft> result;
        for (const auto &[root, nodes] : members) {
            if (nodes.size() < 2 || !canRunTogether(nodes)) {
                continue;
            }
            StepDraft draft{nodes, std::nullopt, {}};
            if (!m_request.device) {
                result.emplace(nodes.back(), std::move(draft));
                continue;
            }
            draft.kernel = isPositionwise(nodes) ? kernelOf(nodes.front(), nullptr) : std::nullopt;
            if (draft.kernel && fuse(draft)) {
                result.emplace(nodes.back(), std::move(draft));
            }
        }
        return result;
    }

    /// A variable that only its changer reads looks the same wherever that runs.
    void findChangingValues()
    {
        for (const std::uint32_t variable : m_graph.mutatedInputNodes()) {
            if (m_readers.of(variable, 0).size() > 1) {
                m_changing.insert(m_graph.entryId(variable, 0));
            }
        }
    }

    /// The last node's place must do for all: nobody else waits for one of them, and none depends
    /// on when a variable changes.
    [[nodiscard]] bool canRunTogether(const std::vector<std::uint32_t> &nodes) const
    {
        const auto last = std::prev(nodes.end());
        const auto isSeen = [&](std::uint32_t id) { return m_readers.isSeenOutside(id, nodes); };
        const auto readsChanging = [this](std::uint32_t id) {
            const auto &inputs = m_graph.node(id).inputs;
            return std::any_of(inputs.begin(), inputs.end(), [this](const IndexedEntry &input) {
                return m_changing.count(m_readers.sourceOf(input)) != 0;
            });
        };
        return std::none_of(nodes.begin(), last, isSeen)
               && (m_changing.empty() || std::none_of(nodes.begin(), nodes.end(), readsChanging));
    }

    /// Whether a kernel could compute the members at one position of the root's output: all have its
    /// shape, and take output 0 of one another as it is.
    [[nodiscard]] bool isPositionwise(const std::vector<std::uint32_t> &nodes) const
    {
        const Shape &shape = m_request.shapes[m_graph.entryId(nodes.front(), 0)];
        return std::all_of(std::next(nodes.begin()), nodes.end(), [&](std::uint32_t id) {
            const auto &inputs = m_graph.node(id).inputs;
            const bool isPlain =
                std::all_of(inputs.begin(), inputs.end(), [&](const IndexedEntry &input) {
                    const std::uint32_t maker = m_readers.nodeOf(m_readers.sourceOf(input));
                    const bool isInside = std::binary_search(nodes.begin(), nodes.end(), maker);
                    return !isInside || (input.nodeId == maker && input.index == 0);
                });
            return isPlain && m_request.shapes[m_graph.entryId(id, 0)] == shape;
        });
    }

    [[nodiscard]] bool fuse(StepDraft &draft) const
    {
        std::vector<FusedFollower> followers;
        for (std::size_t k = 1; k < draft.nodes.size(); ++k) {
            const IndexedNode &node = m_graph.node(draft.nodes[k]);
            NodeTypes types = typesOf(m_request, draft.nodes[k]);
            FusedFollower follower{&node,
                                   std::move(types.inShapes),
                                   std::move(types.inTypes),
                                   types.outShapes.at(0),
                                   types.outTypes.at(0),
                                   {}};
            for (const IndexedEntry &input : node.inputs) {
                const auto maker =
                    std::lower_bound(draft.nodes.begin(), draft.nodes.end(), input.nodeId);
                const bool isInside = maker != draft.nodes.end() && *maker == input.nodeId;
                const auto number = static_cast<std::uint32_t>(maker - draft.nodes.begin());
                follower.values.push_back(isInside ? std::optional(number) : std::nullopt);
            }
            followers.push_back(std::move(follower));
        }
        const auto rootInputs =
            static_cast<std::uint32_t>(m_graph.node(draft.nodes[0]).inputs.size());
        return fuseFollowers(*draft.kernel, rootInputs, followers, m_request.semantics,
                             *m_request.device);
    }

    /// The node's launches; nothing, with the reason in `why`, when there are none.
    std::optional<KernelSpec> kernelOf(std::uint32_t id, std::string *why) const
    {
        const IndexedNode &node = m_graph.node(id);
        if (!node.spec || !node.spec->kernel) {
            if (why) {
                *why = "the operator has no kernel";
            }
            return std::nullopt;
        }
        if (m_request.hostNodes.count(node.node->name) != 0) {
            if (why) {
                *why = "the device refused its kernel";
            }
            return std::nullopt;
        }
        const NodeTypes types = typesOf(m_request, id);
        Result<KernelSpec> kernel = node.spec->kernel(
            node.rule(m_request.semantics),
            {types.inShapes, types.outShapes, types.inTypes, types.outTypes, *m_request.device});
        if (!kernel) {
            if (why) {
                *why = kernel.error().message;
            }
            return std::nullopt;
        }
        if (m_request.device->halfArithmetic) {
            computeInHalf(*kernel);
        }
        return std::move(kernel).value();
    }

    Result<StepDraft> alone(std::uint32_t id)
    {
        const IndexedNode &node = m_graph.node(id);
        const std::string who = node.node->op + " " + quoted(node.node->name);
        StepDraft draft{{id}, std::nullopt, {}};
        std::string why = "the operator has no kernel";
        if (m_request.device) {
            draft.kernel = kernelOf(id, &why);
        }
        if (draft.kernel) {
            return draft;
        }
        if (!node.spec->reference && m_request.flows.count(id) == 0) {
            return makeErrorAt(node.node->name, "not-executable", "{}: {} and no reference", who,
                               why);
        }
        draft.hostReason = why;
        return draft;
    }

    const PlanRequest &m_request;
    const IndexedGraph &m_graph;
    const ValueUses m_readers;
    std::set<std::uint32_t> m_changing; ///< entries of variables that some operator changes
};

} // namespace

bool isViewNode(const IndexedNode &node)
{
    return node.spec && node.spec->isView && !node.inputs.empty();
}

NodeTypes typesOf(const PlanRequest &request, std::uint32_t node)
{
    NodeTypes types;
    const IndexedGraph &graph = *request.graph;
    for (const IndexedEntry &input : graph.node(node).inputs) {
        types.inShapes.push_back(request.shapes[graph.entryId(input)]);
        types.inTypes.push_back(request.types[graph.entryId(input)]);
    }
    for (std::uint32_t i = 0; i < graph.node(node).outputCount; ++i) {
        types.outShapes.push_back(request.shapes[graph.entryId(node, i)]);
        types.outTypes.push_back(request.types[graph.entryId(node, i)]);
    }
    return types;
}

Result<std::vector<StepDraft>> draftSteps(const PlanRequest &request)
{
    return Drafter(request).run();
}

} // namespace nervure
