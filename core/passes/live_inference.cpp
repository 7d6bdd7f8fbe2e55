// SPDX-License-Identifier: Apache-2.0
#include "core/passes/live_inference.h"

#include "core/graph/parameters.h"
#include "core/passes/attribute_inference.h"
#include "core/passes/graph_checks.h"
#include "core/passes/incremental_sweep.h"
#include "core/passes/pass_manager.h"
#include "core/passes/shape_inference.h"
#include "core/passes/type_inference.h"

namespace nervure {

/// What one update leaves for the next.
struct LiveInference::State {
    InputFacts facts;
    Semantics semantics = Semantics::Exact;
    std::optional<SweepState<ShapeTraits>> shapes;
    std::optional<SweepState<TypeTraits>> types;
    /// What was found to contradict, by node; of the snapshot before.
    std::unordered_map<NodeId, Diagnostic> shapeFindings;
    std::unordered_map<NodeId, Diagnostic> typeFindings;
};

namespace {

bool areSame(const InputFacts &a, const InputFacts &b)
{
    return a.shapes == b.shapes && a.dtypes == b.dtypes && a.defaultType == b.defaultType
           && a.layouts == b.layouts && a.parameters == b.parameters;
}

OptionValues defaultOptions(const PassSpec &spec)
{
    OptionValues options;
    for (const PassOption &option : spec.options) {
        options[option.name] = option.defaultText;
    }
    return options;
}

/// One update, step by step as far as that can be.
class Update {
public:
    Update(const OpRegistry &ops, const PassRegistry &passes, const InputFacts &facts,
           Semantics semantics, const JobControl &control, LiveResult &result)
        : m_ops(ops),
          m_passes(passes),
          m_facts(facts),
          m_semantics(semantics),
          m_control(control),
          m_result(result)
    {}

    [[nodiscard]] bool index(const Graph &graph)
    {
        auto index = IndexedGraph::build(graph, m_ops, m_result.diagnostics);
        if (!index) {
            m_result.diagnostics.push_back(index.error());
            return false;
        }
        m_result.index = *index;
        return true;
    }

    /// Runs the three passes.
    void runAll(const Graph &graph)
    {
        m_result.diagnostics.clear();
        m_result.steps.reset();
        const PassRequest passes[] = {{"InferShape"}, {"InferType"}, {"PlanMemory"}};
        PassEnvironment environment{m_passes, m_ops, m_facts, m_semantics, m_control};
        environment.addNeeded = false;
        PassRun run = runPasses(graph, passes, environment);
        m_result.index = std::move(run.index);
        m_result.analyses = std::move(run.analyses);
        m_result.diagnostics = std::move(run.diagnostics);
        m_result.ok = run.ok;
    }

    /// Shapes, types and the plan, from what `old` knows. False when the passes have to decide.
    template <typename State>
    bool runSteps(const State *old, State &state)
    {
        if (!m_result.index->graph().attrs().empty() || hasErrors(m_result.diagnostics)
            || !checkEntries(*m_result.index, m_semantics)) {
            return false;
        }
        Graph graph = m_result.index->graph();
        Provenance provenance;
        const bool hasShapes = sweep<ShapeTraits>(
            "InferShape", graph, provenance, old ? old->shapes : noShapes,
            old ? &old->shapeFindings : nullptr, state.shapes, state.shapeFindings);
        const bool hasTypes =
            hasShapes
            && sweep<TypeTraits>("InferType", graph, provenance, old ? old->types : noTypes,
                                 old ? &old->typeFindings : nullptr, state.types,
                                 state.typeFindings);
        return hasTypes && plan(graph, provenance);
    }

private:
    static const std::optional<SweepState<ShapeTraits>> noShapes;
    static const std::optional<SweepState<TypeTraits>> noTypes;

    PassContext contextFor(Graph &graph, Provenance &provenance, const OptionValues &options)
    {
        return {graph,   m_result.analyses, provenance, m_result.diagnostics, m_ops, m_facts,
                options, m_semantics,       m_control,  m_result.index,       {},    &m_passes,
                {}};
    }

