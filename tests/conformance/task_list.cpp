// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/task_list.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <numeric>
#include <thread>

namespace nervure::conformance {

namespace {

std::string secondsText(double seconds)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", seconds);
    return text;
}

void runTask(const Task &task, double limit, FileReport &report)
{
    const auto start = std::chrono::steady_clock::now();
    try {
        task.run(report);
    } catch (const std::exception &error) {
        report.fail("file", std::string("the checks ended: ") + error.what());
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (passed.count() > limit) {
        report.fail("time", "took " + secondsText(passed.count()) + ", expected at most "
                                + secondsText(limit));
    }
}

std::vector<std::size_t> largestFirst(const std::vector<Task> &tasks)
{
    std::vector<std::size_t> order(tasks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&tasks](std::size_t a, std::size_t b) {
        return tasks[a].bytes > tasks[b].bytes;
    });
    return order;
}

} // namespace

std::vector<FileReport> runTasks(const std::vector<Task> &tasks, const TaskOptions &options)
{
    std::vector<FileReport> reports;
    for (const Task &task : tasks) {
        reports.emplace_back(task.file, options.sections);
    }
    const std::vector<std::size_t> order = largestFirst(tasks);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < order.size(); i = next++) {
            runTask(tasks[order[i]], options.seconds, reports[order[i]]);
        }
    };
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < options.jobs && i < tasks.size(); ++i) {
        threads.emplace_back(work);
    }
    work();
    threads.clear();
    return reports;
}

} // namespace nervure::conformance
