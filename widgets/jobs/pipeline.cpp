// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/pipeline.h"

#include <algorithm>
#include <utility>

namespace nervure {

std::vector<StepBreak> conditionsOf(const PassBreaks &breaks)
{
    std::vector<StepBreak> conditions;
    for (const PassBreak &one : breaks) {
        if (Result<StepBreak> read = StepBreak::parse(one.text); one.isOn && read) {
            conditions.push_back(std::move(read).value());
        }
    }
    return conditions;
}

std::optional<std::string> commandOf(const PassRequest &request)
{
    const auto found = std::find_if(request.options.begin(), request.options.end(),
                                    [](const auto &option) { return option.first == "command"; });
    return found == request.options.end() ? std::nullopt : std::optional(found->second);
}

std::vector<PassRequest> requestsOf(const Pipeline &pipeline)
{
    std::vector<PassRequest> requests;
    for (const PipelinePass &pass : pipeline) {
        if (pass.isOn) {
            requests.push_back(pass.request);
        }
    }
    return requests;
}

Pipeline pipelineOf(const std::vector<PassRequest> &requests)
{
    Pipeline pipeline;
    for (const PassRequest &request : requests) {
        pipeline.push_back({request});
    }
    return pipeline;
}

} // namespace nervure
