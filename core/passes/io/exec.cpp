// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_reader.h"
#include "core/formats/nnvm/nnvm_writer.h"
#include "core/passes/graph_attributes.h"
#include "core/passes/graph_rewriter.h"
#include "core/passes/io/returned_graph.h"
#include "core/passes/pass_spec.h"
#include "core/passes/variable_facts.h"
#include "core/support/process.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

/// Far more than any graph is long.
constexpr std::size_t mostOutput = std::size_t{256} << 20;

/// What is shown of what a program says on standard error: its last lines, of each no more than that.
constexpr std::size_t shownLines = 20;
constexpr std::size_t shownBytes = 400;

std::string shortened(std::string_view line)
{
    if (line.size() <= shownBytes) {
        return std::string(line);
    }
    std::size_t end = shownBytes;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) {
        --end; // no character is cut in two
    }
    return std::string(line.substr(0, end)) + "…";
}

/// The last lines of what a program said on standard error.
std::vector<std::string> lastLines(const std::string &errors, std::size_t most)
{
    std::vector<std::string> lines;
    for (const std::string_view line : split(errors, '\n')) {
        if (!trim(line).empty()) {
            lines.push_back(shortened(trim(line)));
        }
    }
    if (lines.size() > most) {
        lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
    }
    return lines;
}

/// Tells the last lines but for the `told` last ones, which an error has.
void tellLines(PassContext &context, const std::string &errors, std::size_t told)
{
    std::vector<std::string> lines = lastLines(errors, shownLines);
    lines.resize(lines.size() - std::min(told, lines.size()));
    for (std::string &line : lines) {
        context.diagnostics.push_back(Diagnostic{Severity::Note, "exec-said", std::move(line)});
    }
}

/// One line: what went wrong with the program, and its last word.
Diagnostic execError(const std::string &command, const std::string &what, const std::string &errors)
{
    const std::vector<std::string> last = lastLines(errors, 1);
    return makeError("exec", "{} {}{}", quoted(command), what,
                     last.empty() ? std::string() : "; it said: " + quoted(last.front()));
}

/// A failure to wait for the program, in words about it.
Diagnostic waitError(const Diagnostic &error, const std::string &command,
                     const std::string &seconds, const std::string &errors)
{
    if (error.code == "timeout") {
        return execError(command, "did not end within " + seconds + " s and was stopped", errors);
    }
    if (error.code == "cancelled") {
        return error;
    }
    Diagnostic told = error;
    const std::vector<std::string> last = lastLines(errors, 1);
    told.code = "exec";
    told.message += last.empty() ? "" : "; it said: " + quoted(last.front());
    return told;
}

Result<std::string> graphText(PassContext &context)
{
    Graph graph = context.graph;
    std::vector<GraphAttr> attrs = withoutEntryAttributes(graph.attrs());
    for (GraphAttr &attr : writeGraphAttributes(context.analyses)) {
        const bool isThere = std::any_of(
            attrs.begin(), attrs.end(), [&attr](const auto &one) { return one.name == attr.name; });
        if (!isThere) {
            attrs.push_back(std::move(attr));
        }
    }
    graph.setAttrs(std::move(attrs));
    return writeNnvmJson(graph, {context.ops, context.semantics, {}}, context.diagnostics);
}

Result<std::string> programOutput(PassContext &context, const std::string &command,
                                  const std::string &input)
{
    const std::string &seconds = context.options.at("timeout");
    ProcessOptions options;
    options.argv = {"/bin/sh", "-c", command};
    options.title = command;
    options.outputLimit = mostOutput;
    options.isGroup = true;
    WaitLimit limit;
    limit.timeout = std::chrono::seconds(parseInteger(seconds).value_or(0));
    limit.cancel = &context.control.cancel;
    std::string errors;
    auto output = runProcess(options, input, limit, &errors);
    if (!output) {
        tellLines(context, errors, 1);
        return waitError(output.error(), command, seconds, errors);
    }
    if (!output->status.isSuccess()) {
        tellLines(context, output->err, 1);
        return execError(command, output->status.text(), output->err);
    }
    tellLines(context, output->err, 0);
    return std::move(output->out);
}

/// The graph that the program printed, which is one without errors.
Result<Graph> readOutput(const PassContext &context, const std::string &command,
                         const std::string &text)
{
    auto loaded = readNnvmJson(text, {context.ops, context.semantics, "its output"});
    const auto noGraph = [&command](const Diagnostic &error) {
        return execError(command, "printed no graph: " + formatDiagnostic(error), {});
    };
    if (!loaded) {
        return noGraph(loaded.error());
    }
    for (const Diagnostic &one : loaded->diagnostics) {
        if (one.severity == Severity::Error) {
            return noGraph(one);
        }
    }
    return std::move(loaded->graph);
}

Status runExec(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "exec"));
    const std::string &command = context.options.at("command");
    const auto seconds = parseInteger(context.options.at("timeout"));
    if (trim(command).empty() || !seconds || *seconds < 1 || *seconds > 86400) {
        return makeError("option-invalid",
                         "pass exec needs a command, and a timeout of 1 to 86400 seconds: "
                         "exec{command=\"PROGRAM ARGUMENT …\",timeout=60}");
    }
    if (!context.programs) {
        return makeError("exec-refused", "{} was not started: nobody allowed it", quoted(command));
    }
    RETURN_IF_FAILED(context.programs(command));
    ASSIGN_OR_RETURN(const std::string input, graphText(context));
    ASSIGN_OR_RETURN(const std::string output, programOutput(context, command, input));
    ASSIGN_OR_RETURN(const Graph graph, readOutput(context, command, output));
    ReturnedGraph returned = returnedGraph({context.graph}, {graph});
    learnVariables(*context.index, context.analyses, context.madeInputs); // told from outside
    returned.graph.setAttrs(context.graph.attrs());
    context.graph = std::move(returned.graph);
    context.provenance = std::move(returned.provenance);
    return {};
}

} // namespace

void registerExec(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "exec";
    spec.summary = "gives the graph to a program as NNVM's JSON and takes what it prints";
    spec.changesGraph = true;
    spec.options = {{"command",
                     "",
                     "what is run, by a shell: it reads the graph from standard input and prints "
                     "another",
                     {}},
                    {"timeout", "60", "seconds after which it is stopped", {}, true}};
    spec.run = runExec;
    passes.add(std::move(spec));
}

} // namespace nervure
