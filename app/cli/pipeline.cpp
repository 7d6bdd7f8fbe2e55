// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pipeline.h"

#include "core/support/text.h"

#include <algorithm>
#include <chrono>

namespace nervure::cli {

namespace {

using Options = std::map<std::string, std::string>;

struct Request {
    const PassSpec *pass = nullptr;
    Options options;
};

Diagnostic usage(std::string message)
{
    return makeError("usage", std::move(message));
}

/// Splits at the commas that are not inside braces or brackets.
std::vector<std::string> splitOutside(std::string_view text)
{
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text) {
        depth += c == '{' || c == '(' || c == '[' ? 1 : 0;
        depth -= c == '}' || c == ')' || c == ']' ? 1 : 0;
        if (c == ',' && depth <= 0) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

Status checkOption(const PassSpec &pass, const std::string &name, const std::string &value)
{
    std::vector<std::string> names;
    for (const PassOption &option : pass.options) {
        names.push_back(option.name);
        if (option.name != name) {
            continue;
        }
        const auto &choices = option.choices;
        if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
            return usage(pass.name + ": option " + quoted(name) + " is " + quoted(value)
                         + ", expected one of " + join(choices, ", "));
        }
        if (option.isInteger && !parseInteger(value)) {
            return usage(pass.name + ": option " + quoted(name) + " is " + quoted(value)
                         + ", expected a whole number");
        }
        return {};
    }
    return usage(pass.name + " has no option " + quoted(name)
                 + (names.empty() ? ", it has none" : ", expected one of " + join(names, ", ")));
}

Result<Options> parseOptions(const PassSpec &pass, std::string_view text)
{
    Options options;
    for (const PassOption &option : pass.options) {
        options[option.name] = option.defaultText;
    }
    for (const std::string &part : splitOutside(text)) {
        const std::size_t equals = part.find('=');
        if (trim(part).empty()) {
            continue;
        }
        if (equals == std::string::npos) {
            return usage(pass.name + ": found " + quoted(part) + ", expected option=value");
        }
        const std::string name(trim(std::string_view(part).substr(0, equals)));
        const std::string value(trim(std::string_view(part).substr(equals + 1)));
        if (Status status = checkOption(pass, name, value); !status) {
            return status.error();
        }
        options[name] = value;
    }
    return options;
}

Result<Request> parseRequest(std::string_view text, const PassRegistry &passes)
{
    const std::size_t brace = text.find('{');
    const std::string name(trim(text.substr(0, brace)));
    const PassSpec *pass = passes.find(name);
    if (!pass) {
        const std::vector<std::string> names = passes.names();
        const auto similar = nearest(name, names);
        return usage("there is no pass " + quoted(name)
                     + (similar ? ", did you mean " + quoted(*similar)
                                : ", expected one of " + join(names, ", ")));
    }
    std::string_view inside;
    if (brace != std::string_view::npos) {
        if (!trim(text).ends_with('}')) {
            return usage("found " + quoted(text) + ", expected a closing brace at the end");
        }
        inside = trim(text).substr(brace + 1);
        inside.remove_suffix(1);
    }
    auto options = parseOptions(*pass, inside);
    if (!options) {
        return options.error();
    }
    return Request{pass, std::move(options).value()};
}

Result<std::vector<Request>> parseRequests(const std::string &text, const PassRegistry &passes)
{
    std::vector<Request> requests;
    for (const std::string &part : splitOutside(text)) {
        auto request = parseRequest(trim(part), passes);
        if (!request) {
            return request.error();
        }
        requests.push_back(std::move(request).value());
    }
    return requests;
}

/// Runs one pass after the other, those that others need first.
class Runner {
public:
    Runner(const CliModel &model, const Builtins &builtins, bool keepGraphs)
        : m_model(model),
          m_builtins(builtins),
          m_keepGraphs(keepGraphs)
    {
        m_result.graph = model.opened.graph;
    }

