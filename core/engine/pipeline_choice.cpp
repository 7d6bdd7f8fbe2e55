// SPDX-License-Identifier: Apache-2.0
#include "core/engine/pipeline_choice.h"

#include "core/builtins.h"
#include "core/passes/lowering_pass.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

Diagnostic badChoice(std::string message)
{
    return makeError("usage", "pipeline: {}", message);
}

bool isInference(const PassRequest &pass)
{
    return pass.name == "InferShape" || pass.name == "InferType";
}

std::string namesOf(const std::vector<PassRequest> &passes)
{
    std::vector<std::string> names;
    for (const PassRequest &pass : passes) {
        if (!isInference(pass) && std::find(names.begin(), names.end(), pass.name) == names.end()) {
            names.push_back(pass.name);
        }
    }
    return names.empty() ? "none, since it runs none that can be switched" : join(names, ", ");
}

void setOption(PassRequest &pass, const std::string &option, const std::string &value)
{
    const auto given = std::find_if(pass.options.begin(), pass.options.end(),
                                    [&option](const auto &known) { return known.first == option; });
    if (given != pass.options.end()) {
        given->second = value;
    } else {
        pass.options.emplace_back(option, value);
    }
}

/// Changes passes none of which stands for others.
class Changer {
public:
    Changer(std::vector<PassRequest> &passes, const std::string &pipeline, std::size_t first,
            const Builtins &builtins)
        : m_passes(passes),
          m_pipeline(pipeline),
          m_first(first),
          m_builtins(builtins)
    {}

    Status change(const std::string &key, const std::string &value)
    {
        const std::size_t dot = key.find('.');
        if (dot != std::string::npos) {
            return setOptions(key.substr(0, dot), key.substr(dot + 1), value);
        }
        if (value == "off") {
            const auto count =
                std::erase_if(m_passes, [&key](const auto &pass) { return pass.name == key; });
            return count > 0 ? Status() : Status(noSuchPass(key));
        }
        if (value == "on") {
            return switchOn(key);
        }
        return badChoice(key + " is " + quoted(value)
                         + ", expected PASS=on, PASS=off or PASS.option=value");
    }

private:
    [[nodiscard]] Diagnostic noSuchPass(const std::string &name) const
    {
        return badChoice(quoted(m_pipeline) + " runs no pass " + quoted(name) + ", expected one of "
                         + namesOf(m_passes));
    }

    Status setOptions(const std::string &name, const std::string &option, const std::string &value)
    {
        bool isThere = false;
        for (PassRequest &pass : m_passes) {
            if (pass.name == name) {
                setOption(pass, option, value);
                isThere = true;
            }
        }
        return isThere ? Status() : Status(noSuchPass(name));
    }

    Status switchOn(const std::string &name)
    {
        if (m_builtins.passes.find(name) == nullptr) {
            return badChoice("there is no pass " + quoted(name)
                             + ", expected one that `passes` lists");
        }
        const bool isThere =
            std::any_of(m_passes.begin(), m_passes.end(),
                        [&name](const PassRequest &pass) { return pass.name == name; });
        if (!isThere) {
            m_passes.insert(m_passes.begin() + static_cast<std::ptrdiff_t>(m_first), {name});
            ++m_first; // several run in the order in which they are named
        }
        return {};
    }

    std::vector<PassRequest> &m_passes;
    const std::string &m_pipeline;
    std::size_t m_first; ///< behind the pass that lowers the model
    const Builtins &m_builtins;
};

} // namespace

Result<PipelineChoice> parsePipelineChoice(std::string_view text)
{
    const Result<std::vector<PassRequest>> read = parsePipeline(text);
    if (!read) {
        return makeError("usage", "{}", read.error().message);
    }
    if (read->size() != 1) {
        return badChoice("found " + quoted(text) + ", expected one, as device or nnvm:2");
    }
    return PipelineChoice{read->front().name, read->front().options};
}

std::string pipelineChoiceText(const PipelineChoice &choice)
{
    const PassRequest asPass{choice.name, choice.changes};
    return pipelineText(std::span(&asPass, 1));
}

PassChange passChangeOf(const PipelineChoice &choice, const Graph &graph, const Builtins &builtins)
{
    if (!choice.isChanged()) {
        return {};
    }
    return [choice, lowering = std::string(loweringPassOf(graph, builtins.ops)),
            &builtins](std::vector<PassRequest> &passes) -> Status {
        const bool lowers = !lowering.empty() && !passes.empty() && passes.front().name == lowering;
        Changer changer(passes, choice.name, lowers ? 1 : 0, builtins);
        for (const auto &[key, value] : choice.changes) {
            const bool isElsewhere = !lowers && key.substr(0, key.find('.')) == lowering;
            RETURN_IF_FAILED(isElsewhere ? Status() : changer.change(key, value));
        }
        return {};
    };
}

std::vector<PassRequest> devicePassesOf(const Graph &graph, const Builtins &builtins)
{
    const PassRequest compile{"Compile",
                              {{"opt_level", "3"}, {"target", "opencl"}, {"GraphCompile", "off"}}};
    const Result<Expansion> all =
        expandPass(compile, graph, {.passes = builtins.passes, .ops = builtins.ops});
    if (!all) {
        return {};
    }
    std::vector<PassRequest> passes;
    const std::string_view lowering = loweringPassOf(graph, builtins.ops);
    for (const PassRequest &pass : all->passes) {
        const bool isKnown = std::any_of(passes.begin(), passes.end(), [&pass](const auto &known) {
            return known.name == pass.name;
        });
        if (!isKnown && !isInference(pass) && pass.name != lowering) {
            passes.push_back(pass);
        }
    }
    return passes;
}

} // namespace nervure
