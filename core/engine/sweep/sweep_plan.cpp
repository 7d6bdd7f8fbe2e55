// SPDX-License-Identifier: Apache-2.0
#include "core/engine/sweep/sweep_plan.h"

#include "core/support/fingerprint.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

/// What an option of `profile` is in a plan.
enum class SweepOptionKind { Value, Flag, Values, File, Files };

struct SweepOption {
    std::string_view name;
    SweepOptionKind kind;
};

constexpr std::array sweepOptions{
    SweepOption{"shape", SweepOptionKind::Values},
    SweepOption{"dtype", SweepOptionKind::Values},
    SweepOption{"input", SweepOptionKind::Values},
    SweepOption{"operators", SweepOptionKind::Files},
    SweepOption{"params", SweepOptionKind::File},
    SweepOption{"semantics", SweepOptionKind::Value},
    SweepOption{"pipeline", SweepOptionKind::Value},
    SweepOption{"algorithm", SweepOptionKind::Value},
    SweepOption{"mode", SweepOptionKind::Value},
    SweepOption{"repeat", SweepOptionKind::Value},
    SweepOption{"warmup", SweepOptionKind::Value},
    SweepOption{"seed", SweepOptionKind::Value},
    SweepOption{"half-arithmetic", SweepOptionKind::Flag},
    SweepOption{"fallback", SweepOptionKind::Flag},
};

/// What of a name may stand in the name of a file.
std::string plainName(std::string_view text)
{
    constexpr std::size_t longest = 60;
    std::string name;
    for (const char c : text.substr(0, longest)) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                             || (c >= '0' && c <= '9') || c == '_' || c == '.';
        name += isPlain ? c : '-';
    }
    return name;
}

/// Options that come with a model, or a set of them, with its name.
struct NamedOptions {
    std::string name;
    std::filesystem::path file;
    std::vector<std::string> arguments;
};

class SweepReader {
public:
    explicit SweepReader(const std::filesystem::path &file)
        : m_file(file),
          m_folder(std::filesystem::absolute(file).parent_path())
    {}

    Result<SweepPlan> read(const Json &plan)
    {
        for (const auto &[key, value] : plan.items()) {
            if (key != "models" && key != "devices" && key != "options" && key != "results") {
                return fault("", "found " + quoted(key)
                                     + ", expected models, devices, options or results");
            }
        }
        ASSIGN_OR_RETURN(const auto models, modelsOf(plan.value("models", Json())));
        ASSIGN_OR_RETURN(const auto devices, devicesOf(plan.value("devices", Json({""}))));
        ASSIGN_OR_RETURN(const auto sets,
                         setsOf(plan.value("options", Json::array({Json::object()}))));
        const Json results = plan.value("results", Json(m_file.stem().string() + "-results"));
        if (!results.is_string() || results.get<std::string>().empty()) {
            return fault("results", "expected the name of a folder");
        }
        if (models.size() > mostCells || devices.size() * sets.size() > mostCells / models.size()) {
            return fault("", "found more than " + std::to_string(mostCells) + " cells");
        }
        SweepPlan sweep{m_folder / results.get<std::string>(), {}};
        for (const NamedOptions &model : models) {
            for (const std::string &device : devices) {
                for (const NamedOptions &set : sets) {
                    sweep.cells.push_back(cellOf(model, device, set, sweep.results));
                }
            }
        }
        return sweep;
    }

