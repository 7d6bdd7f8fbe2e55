// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/profile.h"

#include <algorithm>

namespace nervure {

namespace {

double layersMs(const ProfileData &data)
{
    double sum = 0;
    for (const LayerProfile &layer : data.layers) {
        sum += layer.ms.mean + layer.launchMeanMs;
    }
    return sum;
}

} // namespace

double totalMs(const ProfileData &data)
{
    double sum = 0;
    for (const LayerProfile &layer : data.layers) {
        sum += layer.ms.median;
    }
    return sum;
}

double explainedPart(const ProfileData &data)
{
    return data.wallMs.mean > 0 ? layersMs(data) / data.wallMs.mean : 0;
}

double remainderMs(const ProfileData &data)
{
    double rest = data.wallMs.mean - layersMs(data);
    for (const TransferProfile &transfer : data.transfers) {
        rest -= transfer.ms.mean + transfer.launchMeanMs;
    }
    return rest;
}

std::size_t launchCount(const ProfileData &data)
{
    std::size_t count = 0;
    for (const LayerProfile &layer : data.layers) {
        std::size_t calls = 0;
        for (const KernelProfile &kernel : layer.kernels) {
            calls += kernel.calls;
        }
        count += std::max<std::size_t>(calls, 1);
    }
    return count;
}

} // namespace nervure
