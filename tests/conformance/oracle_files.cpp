// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/oracle_files.h"

#include "core/support/file.h"

#include <nlohmann/json.hpp>

#include <fnmatch.h>

namespace nervure::conformance {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Result<Json> readJsonFile(const fs::path &path)
{
    const auto text = readFile(path);
    if (!text) {
        return text.error();
    }
    Json json = Json::parse(*text, nullptr, false);
    if (json.is_discarded()) {
        return makeError("json-syntax", path.filename().string() + " is no JSON");
    }
    return json;
}

std::set<std::string> namesIn(const fs::path &folder, const std::string &ending)
{
    std::set<std::string> names;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.size() > ending.size() && name.ends_with(ending)) {
            names.insert(name.substr(0, name.size() - ending.size()));
        }
    }
    return names;
}

bool matches(const std::string &pattern, const std::string &name)
{
    return pattern.empty() || ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

std::uintmax_t bytesOf(const fs::path &path)
{
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(path, error);
    return error ? 0 : bytes;
}

} // namespace nervure::conformance
