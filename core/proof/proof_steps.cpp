// SPDX-License-Identifier: Apache-2.0
#include "core/proof/proof_steps.h"

#include "core/engine/model_file.h"

#include <algorithm>

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
    step.hasChanged = result.changed;
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

    [[nodiscard]] KnownGraph known() const { return {*graph, index.get(), &analyses}; }
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
        if (shapes && !(*shapes)[entry].empty()) {
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
    return {std::move(shared), std::move(values.index), std::move(values.analyses)};
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
    explicit FileSteps(const Builtins &builtins) : m_builtins(builtins) {}

    Status start(const std::filesystem::path &file, ExecutionRequest request)
    {
        return take(file, std::move(request));
    }
    void add(const std::filesystem::path &file, Diagnostics &diagnostics)
    {
        Result<ExecutionRequest> request =
            requestOfFile(file.string(), std::string(noParameters), m_builtins, diagnostics);
        const Status status =
            request ? take(file, std::move(request).value()) : Status(request.error());
        if (!status) {
            ProofStep step;
            step.name = stepName(file);
            step.unread = status.error();
            m_result.steps.push_back(std::move(step));
        }
    }
    ProofSteps result() { return std::move(m_result); }

private:
    Status take(const std::filesystem::path &file, ExecutionRequest own)
    {
        const bool isStart = !m_before;
        FileGraph now = fileGraph(own.graph, m_builtins.ops);
        trustCarried(now, own.facts);
        ProofStep step;
        step.name = stepName(file);
        if (isStart || !loweredBeforehandBy(own.graph, m_builtins.ops).empty()) {
            ASSIGN_OR_RETURN(RunnableModel model, makeRunnable(own, m_builtins));
            if (model.isLowered) {
                now = fileGraph(model.graph.graph(), m_builtins.ops);
            }
            step.own = givenValues(model);
            if (isStart) {
                m_result.start = std::move(model);
                m_result.startName = step.name;
            }
        }
        if (!isStart) {
            follow(now, std::move(step));
        }
        m_before = std::move(now);
        return {};
    }

    void follow(const FileGraph &now, ProofStep step)
    {
        step.graph = now.graph;
        step.index = now.index;
        step.analyses = now.analyses;
        GraphRelation relation = relate(m_before->known(), now.known());
        step.hasChanged = !relation.difference.empty();
        step.provenance = std::move(relation.provenance);
        m_result.steps.push_back(std::move(step));
    }

    const Builtins &m_builtins;
    ProofSteps m_result;
    std::optional<FileGraph> m_before;
};

} // namespace

Result<ProofSteps> stepsOfFiles(const ExecutionRequest &start,
                                const std::vector<std::filesystem::path> &files,
                                const Builtins &builtins, Diagnostics &diagnostics)
{
    if (files.empty()) {
        return makeError("steps-folder",
                         "there are no files, expected those of a compiler's steps");
    }
    FileSteps steps(builtins);
    RETURN_IF_FAILED(steps.start(files.front(), start));
    for (std::size_t i = 1; i < files.size(); ++i) {
        steps.add(files[i], diagnostics);
    }
    return steps.result();
}

} // namespace nervure