    bool prepareStart(const PassContext &, const Shapes &start)
    {
        return checkGiven(*m_result.index, start).ok();
    }
    bool prepareStart(const PassContext &context, DTypes &start)
    {
        if (m_semantics == Semantics::Exact) {
            setDefaultTypes(context, start);
        }
        return true;
    }
    [[nodiscard]] const auto &factsOf(const Shape *) const { return m_facts.shapes; }
    [[nodiscard]] const auto &factsOf(const DType *) const { return m_facts.dtypes; }

    template <typename Traits>
    bool sweep(const char *pass, Graph &graph, Provenance &provenance,
               const std::optional<SweepState<Traits>> &old,
               const std::unordered_map<NodeId, Diagnostic> *oldFindings,
               std::optional<SweepState<Traits>> &state,
               std::unordered_map<NodeId, Diagnostic> &findings)
    {
        using Value = typename Traits::Value;
        const PassSpec *spec = m_passes.find(pass);
        const OptionValues options = spec ? defaultOptions(*spec) : OptionValues();
        PassContext context = contextFor(graph, provenance, options);
        std::vector<Value> start;
        constexpr const Value *kind = nullptr;
        if (!spec || !startValues<Traits>(context, factsOf(kind), start)
            || !prepareStart(context, start)) {
            return false;
        }
        std::size_t steps = 0;
        state = sweepAgain<Traits>(context, old ? &*old : nullptr, std::move(start), steps);
        if (!state || m_control.cancel.isCancelled()) {
            return false;
        }
        m_result.steps = m_result.steps.value_or(0) + steps;
        tellContradictions<Traits>(context, *state, old ? &*old : nullptr, oldFindings, findings);
        if (hasErrors(m_result.diagnostics)) {
            return false; // here the passes end
        }
        m_result.analyses.set(unknownKey(kind), std::int64_t{0});
        m_result.analyses.set(Traits::key, std::vector<Value>(state->values));
        return true;
    }
    static Key<std::int64_t> unknownKey(const Shape *) { return keys::shapeUnknown; }
    static Key<std::int64_t> unknownKey(const DType *) { return keys::dtypeUnknown; }

    /// What the pass says about operators whose values do not fit together: asked again where the node
    /// or one of its values is another one.
    template <typename Traits>
    void tellContradictions(const PassContext &context, SweepState<Traits> &state,
                            const SweepState<Traits> *old,
                            const std::unordered_map<NodeId, Diagnostic> *oldFindings,
                            std::unordered_map<NodeId, Diagnostic> &findings)
    {
        AttributeInference<Traits> inference(context, state.values);
        const IndexedGraph &graph = *context.index;
        for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
            const IndexedNode &node = graph.node(id);
            const bool isKept = old && oldFindings && isAsBefore(graph, node, id, state, *old);
            std::optional<Diagnostic> finding;
            if (!isKept) {
                finding = inference.contradictionOf(id);
            } else if (const auto known = oldFindings->find(node.source);
                       known != oldFindings->end()) {
                finding = known->second;
            }
            if (finding) {
                m_result.diagnostics.push_back(*finding);
                findings.emplace(node.source, std::move(*finding));
            }
        }
    }
    template <typename Traits>
    static bool isAsBefore(const IndexedGraph &graph, const IndexedNode &node, std::uint32_t id,
                           const SweepState<Traits> &state, const SweepState<Traits> &old)
    {
        const auto known = old.index->find(node.source);
        if (!known || old.index->node(*known).node != node.node) {
            return false;
        }
        for (const IndexedEntry &input : node.inputs) {
            if (state.isChanged[graph.entryId(input)]) {
                return false;
            }
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            if (state.isChanged[graph.entryId(id, i)]) {
                return false;
            }
        }
        return true;
    }

    bool plan(Graph &graph, Provenance &provenance)
    {
        const PassSpec *spec = m_passes.find("PlanMemory");
        if (!spec || !checkWellFormed(*m_result.index)) {
            return false;
        }
        const OptionValues options = defaultOptions(*spec);
        PassContext context = contextFor(graph, provenance, options);
        if (const Status status = spec->run(context); !status) {
            return false;
        }
        m_result.ok = !hasErrors(m_result.diagnostics);
        return true;
    }

