// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/run_list.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace nervure {

void RunList::setHistory(RunHistory history, const std::string &hash)
{
    const bool wasEmpty = m_history.empty();
    m_history = std::move(history);
    m_states.clear();
    m_kernels.clear();
    m_compared = 0;
    for (const KeptRun &run : m_history.runs()) {
        if (!hash.empty() && run.report->origin.model == hash) {
            m_states.emplace(run.number, ModelState());
        }
    }
    if (!wasEmpty || !m_history.empty()) {
        Q_EMIT listChanged();
    }
    setShown(m_history.empty() ? 0 : m_history.runs().back().number);
}

void RunList::add(std::shared_ptr<const ProfileReport> report, ModelState state,
                  std::vector<LayerKernel> kernels)
{
    const std::uint32_t number = m_history.add(std::move(report));
    m_states.emplace(number, state);
    m_kernels.emplace(number, std::move(kernels));
    std::erase_if(m_kernels,
                  [this](const auto &run) { return m_history.find(run.first) == nullptr; });
    if (m_history.find(m_compared) == nullptr) {
        m_compared = 0;
    }
    Q_EMIT listChanged();
    Q_EMIT modified();
    setShown(number);
}

void RunList::addTogether(ProfileReport first, ModelState firstState, ProfileReport second,
                          ModelState secondState)
{
    std::vector<LayerKernel> kernels = std::move(first.kernels);
    add(std::make_shared<const ProfileReport>(std::move(first)), firstState, std::move(kernels));
    const std::uint32_t before = m_shown;
    kernels = std::move(second.kernels);
    add(std::make_shared<const ProfileReport>(std::move(second)), secondState, std::move(kernels));
    compareWith(before);
}

std::vector<LayerKernel> RunList::kernelsOf(std::uint32_t layer) const
{
    std::vector<LayerKernel> kernels;
    if (const auto run = m_kernels.find(m_shown); run != m_kernels.end()) {
        std::copy_if(run->second.begin(), run->second.end(), std::back_inserter(kernels),
                     [layer](const LayerKernel &kernel) { return kernel.layer == layer; });
    }
    return kernels;
}

bool RunList::rename(std::uint32_t number, const QString &name)
{
    const KeptRun *run = m_history.find(number);
    const std::string text = name.trimmed().toStdString();
    if (run == nullptr || run->name == text) {
        return run != nullptr;
    }
    m_history.rename(number, text);
    Q_EMIT listChanged();
    Q_EMIT modified();
    return true;
}

bool RunList::remove(std::uint32_t number)
{
    if (!m_history.remove(number)) {
        return false;
    }
    m_states.erase(number);
    m_kernels.erase(number);
    const bool wasInComparison =
        m_compared == number || std::count(m_further.begin(), m_further.end(), number) > 0;
    m_compared = m_compared == number ? 0 : m_compared;
    Q_EMIT listChanged();
    Q_EMIT modified();
    if (m_shown == number) {
        setShown(m_history.empty() ? 0 : m_history.runs().back().number);
    } else if (wasInComparison) {
        compareAgain();
    }
    return true;
}

void RunList::show(std::uint32_t number)
{
    if (number != m_shown) {
        setShown(number);
    }
}

void RunList::setShown(std::uint32_t number)
{
    const KeptRun *run = m_history.find(number);
    const bool hadReport = m_shownReport != nullptr;
    m_shown = run ? number : 0;
    m_shownReport = run ? run->report : nullptr;
    m_compared = m_compared == m_shown ? 0 : m_compared;
    if (hadReport || m_shownReport) {
        Q_EMIT shownChanged();
    }
    compareAgain();
}

bool RunList::isOf(std::uint32_t number, ModelState state) const
{
    const auto it = m_states.find(number);
    return it != m_states.end() && it->second == state;
}

void RunList::compareWith(std::uint32_t number)
{
    const bool isThere = m_history.find(number) != nullptr && number != m_shown;
    const std::uint32_t wanted = isThere ? number : 0;
    if (wanted != m_compared) {
        m_compared = wanted;
        compareAgain();
    }
}

void RunList::toggleFurther(std::uint32_t number)
{
    if (!m_comparison || number == m_shown || number == m_compared || !m_history.find(number)) {
        return;
    }
    if (std::erase(m_further, number) == 0) {
        m_further.push_back(number);
    }
    compareAgain();
}

void RunList::compareAgain()
{
    const bool hadComparison = std::exchange(m_comparison, nullptr) != nullptr;
    m_series = nullptr;
    if (m_history.find(m_compared) != nullptr && m_shownReport) {
        std::erase_if(m_further, [this](std::uint32_t number) {
            return number == m_shown || number == m_compared || !m_history.find(number);
        });
        compareRuns();
    } else {
        m_further.clear();
    }
    if (hadComparison || m_comparison) {
        Q_EMIT comparisonChanged();
    }
}

void RunList::compareRuns()
{
    std::vector<std::uint32_t> numbers{m_compared, m_shown};
    numbers.insert(numbers.end(), m_further.begin(), m_further.end());
    std::vector<std::span<const ProfileReport>> reports;
    for (const std::uint32_t number : numbers) {
        reports.emplace_back(m_history.find(number)->report.get(), 1);
    }
    Result<ProfileSeries> series = compareSeries(reports);
    if (!series) {
        return;
    }
    series->firstTitle = titleOf(*m_history.find(m_compared));
    for (std::size_t i = 0; i < series->others.size(); ++i) {
        series->others[i].title = titleOf(*m_history.find(numbers[i + 1]));
    }
    m_series = std::make_shared<const ProfileSeries>(std::move(*series));
    m_comparison = std::make_shared<const ComparedProfiles>(pairOf(*m_series));
}

} // namespace nervure
