// SPDX-License-Identifier: Apache-2.0
#include "core/passes/live_inference.h"

#include "core/graph/parameters.h"
#include "core/passes/attribute_inference.h"
#include "core/passes/graph_checks.h"
#include "core/passes/incremental_sweep.h"
#include "core/passes/shape_inference.h"
#include "core/passes/type_inference.h"

#include <algorithm>
#include <chrono>

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
    Update(const OpRegistry &ops, const PassRegistry &passes, const LiveRequest &request,
           const JobControl &control, LiveResult &result)
        : m_ops(ops),
          m_passes(passes),
          m_facts(request.facts),
          m_semantics(request.semantics),
          m_control(control),
          m_result(result),
          m_graph(request.graph)
    {}

    /// Runs the passes.
    void runAll()
    {
        m_result.steps.reset();
        PassEnvironment environment{m_passes, m_ops, m_facts, m_semantics, m_control};
        environment.addNeeded = false;
        PassRun run = runPasses(m_graph, livePasses(m_graph), environment);
        m_result.index = std::move(run.index);
        m_result.analyses = std::move(run.analyses);
        m_result.diagnostics = std::move(run.diagnostics);
        m_result.passes = std::move(run.steps);
        m_result.ok = run.ok;
    }

    /// Shapes, types and the plan, from what `old` knows. False when the passes have to decide.
    template <typename State>
    bool runSteps(const State *old, State &state)
    {
        const auto index = IndexedGraph::build(m_graph, m_ops, m_found);
        if (!index || !m_graph.attrs().empty() || hasErrors(m_found)) {
            return false;
        }
        m_result.index = *index;
        if (!checkEntries(*m_result.index, m_semantics)) {
            return false;
        }
        m_result.analyses = {};
        return sweep<ShapeTraits>("InferShape", old ? old->shapes : noShapes,
                                  old ? &old->shapeFindings : nullptr, state.shapes,
                                  state.shapeFindings)
               && sweep<TypeTraits>("InferType", old ? old->types : noTypes,
                                    old ? &old->typeFindings : nullptr, state.types,
                                    state.typeFindings)
               && plan();
    }

private:
    using Clock = std::chrono::steady_clock;

    static const std::optional<SweepState<ShapeTraits>> noShapes;
    static const std::optional<SweepState<TypeTraits>> noTypes;

    PassContext contextFor(const OptionValues &options)
    {
        return {m_graph, m_result.analyses, m_provenance, m_found,        m_ops, m_facts,
                options, m_semantics,       m_control,    m_result.index, {},    &m_passes,
                {}};
    }

    /// Adds what the pass did to the result, as runPasses() would.
    void finish(const PassSpec &spec, Clock::time_point start)
    {
        const std::chrono::duration<double, std::milli> taken = Clock::now() - start;
        PassResult pass;
        pass.name = spec.name;
        pass.ms = taken.count();
        for (const auto &[name, value] : m_result.analyses.all()) {
            const bool isNew =
                m_result.passes.empty() || !m_result.passes.back().analyses.contains(name);
            if (isNew) {
                pass.provided.push_back(name);
            }
        }
        m_result.diagnostics.insert(m_result.diagnostics.end(), m_found.begin(), m_found.end());
        pass.diagnostics = std::exchange(m_found, {});
        pass.graph = {m_result.index, &m_result.index->graph()};
        pass.index = m_result.index;
        pass.analyses = m_result.analyses;
        m_result.passes.push_back(std::move(pass));
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
    bool sweep(const char *pass, const std::optional<SweepState<Traits>> &old,
               const std::unordered_map<NodeId, Diagnostic> *oldFindings,
               std::optional<SweepState<Traits>> &state,
               std::unordered_map<NodeId, Diagnostic> &findings)
    {
        using Value = typename Traits::Value;
        const auto begin = Clock::now();
        const PassSpec *spec = m_passes.find(pass);
        const OptionValues options = spec ? defaultOptions(*spec) : OptionValues();
        PassContext context = contextFor(options);
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
        if (hasErrors(m_found)) {
            return false; // here the passes end
        }
        m_result.analyses.set(unknownKey(kind), std::int64_t{0});
        m_result.analyses.set(Traits::key, std::vector<Value>(state->values));
        finish(*spec, begin);
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
                m_found.push_back(*finding);
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

    bool plan()
    {
        const auto begin = Clock::now();
        const PassSpec *spec = m_passes.find("PlanMemory");
        if (!spec || !checkWellFormed(*m_result.index)) {
            return false;
        }
        const OptionValues options = defaultOptions(*spec);
        PassContext context = contextFor(options);
        if (const Status status = spec->run(context); !status) {
            return false;
        }
        m_result.ok = !hasErrors(m_found);
        finish(*spec, begin);
        return m_result.ok;
    }

    const OpRegistry &m_ops;
    const PassRegistry &m_passes;
    const InputFacts &m_facts;
    Semantics m_semantics;
    const JobControl &m_control;
    LiveResult &m_result;
    Graph m_graph; ///< a copy: contexts want one that could be changed
    Provenance m_provenance;
    Diagnostics m_found; ///< by the pass at hand
};

const std::optional<SweepState<ShapeTraits>> Update::noShapes;
const std::optional<SweepState<TypeTraits>> Update::noTypes;

} // namespace

