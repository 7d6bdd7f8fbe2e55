// SPDX-License-Identifier: Apache-2.0
#include "core/proof/proof_steps.h"

#include "core/engine/model_file.h"
#include "core/formats/weights/weight_digests.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/difference/nodes_after.h"
#include "core/proof/cut_model.h"

#include <algorithm>
#include <map>
#include <set>

namespace nervure {

namespace {

ProofStep stepOf(const PassResult &result)
{
    ProofStep step;
    step.name = result.name;
    step.graph = result.graph;
    step.index = result.index;
    step.analyses = result.analyses;
    step.provenance = result.provenance;
    step.isIdentical = !result.changed;
    const Diagnostic *failure = failureOf(result);
    if (!result.ok) {
        step.failure = failure ? *failure : makeError("compare", "the pass failed");
    }
    return step;
}

/// What is known of the variables of a graph that runs.
InputFacts factsOf(const ExecutionRequest &request, const RunnableGraph &graph)
{
    InputFacts facts = request.facts;
    for (const auto &[name, value] : graph.values) {
        facts.shapes[name] = value->shape();
        facts.dtypes[name] = value->type();
    }
    return facts;
}

SharedValues givenValues(const RunnableModel &model)
{
    SharedValues values;
    for (const std::string &name : model.given) {
        values.insert(*model.graph.values.find(name));
    }
    return values;
}

/// The graph as the file has it, with what the file says of it; what was lowered is another one.
struct FileGraph {
    std::shared_ptr<const Graph> graph;
    std::shared_ptr<const IndexedGraph> index;
    Analyses analyses;
    std::shared_ptr<const StoredDigests> stored; ///< null: nothing is known of what its file holds

    [[nodiscard]] KnownGraph known() const
    {
        return {*graph, index.get(), &analyses, stored.get()};
    }
};

/// Shapes and types of variables that the file carries, where nobody gave others.
void trustCarried(const FileGraph &file, InputFacts &facts)
{
    const Shapes *shapes = file.analyses.find(keys::shape, file.index);
    const DTypes *types = file.analyses.find(keys::dtype, file.index);
    for (const std::uint32_t id :
         file.index ? file.index->inputNodes() : std::span<const std::uint32_t>()) {
        const std::string &name = file.index->node(id).node->name;
        const std::uint32_t entry = file.index->entryId(id, 0);
        if (shapes && (*shapes)[entry].hasRank()) {
            facts.shapes.emplace(name, (*shapes)[entry]);
        }
        if (types && (*types)[entry] != DType::Unknown) {
            facts.dtypes.emplace(name, (*types)[entry]);
        }
    }
}

FileGraph fileGraph(const Graph &graph, const OpRegistry &ops)
{
    auto shared = std::make_shared<const Graph>(graph);
    GraphValues values = carriedValues(*shared, ops);
    return {std::move(shared), std::move(values.index), std::move(values.analyses), nullptr};
}

Result<FileGraph> documentOf(const ExecutionRequest &request, const std::filesystem::path &file,
                             const OpRegistry &ops, const JobControl &control)
{
    FileGraph document = fileGraph(request.graph, ops);
    ASSIGN_OR_RETURN(StoredDigests stored, storedDigestsOf(request, file, control));
    document.stored = std::make_shared<const StoredDigests>(std::move(stored));
    return document;
}

} // namespace

Result<ProofSteps> stepsOfPasses(const ExecutionRequest &request, std::vector<PassRequest> passes,
                                 const PassEnvironment &environment, const Builtins &builtins)
{
    ProofSteps result;
    ASSIGN_OR_RETURN(result.start, makeRunnable(request, builtins));
    result.startName = "the model";
    const std::string_view lowering = loweredBeforehandBy(request.graph, builtins.ops);
    const auto done = std::find_if(passes.begin(), passes.end(),
                                   [&](const PassRequest &pass) { return pass.name == lowering; });
    if (done != passes.end()) { // already, and what comes before it is about another graph
        passes.erase(passes.begin(), done + 1);
    }
    PassEnvironment known = environment;
    known.inputs = factsOf(request, result.start.graph);
    const auto &held = result.start.held;
    known.inputs.loaded.insert(held.begin(), held.end());
    if (known.inputs.parameters) {
        known.inputs.parameters->insert(held.begin(), held.end());
    }
    const PassRun run = runPasses(result.start.graph.graph(), passes, known);
    for (const PassResult &step : run.steps) {
        result.steps.push_back(stepOf(step));
    }
    return result;
}

namespace {

/// Makes steps of files, one after the other.
class FileSteps {
public:
    FileSteps(const Builtins &builtins, const JobControl &control)
        : m_builtins(builtins),
          m_control(control)
    {}