    Diagnostic fault(const std::string &where, const std::string &what) const
    {
        Diagnostic error =
            makeError("sweep-plan", "{}", where.empty() ? what : quoted(where) + ": " + what);
        error.where.file = m_file.string();
        return error;
    }

private:
    Result<std::vector<NamedOptions>> modelsOf(const Json &list) const
    {
        if (!list.is_array() || list.empty()) {
            return fault("models", "expected a list of files, or of {file, name, options}");
        }
        std::vector<NamedOptions> models;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string where = "models[" + std::to_string(i) + "]";
            const Json item = list[i].is_string() ? Json{{"file", list[i]}} : list[i];
            ASSIGN_OR_RETURN(NamedOptions model, optionsOf(item, where));
            if (model.file.empty()) {
                return fault(where, "expected the file of a model");
            }
            model.name = model.name.empty() ? model.file.stem().string() : model.name;
            models.push_back(std::move(model));
        }
        return models;
    }

    Result<std::vector<std::string>> devicesOf(const Json &list) const
    {
        std::vector<std::string> devices;
        for (const Json &device : list.is_array() ? list : Json::array()) {
            if (!device.is_string()) {
                return fault("devices", "expected names of devices");
            }
            devices.push_back(device.get<std::string>());
        }
        if (devices.empty()) {
            return fault("devices", "expected a list of names of devices");
        }
        return devices;
    }

    Result<std::vector<NamedOptions>> setsOf(const Json &list) const
    {
        if (!list.is_array() || list.empty()) {
            return fault("options", "expected a list of {name, options}");
        }
        std::vector<NamedOptions> sets;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string where = "options[" + std::to_string(i) + "]";
            ASSIGN_OR_RETURN(NamedOptions set, optionsOf(list[i], where));
            if (!set.file.empty()) {
                return fault(where, "found \"file\", expected options of profile");
            }
            if (set.name.empty()) {
                set.name = describe(list[i]);
            }
            sets.push_back(std::move(set));
        }
        return sets;
    }

    Result<NamedOptions> optionsOf(const Json &item, const std::string &where) const
    {
        if (!item.is_object()) {
            return fault(where, "expected an object");
        }
        NamedOptions options;
        for (const auto &[key, value] : item.items()) {
            if (key == "name" || key == "file") {
                if (!value.is_string() || value.get<std::string>().empty()) {
                    return fault(where + "." + key, "expected a text");
                }
                key == "name" ? void(options.name = value.get<std::string>())
                              : void(options.file = m_folder / value.get<std::string>());
                continue;
            }
            RETURN_IF_FAILED(addOption(key, value, where + "." + key, options.arguments));
        }
        return options;
    }

    Status addOption(const std::string &key, const Json &value, const std::string &where,
                     std::vector<std::string> &arguments) const
    {
        const auto option = std::find_if(sweepOptions.begin(), sweepOptions.end(),
                                         [&key](const auto &known) { return known.name == key; });
        if (option == sweepOptions.end()) {
            return fault(where, unknownOption(key));
        }
        if (option->kind == SweepOptionKind::Flag) {
            if (!value.is_boolean()) {
                return fault(where, "expected true or false");
            }
            if (value.get<bool>()) {
                arguments.push_back("--" + key);
            }
            return {};
        }
        const bool isList =
            option->kind == SweepOptionKind::Values || option->kind == SweepOptionKind::Files;
        const bool isFile =
            option->kind == SweepOptionKind::File || option->kind == SweepOptionKind::Files;
        for (const Json &one : isList &&value.is_array() ? value : Json::array({value})) {
            if (!one.is_string() && !one.is_number_integer()) {
                return fault(where, isList ? "expected texts" : "expected a text or a number");
            }
            const std::string text = one.is_string() ? one.get<std::string>() : one.dump();
            const bool isNamed = isFile && text != "none";
            arguments.insert(arguments.end(),
                             {"--" + key, isNamed ? (m_folder / text).string() : text});
        }
        return {};
    }

    /// "mode=pipelined repeat=20".
    static std::string describe(const Json &options)
    {
        std::string text;
        for (const auto &[key, value] : options.items()) {
            text += (text.empty() ? "" : " ") + key + '='
                    + (value.is_string() ? value.get<std::string>() : value.dump());
        }
        return text;
    }

    static std::string unknownOption(const std::string &key)
    {
        std::vector<std::string> names;
        for (const SweepOption &option : sweepOptions) {
            names.emplace_back(option.name);
        }
        const auto similar = nearest(key, names);
        return similar ? "there is no such option, did you mean " + quoted(*similar)
                       : "there is no such option, expected one of " + join(names, ", ");
    }

    static SweepCell cellOf(const NamedOptions &model, const std::string &device,
                            const NamedOptions &set, const std::filesystem::path &results)
    {
        SweepCell cell{model.name, device, set.name, model.file, model.arguments, {}};
        cell.arguments.insert(cell.arguments.end(), set.arguments.begin(), set.arguments.end());
        if (!device.empty()) {
            cell.arguments.insert(cell.arguments.end(), {"--device", device});
        }
        // What is run decides which file it is, whatever the plan calls it and wherever it stands there.
        constexpr std::size_t shownDigits = 8;
        const std::string what = join(cell.arguments, "\n") + '\n' + model.file.string();
        std::string name = plainName(model.name) + '_' + plainName(device);
        name += (set.name.empty() ? "" : '_' + plainName(set.name)) + '-'
                + fingerprint(what).substr(0, shownDigits) + ".json";
        cell.result = results / name;
        return cell;
    }

    std::filesystem::path m_file;
    std::filesystem::path m_folder;
};

} // namespace

Result<SweepPlan> parseSweepPlan(std::string_view text, const std::filesystem::path &file)
{
    if (const auto tree = JsonTree::parse(text); !tree) {
        Diagnostic error = tree.error();
        error.where.file = file.string();
        return error;
    }
    const Json plan = Json::parse(text, nullptr, false);
    SweepReader reader(file);
    if (!plan.is_object()) {
        return reader.fault("", "expected {\"models\", \"devices\", \"options\"}");
    }
    return reader.read(plan);
}

} // namespace nervure
