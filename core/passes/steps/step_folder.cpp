// SPDX-License-Identifier: Apache-2.0
#include "core/passes/steps/step_folder.h"

#include "core/formats/weights/weight_digests.h"
#include "core/passes/steps/step_origins.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <system_error>

namespace nervure {

namespace {

namespace fs = std::filesystem;

bool isDigit(char sign)
{
    return std::isdigit(static_cast<unsigned char>(sign)) != 0;
}

/// The numbers in a name, without zeros in front: longer ones are greater, and of one length text order is theirs.
using Numbers = std::vector<std::string>;

Numbers numbersIn(const std::string &name)
{
    Numbers numbers;
    for (std::size_t at = 0; at < name.size();) {
        if (!isDigit(name[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < name.size() && isDigit(name[end])) {
            ++end;
        }
        const std::string digits = name.substr(at, end - at);
        numbers.push_back(
            digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1)));
        at = end;
    }
    return numbers;
}

bool isLess(const std::string &a, const std::string &b)
{
    return a.size() != b.size() ? a.size() < b.size() : a < b;
}

/// Which of their numbers tells all names apart.
std::optional<std::size_t> tellingNumber(const std::vector<Numbers> &names)
{
    std::size_t count = names.front().size();
    for (const Numbers &numbers : names) {
        count = std::min(count, numbers.size());
    }
    for (std::size_t place = 0; place < count; ++place) {
        std::set<std::string> different;
        for (const Numbers &numbers : names) {
            different.insert(numbers[place]);
        }
        if (different.size() == names.size()) {
            return place;
        }
    }
    return std::nullopt;
}

void sortByNumber(std::vector<fs::path> &files, std::size_t place)
{
    std::sort(files.begin(), files.end(), [place](const fs::path &a, const fs::path &b) {
        return isLess(numbersIn(a.stem().string())[place], numbersIn(b.stem().string())[place]);
    });
}

/// Of one date: by name.
void sortByDate(std::vector<fs::path> &files)
{
    const auto dateOf = [](const fs::path &file) {
        std::error_code error;
        const auto date = fs::last_write_time(file, error);
        return error ? fs::file_time_type::min() : date;
    };
    std::sort(files.begin(), files.end(), [&dateOf](const fs::path &a, const fs::path &b) {
        return std::pair(dateOf(a), a) < std::pair(dateOf(b), b);
    });
}

Diagnostic folderError(const fs::path &folder, std::string message)
{
    Diagnostic error = makeError("steps-folder", std::move(message));
    error.where.file = folder.string();
    return error;
}

GraphMatch toldMatch(const KnownGraph &before, const Provenance &provenance)
{
    GraphMatch match;
    std::vector<bool> lives(before.graph.idLimit(), false);
    for (const Provenance::Origin &origin : provenance.origins) {
        for (const NodeId source : origin.from) {
            lives[source.value] = true;
            match.matches.push_back({source, origin.node, MatchKind::Told, Certainty::Certain});
        }
        if (origin.from.empty()) {
            match.onlyAfter.push_back({origin.node, 0});
        }
    }
    for (const NodeId id : before.graph.nodes()) {
        if (!lives[id.value]) {
            match.onlyBefore.push_back({id, 0});
        }
    }
    return match;
}

} // namespace

Result<StepFiles> stepFiles(const fs::path &folder)
{
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    if (error) {
        return folderError(folder, "cannot be read as a folder: " + error.message()
                                       + ", expected the files of a compiler's steps");
    }
    StepFiles result;
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        std::error_code unknown;
        const bool isHidden = entry->path().filename().string().starts_with('.');
        if (!isHidden && entry->is_regular_file(unknown)) {
            result.files.push_back(entry->path());
        }
    }
    if (result.files.empty()) {
        return folderError(folder, "the folder has no files, expected those of a compiler's steps");
    }
    std::vector<Numbers> names;
    for (const fs::path &file : result.files) {
        names.push_back(numbersIn(file.stem().string()));
    }
    const auto place = tellingNumber(names);
    result.isByNumber = place.has_value();
    if (place) {
        sortByNumber(result.files, *place);
    } else {
        sortByDate(result.files);
    }
    return result;
}

std::string stepName(const fs::path &file)
{
    const std::string stem = file.stem().string();
    const std::size_t start = stem.find_first_not_of("0123456789-_. ");
    return start == std::string::npos ? stem : stem.substr(start);
}

bool isOtherFile(const Diagnostic &why, const fs::path &file, const std::vector<fs::path> &files)
{
    const auto isCalledAlike = [&file](const fs::path &other) {
        return other != file && other.extension() == file.extension();
    };
    return why.code == "format-unknown" && std::none_of(files.begin(), files.end(), isCalledAlike);
}

Result<ReadStep> readStep(const fs::path &file, const StepEnvironment &environment)
{
    ASSIGN_OR_RETURN(OpenedModel model, openModel(file, environment.formats, environment.passes.ops,
                                                  environment.semantics));
    PassEnvironment passes = environment.passes;
    passes.semantics = model.semantics;
    ASSIGN_OR_RETURN(StoredDigests stored, digestsOf(model, passes.control));
    ReadStep step{
        stepName(file), file, std::make_shared<const Graph>(std::move(model.graph)), {}, {}, {}};
    step.stored = std::make_shared<const StoredDigests>(std::move(stored));
    step.values = valuesOf(*step.graph, passes);
    step.diagnostics = std::move(model.diagnostics);
    return step;
}

GraphRelation relate(const KnownGraph &before, const KnownGraph &after)
{
    GraphRelation relation;
    const auto told =
        before.index && after.index ? readOrigins(*before.index, *after.index) : std::nullopt;
    relation.isTold = told.has_value();
    if (told) {
        relation.provenance = *told;
        relation.match = toldMatch(before, *told);
    } else {
        relation.match = matchGraphs(before, after);
        relation.provenance = provenanceOf(relation.match);
    }
    relation.difference = differenceOf(before, after, &relation.provenance);
    return relation;
}

} // namespace nervure