    Status start(const std::filesystem::path &file, const ExecutionRequest &request)
    {
        ASSIGN_OR_RETURN(FileGraph document, documentOf(request, file, m_builtins.ops, m_control));
        m_given = request.facts;
        for (const auto &[name, value] : request.values) {
            m_given.shapes.emplace(name, value.shape());
        }
        m_result.startName = stepName(file);
        return take(std::move(document), request, {}, ProofStep());
    }

    /// Fails where the caller stopped it alone.
    Status add(const std::filesystem::path &file, Diagnostics &diagnostics)
    {
        ProofStep step;
        step.name = stepName(file);
        Result<ExecutionRequest> request =
            requestOfFile(file.string(), std::string(noParameters), m_builtins, diagnostics);
        if (!request) {
            return setAside(std::move(step), request.error(), true);
        }
        Result<FileGraph> document = documentOf(*request, file, m_builtins.ops, m_control);
        if (!document) {
            return setAside(std::move(step), document.error(), true);
        }
        // Beside the file before, be it one that could not be run: equal files are equal files.
        const GraphRelation relation = relate(m_document->known(), document->known());
        if (relation.difference.isIdentical()) {
            return repeat(std::move(*document), std::move(step));
        }
        const GraphRelation base = m_isBase ? relation : relate(m_base->known(), document->known());
        bind(base.provenance, *request);
        const Status status = take(*document, *request, base.provenance, step);
        m_document = std::move(*document);
        m_isBase = status.ok();
        return status ? Status() : setAside(std::move(step), status.error(), false);
    }
    ProofSteps result() { return std::move(m_result); }

private:
    Status setAside(ProofStep step, const Diagnostic &why, bool isUnreadable)
    {
        if (why.code == "cancelled") {
            return why;
        }
        step.notRun = why;
        step.isUnreadable = isUnreadable;
        m_result.steps.push_back(std::move(step));
        return {};
    }

    /// The file says what the one before says.
    Status repeat(FileGraph document, ProofStep step)
    {
        step.isIdentical = true;
        if (m_isBase && !m_isLowered
            && m_keys.empty()) { // nodes may stand in another order, and have names of their own
            step.graph = document.graph;
            step.index = document.index;
            step.analyses = document.analyses;
            step.provenance = relate(m_before->known(), document.known()).provenance;
            m_before = document;
            m_base = document;
        } else if (m_isBase) {
            step.graph = m_before->graph;
            step.index = m_before->index;
            step.analyses = m_before->analyses;
            m_base = document;
            m_keys = keysOf(*m_base, *m_document);
        }
        m_document = std::move(document);
        m_result.steps.push_back(std::move(step));
        return {};
    }

    /// What somebody said of inputs and dimensions of the first file holds for this one, whatever the inputs are
    /// called in it.
    void bind(const Provenance &provenance, ExecutionRequest &own)
    {
        const Graph &before = *m_base->graph;
        const NodeComparison comparison(before, own.graph, &provenance);
        for (const NodeId id : own.graph.nodes()) {
            const Node &node = own.graph.node(id);
            const NodeId was = node.isVariable() ? comparison.stillIs(id) : NodeId();
            const Node *old = was == NodeId() ? nullptr : before.find(was);
            if (old && old->name != node.name) {
                copyFact(m_given.shapes, old->name, node.name);
                copyFact(m_given.dtypes, old->name, node.name);
            }
        }
        bindFacts(m_given, own);
    }
    template <typename T>
    static void copyFact(std::map<std::string, T> &facts, const std::string &from,
                         const std::string &to)
    {
        if (const auto fact = facts.find(from); fact != facts.end()) {
            facts.emplace(to, fact->second);
        }
    }

