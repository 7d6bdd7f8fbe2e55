// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/prepared_model.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nervure {

struct WorkerRequest;

/// `nervure-cli worker`: device work for another process, over two pipes.
///
/// Both sides send lines of JSON (UTF-8, one object a line). A line that carries bytes is followed
/// by them at once, without a separator: first `bytes` bytes of model text, then the tensors that
/// its member `tensors` lists, in that order, row-major and little-endian.
///
/// Requests. `id` is a positive whole number that the answers repeat.
///
///     {"id":9,"command":"hello"}
///     {"id":1,"command":"devices"}
///     {"id":2,"command":"profile","bytes":51234,"device":"pocl","pipeline":"device",
///      "mode":"serialised","warmup":2,"repeat":10,"seed":0,"semantics":"exact",
///      "algorithm":"auto","half_arithmetic":false,"fallback":false,"settle":true,
///      "constants":{"scale":1.5},"shapes":{"data":[1,3,224,224]},"dtypes":{"data":"float32"},
///      "tensors":[{"name":"data","dtype":"float32","shape":[1,3,224,224],"bytes":602112}]}
///     {"id":3,"command":"run", …the same…}
///     {"id":5,"command":"peek","layer":"conv0", …the same…}
///     {"id":4,"command":"traits","device":"pocl"}
///     {"cancel":2}
///
/// A `device` may be another machine's ("ssh:HOST/NAME", remote/remote_place.h): this worker then asks the one
/// there. `devices` takes one, too, and lists those of that machine. `operators` are files that declare operators
/// (ops/custom): [{"file":"own.json","text":"…"}]. Commands of layers above (WorkerCommand) take what else they want
/// to know in `arguments`; core/proof brings `prove`, `tensor` and `compare`, what_if/ `what-if`, tuning/ `tune` and
/// `measure`.
/// All but `id`, `command` and `bytes` may be left out; `"graph":"text"` may stand for `bytes`. The
/// format of the model is told from its text. `constants` are variables all of whose elements are one
/// number; `planned` and `expanded` are those of ExecutionRequest; `no_invented` refuses
/// to make up values that nobody gives; `settle` lets there be more warm-ups while times
/// fall. `dtypes` knows the name "*" and the type "none" as the command line does. A tensor with `"parameter":true` is one of the model's parameters, one with `"weight":true` one of
/// ExecutionRequest::weights, which then are not read from the model. An ONNX
/// model brings its own; `"file":"/path/net.onnx"` says beside which file its external data lies.
/// Models stay prepared for later jobs with the same sizes and values (kept_models.h).
/// Jobs run one at a time in the order of their lines; `cancel` stops one that runs or waits, and is
/// not answered itself.
///
/// Answers.
///
///     {"id":2,"progress":0.4,"stage":"measuring"}      at most ten a second; progress < 0: unknown; while runs are
///                                                      timed also "runs":{"done","asked","median_ms"}
///     {"id":2,"alive":{"processor_ms":8000,"silence_ms":70,"memory_bytes":…,"peak_bytes":…}}
///                                                      once a second while a job is done: what the process
///                                                      takes, and how long the job has said nothing
///     {"id":2,"result":{…}}                            last line of a job: the document that
///                                                      `devices`, `profile`, `peek` or `run` print with
///                                                      --json, `diagnostics` included; of `profile`
///                                                      also `layer_kernels`: layerKernelsJson()
///     {"id":9,"result":{"version":"0.2.0"}}            of the program
///     {"id":3,"result":{…},"tensors":[…]}              `run`: every output, followed by its bytes
///     {"id":4,"result":{"traits":"…"}}                 what passes that compile for the device want
///                                                      to know, see traitsText()
///     {"id":2,"error":{"code":…,"message":…,"node":…,…},"diagnostics":[…]}
///
/// Beside a result stand `busy_ms`, what the job took, without the way to the worker and back, and `peak_bytes`,
/// the most memory that the process has held. The worker has no limits: long runs and drivers need room.
///
/// A line that is no request is answered with an error and `"id":null` (or its id, if it has one);
/// the worker goes on with the next line. Errors of a canceled job have the code "cancelled".
/// The worker ends at the end of its input; what runs then is canceled, and given up with the
/// worker if it does not obey for five seconds. After an error of a device its handles are dropped:
/// the next request opens it anew.

/// What a command of another layer answers.
struct WorkerReport {
    std::shared_ptr<const nlohmann::ordered_json> document;
    Diagnostics diagnostics;
};

/// A command that a layer above this one brings along. It runs like `profile`: with progress and a way to stop.
struct WorkerCommand {
    std::string name;
    bool takesModel = true; ///< one comes with each request
    std::function<Result<WorkerReport>(WorkerRequest &request, ExecutionContext &context)> run;
    bool changesDevices = false; ///< what devices are opened with: they are opened anew afterwards
};

/// Serves requests from descriptor `in` to descriptor `out` until the end of the input.
void serveWorker(int in, int out, const Builtins &builtins,
                 const std::vector<WorkerCommand> &commands = {});

} // namespace nervure
