// SPDX-License-Identifier: Apache-2.0
#include "core/passes/live/live_state.h"

namespace nervure {

LiveUpdate::LiveUpdate(const OpRegistry &ops, const PassRegistry &passes,
                       const LiveRequest &request, const JobControl &control, LiveResult &result)
    : m_ops(ops),
      m_passes(passes),
      m_request(request),
      m_control(control),
      m_result(result),
      m_graph(request.graph)
{}

LiveUpdate::Pass LiveUpdate::begin(const char *name) const
{
    Pass pass;
    pass.spec = m_passes.find(name);
    for (const PassOption &option : pass.spec ? pass.spec->options : std::vector<PassOption>()) {
        pass.options[option.name] = option.defaultText;
    }
    return pass;
}

PassContext LiveUpdate::contextFor(const OptionValues &options)
{
    return {m_graph, m_result.analyses,   m_provenance, m_found,        m_ops, m_request.facts,
            options, m_request.semantics, m_control,    m_result.index, {},    &m_passes,
            {}};
}

void LiveUpdate::finish(const Pass &pass)
{
    const std::chrono::duration<double, std::milli> taken = Clock::now() - pass.start;
    PassResult done;
    done.name = pass.spec->name;
    done.ms = taken.count();
    for (const std::string &name : pass.spec->provides) {
        if (m_result.analyses.contains(name)) {
            done.provided.push_back(name);
        }
    }
    std::sort(done.provided.begin(), done.provided.end());
    m_result.diagnostics.insert(m_result.diagnostics.end(), m_found.begin(), m_found.end());
    done.diagnostics = std::exchange(m_found, {});
    done.graph = {m_result.index, &m_result.index->graph()};
    done.index = m_result.index;
    done.analyses = m_result.analyses;
    done.gap = findGap(pass.spec->provides, *m_result.index, m_result.analyses);
    m_result.passes.push_back(std::move(done));
}

bool LiveUpdate::plan()
{
    const Pass pass = begin("PlanMemory");
    if (!pass.spec) {
        return false;
    }
    PassContext context = contextFor(pass.options);
    if (!pass.spec->run(context) || hasErrors(m_found)) {
        return false;
    }
    finish(pass);
    return true;
}

} // namespace nervure