    /// Cuts out what nothing here computes, lowers what is left, and makes it the next step, or the start.
    Status take(const FileGraph &document, ExecutionRequest own, const Provenance &provenance,
                ProofStep step)
    {
        const bool isStart = !m_before;
        trustCarried(document, own.facts);
        std::set<std::string> taken = m_taken;
        const CutNaming naming = [&](const std::vector<NodeId> &unknown) {
            taken = m_taken;
            return isStart ? cutKeys(*document.graph, unknown, taken)
                           : cutKeys(*m_base->graph, m_keys, *document.graph, unknown, provenance,
                                     taken);
        };
        const bool isLowered = !loweredBeforehandBy(own.graph, m_builtins.ops).empty();
        ASSIGN_OR_RETURN(CutModel cut, makeCutModel(own, naming, isStart, m_builtins, m_control));
        FileGraph now = document;
        if (!cut.cuts.empty()) {
            step.cuts = std::make_shared<const CutOperators>(std::move(cut.cuts));
            now = fileGraph(cut.graph, m_builtins.ops);
        }
        if (isStart || isLowered) {
            now = cut.model.isLowered ? fileGraph(cut.model.graph.graph(), m_builtins.ops) : now;
            step.own = givenValues(cut.model);
        }
        if (isStart) {
            m_result.start = std::move(cut.model);
            m_result.startCuts = step.cuts;
            m_document = document;
        } else {
            follow(now, std::move(step));
        }
        m_before = std::move(now);
        m_base = document;
        m_keys = std::move(cut.keys);
        m_taken = std::move(taken);
        m_isLowered = isLowered;
        return {};
    }

    void follow(const FileGraph &now, ProofStep step)
    {
        step.graph = now.graph;
        step.index = now.index;
        step.analyses = now.analyses;
        step.provenance = relate(m_before->known(), now.known()).provenance;
        m_result.steps.push_back(std::move(step));
    }

    /// The keys of an equal document, whose nodes may have other ids.
    [[nodiscard]] std::map<NodeId, std::string> keysOf(const FileGraph &now,
                                                       const FileGraph &before) const
    {
        const Provenance provenance = relate(before.known(), now.known()).provenance;
        std::set<std::string> taken = m_taken;
        std::vector<NodeId> cut; // the same operators
        const NodesAfter places(*now.graph, &provenance);
        for (const auto &[node, key] : m_keys) {
            cut.push_back(places.of(node));
        }
        return cutKeys(*before.graph, m_keys, *now.graph, cut, provenance, taken);
    }

    const Builtins &m_builtins;
    const JobControl &m_control;
    ProofSteps m_result;
    InputFacts m_given;                   ///< that somebody said
    std::optional<FileGraph> m_document;  ///< of the last file that was read
    std::optional<FileGraph> m_base;      ///< of the last file that could be run
    std::optional<FileGraph> m_before;    ///< the same as it runs
    bool m_isBase = true;                 ///< m_document is m_base
    bool m_isLowered = false;             ///< m_before is not the file's own graph
    std::map<NodeId, std::string> m_keys; ///< of operators that were cut out of m_base
    std::set<std::string> m_taken;        ///< all keys so far
};

} // namespace

Result<StoredDigests> storedDigestsOf(const ExecutionRequest &request,
                                      const std::filesystem::path &file, const JobControl &control)
{
    if (request.original) {
        return digestsOf(request.graph, request.original, file, control);
    }
    StoredDigests stored; // in the types that are computed with: what is equal is equal
    addDigests(request.graph, request.weights, stored);
    return stored;
}

void bindFacts(const InputFacts &given, ExecutionRequest &request)
{
    const Graph &graph = request.graph;
    std::set<std::string> names;
    if (hasValueTypes(graph.dialect())) {
        for (std::string &name : dimensionNames(graph)) {
            names.insert(std::move(name));
        }
    }
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).isVariable()) {
            names.insert(graph.node(id).name);
        }
    }
    request.facts.defaultType = given.defaultType;
    for (const auto &[name, shape] : given.shapes) {
        if (names.count(name) != 0) {
            request.facts.shapes.emplace(name, shape);
        }
    }
    for (const auto &[name, type] : given.dtypes) {
        if (names.count(name) != 0) {
            request.facts.dtypes.emplace(name, type);
        }
    }
}

Result<ProofSteps> stepsOfFiles(const ExecutionRequest &start,
                                const std::vector<std::filesystem::path> &files,
                                const Builtins &builtins, Diagnostics &diagnostics,
                                const JobControl &control)
{
    if (files.empty()) {
        return makeError("steps-folder",
                         "there are no files, expected those of a compiler's steps");
    }
    FileSteps steps(builtins, control);
    RETURN_IF_FAILED(steps.start(files.front(), start));
    for (std::size_t i = 1; i < files.size(); ++i) {
        RETURN_IF_FAILED(steps.add(files[i], diagnostics));
    }
    ProofSteps result = steps.result();
    for (std::size_t i = 0; i < result.steps.size(); ++i) {
        ProofStep &step = result.steps[i];
        step.isOther = step.isUnreadable && isOtherFile(*step.notRun, files[i + 1], files);
        step.isUnreadable = step.isUnreadable && !step.isOther;
    }
    return result;
}

} // namespace nervure
