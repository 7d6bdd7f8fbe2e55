// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>

namespace nervure {

/// Outputs of at most this many elements are part of the document.
inline constexpr std::int64_t maxInlineElements = 1024;

/// A finite number as it is, else the text "nan", "inf" or "-inf".
[[nodiscard]] nlohmann::ordered_json numberJson(double value);

/// The sizes of a tensor: numbers, texts for expressions of names ("batch"), null for what is not known; [] for a
/// scalar, null where not even the rank is known.
[[nodiscard]] nlohmann::ordered_json sizesJson(const std::optional<Dimensions> &sizes);

/// {id, platform, name, vendor, version, driver_version, type, …}: a device as `devices` lists it; of
/// another machine with its `host`.
[[nodiscard]] nlohmann::ordered_json deviceJson(const DeviceInfo &device);
/// A device that is written so, but for what is known of its fastest kernels.
[[nodiscard]] DeviceInfo deviceFrom(const nlohmann::ordered_json &json);

/// {host, connect_ms, transfer_ms, sent_bytes, received_bytes}; null where nothing went anywhere.
[[nodiscard]] nlohmann::ordered_json wireJson(const std::optional<WireTimes> &wire);
[[nodiscard]] std::optional<WireTimes> wireFrom(const nlohmann::ordered_json &json);

/// The device for people: "Tesla V100", "Tesla V100 on gpu1".
[[nodiscard]] std::string deviceTitle(const DeviceInfo &device);

/// [low, high]: where a median lies with 95 % confidence; null for samples that are too small to say.
[[nodiscard]] nlohmann::ordered_json intervalJson(const std::optional<Interval> &interval);

/// {copy_gbs, multiply_add_gflops, launch_ms, enqueue_ms, has_timer, measured_at, age_s, trusted, rounds,
/// spread, other_load, levels [{bytes, read_gbs, write_gbs, copy_gbs}]}.
[[nodiscard]] nlohmann::ordered_json ceilingsJson(const DeviceCeilings &ceilings);

/// The document of `run` without its diagnostics; `files` names the files of saved outputs.
[[nodiscard]] nlohmann::ordered_json runJson(const RunReport &report,
                                             const std::map<std::string, std::string> &files);

/// The plan as readable JSON: buffers, steps with launches, outputs, arena.
[[nodiscard]] nlohmann::ordered_json planJson(const ExecutionPlan &plan);

/// [{kernel, steps, source}]: each text a device compiles once, with the steps that launch it.
[[nodiscard]] nlohmann::ordered_json programsJson(const ExecutionPlan &plan);

} // namespace nervure
