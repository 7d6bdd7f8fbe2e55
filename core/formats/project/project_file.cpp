// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/project_file.h"

#include "core/formats/project/edit_json.h"
#include "core/formats/zip_archive.h"
#include "core/graph/check/graph_check.h"
#include "core/graph/edits/difference_edit.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <memory>
#include <set>

namespace nervure {

namespace {

constexpr std::string_view manifestName = "project.json";
constexpr std::string_view modelName = "model";
constexpr std::string_view editsName = "edits.json";
constexpr std::int64_t projectVersion = 1;

Diagnostic badProject(const std::string &message)
{
    return makeError("project-format", message);
}

std::string originalText(const OriginalFile &file)
{
    return fmt::format(",\n  \"original\": {{\"path\": {}, \"bytes\": {}, \"checksum\": {}}}",
                       jsonQuoted(file.path), file.bytes, jsonQuoted(file.checksum));
}

std::string manifestText(const Project &project)
{
    return fmt::format("{{\n  \"version\": {},\n  \"model\": {},\n  \"semantics\": {}{}\n}}\n",
                       projectVersion, jsonQuoted(project.name),
                       (project.semantics == Semantics::Exact ? "\"exact\"" : "\"fixed\""),
                       project.originalFile ? originalText(*project.originalFile) : "");
}

std::optional<OriginalFile> readOriginal(const JsonValue &json)
{
    const auto path = json.isObject() ? json.find("path") : std::nullopt;
    const auto bytes = path ? json.find("bytes") : std::nullopt;
    const auto checksum = bytes ? json.find("checksum") : std::nullopt;
    if (!checksum || !path->isString() || bytes->kind() != JsonKind::Integer || bytes->integer() < 0
        || !checksum->isString()) {
        return std::nullopt;
    }
    return OriginalFile{path->text(), static_cast<std::uint64_t>(bytes->integer()),
                        checksum->text()};
}

Status readManifest(const std::string &text, Project &project)
{
    const Result<JsonTree> tree = JsonTree::parse(text);
    if (!tree || !tree->root().isObject()) {
        return badProject("project.json is no JSON object");
    }
    const auto found = tree->root().find("version");
    if (!found || found->kind() != JsonKind::Integer) {
        return badProject("project.json has no version");
    }
    if (found->integer() != projectVersion) {
        return badProject(fmt::format("the project is of version {}, expected {}", found->integer(),
                                      projectVersion));
    }
    const auto name = tree->root().find("model");
    project.name = name && name->isString() ? name->text() : std::string();
    const auto semantics = tree->root().find("semantics");
    project.semantics = semantics && semantics->isString() && semantics->text() == "fixed"
                            ? Semantics::Fixed
                            : Semantics::Exact;
    if (const auto original = tree->root().find("original")) {
        project.originalFile = readOriginal(*original);
        if (!project.originalFile) {
            return badProject("project.json: expected the path, the bytes and the checksum of the "
                              "original");
        }
    }
    return {};
}

std::string editsText(const std::vector<Edit> &edits)
{
    std::string text = "[";
    for (const Edit &edit : edits) {
        text += (text.size() > 1 ? ",\n" : "\n") + editJson(edit);
    }
    return text + "\n]\n";
}

Status readEdits(const std::string &text, std::vector<Edit> &edits)
{
    const Result<JsonTree> tree = JsonTree::parse(text);
    if (!tree || !tree->root().isArray()) {
        return badProject("edits.json is no JSON array");
    }
    for (const JsonValue item : tree->root()) {
        Result<Edit> edit = readEdit(item);
        if (!edit) {
            return badProject("edits.json: " + edit.error().message);
        }
        edits.push_back(std::move(*edit));
    }
    return {};
}

} // namespace

bool isProject(std::string_view bytes)
{
    // The name stands behind the 30 bytes of the first member's header.
    constexpr std::size_t nameAt = 30;
    return isZip(bytes) && bytes.size() > nameAt && bytes.substr(nameAt).starts_with(manifestName);
}

Result<Project> readProject(std::string_view bytes)
{
    Project project;
    std::set<std::string, std::less<>> seen;
    const auto take = [&](const std::string &name, Result<std::string> content) -> Status {
        RETURN_IF_FAILED(content);
        if (!seen.insert(name).second) {
            return badProject("the archive has it twice");
        }
        if (name == manifestName) {
            return readManifest(*content, project);
        }
        if (name == editsName) {
            return readEdits(*content, project.edits);
        }
        if (name == modelName) {
            project.original = std::move(*content);
        } else {
            project.members.emplace(name, std::move(*content));
        }
        return {};
    };
    if (const Status status = readZip(bytes, maxProjectBytes, take); !status) {
        return badProject(status.error().message);
    }
    for (const std::string_view needed : {manifestName, modelName}) {
        if (seen.count(needed) == 0 && !(needed == modelName && project.originalFile)) {
            return badProject("the archive has no " + quoted(needed) + ", expected a project file");
        }
    }
    return project;
}

Result<std::string> writeProject(const Project &project)
{
    ZipWriter archive;
    Status status = archive.add(std::string(manifestName), manifestText(project), false);
    if (status && !project.originalFile) {
        status = archive.add(std::string(modelName), project.original, true);
    }
    if (status) {
        status = archive.add(std::string(editsName), editsText(project.edits), true);
    }
    for (const auto &[name, content] : project.members) {
        if (status) {
            status = archive.add(name, content, true);
        }
    }
    return status ? Result<std::string>(archive.finish()) : status.error();
}

namespace {

Result<OpenedModel> openOriginal(const Project &project, const std::string &name,
                                 const FormatRegistry &formats, const OpRegistry &ops,
                                 Semantics semantics)
{
    if (!project.originalFile) {
        return openModelText(project.original, name, formats, ops, semantics);
    }
    auto bytes = findOriginal(*project.originalFile, std::filesystem::path(name).parent_path());
    if (!bytes) {
        Diagnostic error = bytes.error();
        error.where.file = name;
        return error;
    }
    if (isProject((*bytes)->view())) {
        return badProject("the model is a project itself, expected a model");
    }
    return openModelBytes(std::move(*bytes), name, formats, ops, semantics);
}

/// The model that a project starts from, in it or where it is.
Status setOriginal(Project &project, const FileBytes &model)
{
    project.original.clear();
    project.originalFile.reset();
    if (!model.isMapped()) {
        project.original = model.view();
        return {};
    }
    ASSIGN_OR_RETURN(project.originalFile, referTo(model));
    return {};
}

} // namespace

Result<OpenedModel> openProjectText(std::string_view bytes, const std::string &name,
                                    const FormatRegistry &formats, const OpRegistry &ops,
                                    std::optional<Semantics> semantics)
{
    Result<Project> read = readProject(bytes);
    if (!read) {
        Diagnostic error = read.error();
        error.where.file = name;
        return error;
    }
    if (isProject(read->original)) {
        return badProject("the model is a project itself, expected a model");
    }
    const auto project = std::make_shared<const Project>(std::move(*read));
    Result<OpenedModel> model =
        openOriginal(*project, name, formats, ops, semantics.value_or(project->semantics));
    if (!model) {
        return model;
    }
    for (const Edit &edit : project->edits) {
        if (const auto undo = apply(model->graph, edit); !undo) {
            return badProject("edits.json: " + undo.error().message);
        }
    }
    if (!project->edits.empty()) {
        model->diagnostics = checkWithSubgraphs(model->graph, ops, model->semantics);
        for (Diagnostic &one : model->diagnostics) {
            one.where.file = name;
        }
    }
    model->project = project;
    return model;
}

namespace {

/// The files that declare operators of the graph, so that the project opens everywhere.
void keepOperators(const Graph &graph, const OpRegistry &ops,
                   std::map<std::string, std::string> &members)
{
    std::set<std::string> used;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (const OpSpec *spec = node.isVariable() ? nullptr : ops.find(node)) {
            used.insert(spec->declaredIn);
        }
    }
    std::erase_if(members, [](const auto &member) {
        return member.first.starts_with(project_members::operatorsFolder);
    });
    std::size_t number = 0;
    for (const OperatorFile &file : ops.declared().files()) {
        if (used.contains(file.path)) {
            const std::string name = std::filesystem::path(file.path).filename().string();
            members[fmt::format("{}{}/{}", project_members::operatorsFolder, number++, name)] =
                file.text;
        }
    }
}

} // namespace

Result<std::string> projectText(const OpenedModel &model, const FormatRegistry &formats,
                                const OpRegistry &ops,
                                const std::map<std::string, std::string> &members)
{
    Project project = model.project ? *model.project : Project();
    RETURN_IF_FAILED(setOriginal(project, *model.text));
    project.semantics = model.semantics;
    if (!model.project) {
        project.name = model.path.filename().string();
    }
    ASSIGN_OR_RETURN(const OpenedModel first,
                     openModelBytes(model.text, project.name, formats, ops, model.semantics));
    project.edits.clear();
    Edit edit = differenceEdit(first.graph, model.graph);
    const auto *all = std::get_if<CompositeEdit>(&edit.change);
    if (!all || !all->edits.empty()) {
        project.edits.push_back(std::move(edit));
    }
    for (const auto &[name, content] : members) {
        project.members[name] = content;
    }
    keepOperators(model.graph, ops, project.members);
    return writeProject(project);
}

bool hasProjectName(const std::filesystem::path &path)
{
    return toLower(path.extension().string()) == ".nervure";
}

} // namespace nervure