std::vector<PassRequest> livePasses(const Graph &graph)
{
    std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    const auto &attrs = graph.attrs();
    const bool isCompiled = std::any_of(attrs.begin(), attrs.end(), [](const GraphAttr &attr) {
        return attr.name == keys::dltype.name;
    });
    if (!isCompiled) {
        passes.push_back({"PlanMemory"});
    }
    return passes;
}

LiveInference::LiveInference(const OpRegistry &ops, const PassRegistry &passes)
    : m_ops(ops),
      m_passes(passes)
{}

LiveInference::~LiveInference() = default;

const LiveResult &LiveInference::update(const LiveRequest &request, const JobControl &control)
{
    LiveResult next;
    next.revision = request.graph.revision();
    auto state = std::make_unique<State>();
    state->facts = request.facts;
    state->semantics = request.semantics;
    const bool isUsable = m_state && m_state->semantics == request.semantics
                          && areSame(m_state->facts, request.facts);
    Update update(m_ops, m_passes, request, control, next);
    if (!update.runSteps(isUsable ? m_state.get() : nullptr, *state)) {
        state.reset();
        next = {};
        next.revision = request.graph.revision();
        Update(m_ops, m_passes, request, control, next).runAll();
    }
    if (control.cancel.isCancelled()) {
        return m_result;
    }
    addTotals(request, next);
    tellChanges(request, next);
    m_result = std::move(next);
    m_state = std::move(state);
    return m_result;
}

void LiveInference::addTotals(const LiveRequest &request, LiveResult &next) const
{
    if (next.index) {
        const std::set<std::string, std::less<>> noNames;
        const auto parameters =
            findParameters(request.graph, m_ops, request.facts.parameters.value_or(noNames));
        next.totals = graphTotals(*next.index, next.analyses, parameters, request.semantics);
    }
    if (const auto *bytes = next.analyses.find(keys::storageAllocatedBytes)) {
        next.plannedBytes = *bytes;
    }
}

void LiveInference::tellChanges(const LiveRequest &request, LiveResult &next)
{
    if (m_known && (!request.seen || *request.seen == m_known->revision)) {
        m_seen = m_known;
    }
    if (!next.index || !next.analyses.find(keys::shape)) {
        return;
    }
    m_known = KnownValues{next.revision, next.index, next.analyses};
    if (m_seen && m_seen->revision != next.revision) {
        next.changes = compareValues(*m_seen, *m_known);
    }
}

} // namespace nervure