    const OpRegistry &m_ops;
    const PassRegistry &m_passes;
    const InputFacts &m_facts;
    Semantics m_semantics;
    const JobControl &m_control;
    LiveResult &m_result;
};

const std::optional<SweepState<ShapeTraits>> Update::noShapes;
const std::optional<SweepState<TypeTraits>> Update::noTypes;

/// The values that are not as they were, over the new snapshot.
class Comparison {
public:
    Comparison(const LiveResult &before, const LiveResult &after)
        : m_before(before),
          m_after(after),
          m_shapesBefore(before.analyses.find(keys::shape)),
          m_shapes(after.analyses.find(keys::shape)),
          m_typesBefore(before.analyses.find(keys::dtype)),
          m_types(after.analyses.find(keys::dtype))
    {}

    [[nodiscard]] std::vector<ValueChange> find() const
    {
        std::vector<ValueChange> changes;
        for (std::uint32_t id = 0; m_after.index && id < m_after.index->nodeCount(); ++id) {
            const IndexedNode &node = m_after.index->node(id);
            const std::uint32_t old = oldNumber(node.source);
            const std::uint32_t oldCount = old == none ? 0 : m_before.index->node(old).outputCount;
            for (std::uint32_t i = 0; i < node.outputCount; ++i) {
                const std::uint32_t entry = m_after.index->entryId(id, i);
                const bool isOld = i < oldCount;
                const std::uint32_t was = isOld ? m_before.index->entryId(old, i) : 0;
                ValueChange change{{node.source, i, 0},
                                   isOld ? shapeAt(m_shapesBefore, was) : Shape{},
                                   shapeAt(m_shapes, entry),
                                   isOld ? typeAt(m_typesBefore, was) : DType::Unknown,
                                   typeAt(m_types, entry)};
                if (change.shapeBefore != change.shapeAfter
                    || change.typeBefore != change.typeAfter) {
                    changes.push_back(std::move(change));
                }
            }
        }
        return changes;
    }

private:
    static constexpr std::uint32_t none = NodeId::invalidValue;

    [[nodiscard]] std::uint32_t oldNumber(NodeId source) const
    {
        return m_before.index ? m_before.index->find(source).value_or(none) : none;
    }
    static Shape shapeAt(const Shapes *shapes, std::uint32_t entry)
    {
        return shapes && entry < shapes->size() ? (*shapes)[entry] : Shape{};
    }
    static DType typeAt(const DTypes *types, std::uint32_t entry)
    {
        return types && entry < types->size() ? (*types)[entry] : DType::Unknown;
    }

    const LiveResult &m_before;
    const LiveResult &m_after;
    const Shapes *m_shapesBefore;
    const Shapes *m_shapes;
    const DTypes *m_typesBefore;
    const DTypes *m_types;
};

} // namespace

LiveInference::LiveInference(const OpRegistry &ops, const PassRegistry &passes)
    : m_ops(ops),
      m_passes(passes)
{}

LiveInference::~LiveInference() = default;

const LiveResult &LiveInference::update(const Graph &graph, const InputFacts &facts,
                                        Semantics semantics, const JobControl &control)
{
    LiveResult next;
    next.revision = graph.revision();
    auto state = std::make_unique<State>();
    state->facts = facts;
    state->semantics = semantics;
    const bool isUsable =
        m_state && m_state->semantics == semantics && areSame(m_state->facts, facts);
    Update update(m_ops, m_passes, facts, semantics, control, next);
    if (!update.index(graph)) {
        next.ok = false;
    } else if (!update.runSteps(isUsable ? m_state.get() : nullptr, *state)) {
        state.reset();
        next.analyses = {};
        update.runAll(graph);
    }
    if (control.cancel.isCancelled()) {
        return m_result;
    }
    if (next.index) {
        const std::set<std::string, std::less<>> noNames;
        next.totals = graphTotals(*next.index, next.analyses,
                                  findParameters(graph, m_ops, facts.parameters.value_or(noNames)),
                                  semantics);
    }
    if (const auto *bytes = next.analyses.find(keys::storageAllocatedBytes)) {
        next.plannedBytes = *bytes;
    }
    next.changes = Comparison(m_result, next).find();
    m_result = std::move(next);
    if (state && (!state->shapes || !state->types)) {
        state.reset();
    }
    m_state = std::move(state);
    return m_result;
}

} // namespace nervure
