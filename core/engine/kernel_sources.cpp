// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kernel_sources.h"

#include "core/engine/json_members.h"
#include "core/opencl/program_cache.h"

#include <algorithm>
#include <map>
#include <utility>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

std::int64_t localBytesOf(const KernelLaunch &launch)
{
    std::int64_t bytes = 0;
    for (const KernelArg &arg : launch.args) {
        bytes += arg.kind == KernelArg::Kind::LocalBytes ? arg.integer : 0;
    }
    return bytes;
}

std::array<std::size_t, 3> threeSizes(const Json &json, std::array<std::size_t, 3> sizes)
{
    for (std::size_t i = 0; json.is_array() && i < std::min<std::size_t>(json.size(), 3); ++i) {
        sizes[i] = json[i].is_number_unsigned() ? json[i].get<std::size_t>() : sizes[i];
    }
    return sizes;
}

} // namespace

std::vector<LayerKernel> layerKernels(const ExecutionPlan &plan, const PreparedPlan *prepared)
{
    std::map<std::string, std::shared_ptr<const std::string>> texts;
    std::vector<LayerKernel> kernels;
    std::uint32_t layer = 0;
    for (const PlanStep &step : plan.steps) {
        if (step.phase != StepPhase::Run) {
            continue;
        }
        std::vector<KernelFacts> facts =
            prepared != nullptr ? prepared->kernelFacts(step.id) : std::vector<KernelFacts>();
        facts.resize(step.kernel.launches.size());
        auto fact = facts.begin();
        for (const KernelLaunch &launch : step.kernel.launches) {
            std::string text = opencl::programText(launch);
            std::shared_ptr<const std::string> &known = texts[text];
            if (!known) {
                known = std::make_shared<const std::string>(std::move(text));
            }
            kernels.push_back({layer, launch.entry, launch.algorithm, launch.global, launch.local,
                               localBytesOf(launch), known, std::move(*fact++)});
        }
        ++layer;
    }
    return kernels;
}

Json kernelFactsJson(const KernelFacts &facts)
{
    return {{"local_bytes", facts.localBytes},
            {"private_bytes", facts.privateBytes},
            {"most_items", facts.mostItems},
            {"items_multiple", facts.itemsMultiple},
            {"log", facts.log},
            {"log_is_own", facts.isLogOwn}};
}

KernelFacts kernelFactsFrom(const Json &json)
{
    const auto number = [&json](const char *name) {
        return static_cast<std::int64_t>(numberOf(json, name, 0));
    };
    return {number("local_bytes"),
            number("private_bytes"),
            static_cast<std::size_t>(number("most_items")),
            static_cast<std::size_t>(number("items_multiple")),
            textOf(json, "log"),
            memberOf(json, "log_is_own") == Json(true)};
}

Json layerKernelsJson(const std::vector<LayerKernel> &kernels)
{
    std::map<const std::string *, std::size_t> places;
    Json sources = Json::array();
    Json list = Json::array();
    for (const LayerKernel &kernel : kernels) {
        const auto [it, isNew] = places.emplace(kernel.source.get(), sources.size());
        if (isNew) {
            sources.push_back(*kernel.source);
        }
        list.push_back({{"layer", kernel.layer},
                        {"kernel", kernel.entry},
                        {"algorithm", kernel.algorithm},
                        {"global", kernel.global},
                        {"local", kernel.local},
                        {"local_bytes", kernel.localBytes},
                        {"source", it->second},
                        {"facts", kernelFactsJson(kernel.facts)}});
    }
    return {{"sources", std::move(sources)}, {"kernels", std::move(list)}};
}

std::vector<LayerKernel> layerKernelsFrom(const Json &json)
{
    std::vector<std::shared_ptr<const std::string>> sources;
    for (const Json &source : memberOf(json, "sources")) {
        sources.push_back(std::make_shared<const std::string>(textOf(source)));
    }
    std::vector<LayerKernel> kernels;
    for (const Json &item : memberOf(json, "kernels")) {
        const Json &layer = memberOf(item, "layer");
        const Json &source = memberOf(item, "source");
        const Json &bytes = memberOf(item, "local_bytes");
        if (!layer.is_number_unsigned() || !source.is_number_unsigned()
            || source.get<std::uint64_t>() >= sources.size()) {
            continue;
        }
        LayerKernel kernel;
        kernel.layer = layer.get<std::uint32_t>();
        kernel.entry = textOf(item, "kernel");
        kernel.algorithm = textOf(item, "algorithm");
        kernel.global = threeSizes(memberOf(item, "global"), kernel.global);
        kernel.local = threeSizes(memberOf(item, "local"), kernel.local);
        kernel.localBytes = bytes.is_number_integer() ? bytes.get<std::int64_t>() : 0;
        kernel.facts = kernelFactsFrom(memberOf(item, "facts"));
        kernel.source = sources[source.get<std::size_t>()];
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

} // namespace nervure