    void run(const std::vector<Request> &requests)
    {
        for (const Request &request : requests) {
            if (!runWithNeeds(request, 0)) {
                return;
            }
        }
        (void)index();
    }

    [[nodiscard]] PipelineResult take() { return std::move(m_result); }

private:
    [[nodiscard]] bool fail(const Diagnostic &failure)
    {
        m_result.failure = failure;
        return false;
    }

    /// Provides what the pass reads and nobody has computed yet.
    [[nodiscard]] bool runWithNeeds(const Request &request, std::size_t depth)
    {
        for (const std::string &need : request.pass->needs) {
            if (m_result.analyses.contains(need)) {
                continue;
            }
            const PassSpec *provider = providerOf(need);
            if (!provider || depth > m_builtins.passes.all().size()) {
                return fail(makeError("pass-needs", request.pass->name + " needs the attribute "
                                                        + quoted(need)
                                                        + ", which no pass provides"));
            }
            if (!runWithNeeds({provider, parseOptions(*provider, {}).value()}, depth + 1)) {
                return false;
            }
        }
        return runPass(request);
    }

    [[nodiscard]] const PassSpec *providerOf(const std::string &attribute) const
    {
        for (const PassSpec &pass : m_builtins.passes.all()) {
            const auto &all = pass.provides;
            if (std::find(all.begin(), all.end(), attribute) != all.end()) {
                return &pass;
            }
        }
        return nullptr;
    }

    [[nodiscard]] bool index()
    {
        Diagnostics found;
        const auto index = IndexedGraph::build(m_result.graph, m_builtins.ops, found);
        if (!index) {
            m_result.index.reset();
            return m_result.failure || fail(index.error());
        }
        m_result.index = *index;
        return true;
    }

    [[nodiscard]] bool runPass(const Request &request)
    {
        if (!index()) {
            return false;
        }
        const std::uint64_t before = m_result.graph.revision();
        const auto start = std::chrono::steady_clock::now();
        Provenance provenance;
        PassContext context{m_result.graph,       m_result.analyses, provenance,
                            m_result.diagnostics, m_builtins.ops,    m_model.facts,
                            request.options,      m_model.semantics, {},
                            m_result.index};
        const Status status = request.pass->run(context);
        const std::chrono::duration<double, std::milli> time =
            std::chrono::steady_clock::now() - start;
        const bool isChanged = m_result.graph.revision() != before;
        m_result.steps.push_back(
            {request.pass->name, time.count(), isChanged, m_keepGraphs ? m_result.graph : Graph()});
        if (!status) {
            return fail(status.error());
        }
        if (isChanged) {
            forgetAllBut(request.pass->provides);
        }
        return true;
    }

    /// What was computed of the graph before does not hold for the one that a pass made.
    void forgetAllBut(const std::vector<std::string> &kept)
    {
        std::vector<std::string> stale;
        for (const auto &item : m_result.analyses.all()) {
            if (std::find(kept.begin(), kept.end(), item.first) == kept.end()) {
                stale.push_back(item.first);
            }
        }
        for (const std::string &name : stale) {
            m_result.analyses.erase(name);
        }
    }

    const CliModel &m_model;
    const Builtins &m_builtins;
    bool m_keepGraphs;
    PipelineResult m_result;
};

} // namespace

Result<PipelineResult> runPipeline(const std::string &passes, const CliModel &model,
                                   const Builtins &builtins, bool keepGraphs)
{
    const auto requests = parseRequests(passes, builtins.passes);
    if (!requests) {
        return requests.error();
    }
    Runner runner(model, builtins, keepGraphs);
    runner.run(*requests);
    return runner.take();
}

PipelineResult infer(const CliModel &model, const Builtins &builtins)
{
    std::vector<Request> requests;
    for (const char *name : {"InferShape", "InferType"}) {
        if (auto request = parseRequest(name, builtins.passes)) {
            requests.push_back(std::move(request).value());
        }
    }
    Runner runner(model, builtins, false);
    runner.run(requests);
    return runner.take();
}

} // namespace nervure::cli
