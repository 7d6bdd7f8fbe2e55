// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/formats/weights/weight_report.h"
#include "core/support/file.h"
#include "core/support/stoppable_write.h"
#include "tests/core/formats/onnx/model_bytes.h"

#include <QTemporaryDir>

#include <filesystem>

namespace nervure::tests {

/// Models with an initializer `w`, in a folder of their own, and what `w` has for values when they were saved.
class InitializerProbe {
protected:
    [[nodiscard]] std::filesystem::path path(const char *name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    static std::string unknown() { return bytesField(99, "stays"); }

    /// y = x + w, with `w` of the values 1 and 2 as these fields say.
    static std::string model(const std::string &values)
    {
        return modelOf(bytesField(graph::initializer,
                                  integerField(tensor::dims, 2) + integerField(tensor::dataType, 1)
                                      + bytesField(tensor::name, "w") + values + unknown())
                       + valueField(graph::input, "x", {"2"}) + nodeField("Add", {"x", "w"}, {"y"})
                       + valueField(graph::output, "y", {"2"}));
    }

    static std::string raw(std::initializer_list<float> values)
    {
        std::string bytes;
        for (const float value : values) {
            bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
        }
        return bytes;
    }

    [[nodiscard]] OpenedModel opened(const std::string &bytes) const
    {
        [[maybe_unused]] const Status status = writeFile(path("m.onnx"), bytes);
        return openModel(path("m.onnx"), m_builtins.formats, m_builtins.ops).value();
    }

    static AttrDict &attrs(OpenedModel &model)
    {
        return model.graph.edit(*model.graph.findByName("w")).attrs;
    }

    [[nodiscard]] Status save(const OpenedModel &model, const char *file = "saved.onnx",
                              const JobControl &control = {}) const
    {
        Diagnostics ignored;
        const FormatContext context{m_builtins.ops, model.semantics, path(file).string()};
        ASSIGN_OR_RETURN(
            const BytePieces pieces,
            modelPieces({model.graph, *model.format, context, model.text, model.format}, ignored));
        return writeFile(path(file), pieces, control);
    }

    /// The values of `w` in what was saved; what is wrong where there are none.
    [[nodiscard]] std::string saved(const OpenedModel &model, const char *name = "saved.onnx") const
    {
        const Status status = save(model, name);
        return status ? valuesIn(name) : status.error().message;
    }

    /// The values of `w`, or of another weight, in a file.
    [[nodiscard]] std::string valuesIn(const char *name, const char *weight = "w") const
    {
        const auto file = WeightFile::open(path(name));
        const auto report =
            file ? reportWeight(*file, weight, {}, {}) : Result<WeightReport>(file.error());
        if (!report) {
            return report.error().message;
        }
        std::string text = report->typeName;
        for (const std::int64_t size : report->shape) {
            text += ' ' + std::to_string(size);
        }
        text += ':';
        for (const std::string &value : report->values) {
            text += ' ' + value;
        }
        return text;
    }

    const Builtins m_builtins = makeBuiltins();
    QTemporaryDir m_folder;
};

} // namespace nervure::tests
