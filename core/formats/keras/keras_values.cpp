// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_values.h"

#include "core/formats/hdf5/hdf5_file.h"
#include "core/graph/keras_arrays.h"
#include "core/graph/op/attr_field.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <set>
#include <utility>

namespace nervure {

namespace {

Diagnostic valuesError(const std::string &message)
{
    return makeError("keras-weights", message);
}

/// Files of Keras 2: each layer of the model has a group, whose attribute lists its arrays in order. Those of a
/// model inside are one list: all that is trained, then the rest.
class ListedValues {
public:
    ListedValues(const KerasGraph &model, const Hdf5Index &index) : m_index(index)
    {
        for (const KerasGraphLayer &layer : model.layers) {
            if (layer.arrays.empty()) {
                continue;
            }
            if (m_arrays.count(layer.path.front()) == 0) {
                m_order.push_back(layer.path.front());
            }
            auto &arrays = m_arrays[layer.path.front()];
            const bool isInside = layer.path.size() > 1;
            for (const KerasGraphArray &array : layer.arrays) {
                arrays[isInside && !array.isTrained ? 1 : 0].push_back(array.variable);
            }
        }
    }

    KerasValuePaths find(const std::string &root)
    {
        for (const std::string &layer : m_order) {
            findLayer(root + layer, layer);
        }
        return std::move(m_paths);
    }

private:
    void findLayer(const std::string &group, const std::string &layer)
    {
        const auto names = m_index.allTexts(group + "@weight_names");
        auto variables = m_arrays[layer][0];
        variables.insert(variables.end(), m_arrays[layer][1].begin(), m_arrays[layer][1].end());
        for (std::size_t i = 0; i < variables.size(); ++i) {
            if (variables[i].empty()) {
                continue;
            }
            const std::string path = i < names.size() ? group + '/' + names[i] : group;
            if (names.size() != variables.size()) {
                m_paths.missing[variables[i]] =
                    "layer " + quoted(layer) + " has " + std::to_string(names.size())
                    + " arrays in the file, expected " + std::to_string(variables.size());
            } else if (m_index.datasets.count(path) == 0) {
                m_paths.missing[variables[i]] =
                    "there is no array " + quoted(path) + " in the file";
            } else {
                m_paths.found[variables[i]] = path;
            }
        }
    }

    const Hdf5Index &m_index;
    std::vector<std::string> m_order; ///< layers of the outermost model
    std::map<std::string, std::array<std::vector<std::string>, 2>> m_arrays; ///< trained, and not
    KerasValuePaths m_paths;
};

/// "BatchNormalization" as "batch_normalization"; a person's own class, "Mine>Block", without its package.
std::string snakeCase(const std::string &className)
{
    const std::string name = className.substr(className.find('>') + 1); // all, where there is none
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto is = [&name](std::size_t at, int (*test)(int)) {
            return at < name.size() && test(static_cast<unsigned char>(name[at])) != 0;
        };
        const bool isWord = i > 0 && is(i, std::isupper)
                            && (is(i - 1, std::islower)
                                || ((is(i - 1, std::isupper) || is(i - 1, std::isdigit))
                                    && is(i + 1, std::islower)));
        text += isWord ? "_" : "";
        text += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
    }
    return text;
}

/// Files of Keras 3 and the later ones of Keras 2: groups in groups, called after the layers' classes with numbers, or
/// after the layers. The group of a layer's own arrays may say the layer's name.
class NestedValues {
public:
    NestedValues(const KerasGraph &model, const Hdf5Index &index) : m_model(model), m_index(index)
    {
        for (const auto &[key, texts] : index.texts) {
            constexpr std::string_view ending = "/vars@name";
            const std::string_view path(key);
            if (path.ends_with(ending) && texts.size() == 1) {
                const std::string group(path.substr(0, path.size() - ending.size()));
                const std::string parent = group.substr(0, group.rfind('/'));
                m_named.emplace(parent + '/' + texts.front(), group);
            }
        }
    }

    KerasValuePaths find()
    {
        for (const KerasGraphLayer &layer : m_model.layers) {
            std::string group;
            for (std::size_t i = 0; i < layer.path.size(); ++i) {
                // A model that a layer wraps is its member "layer".
                const bool isWrapped = i > 0 && layer.classes[i - 1] == "TimeDistributed";
                group = groupOf(listIn(group + (isWrapped ? "/layer" : "")), layer.path[i],
                                layer.classes[i]);
            }
            for (const KerasGraphArray &array : layer.arrays) {
                if (!array.variable.empty()) {
                    findArray(group, array);
                }
            }
        }
        return std::move(m_paths);
    }

private:
    /// The group of a model's layers. Keras 2.12 and 2.13 have another name for it.
    [[nodiscard]] std::string listIn(const std::string &model) const
    {
        const std::string parent = model.empty() ? "" : model + '/';
        const std::string other = parent + "_layer_checkpoint_dependencies";
        const auto first = m_index.datasets.lower_bound(other + '/');
        const bool isOther =
            first != m_index.datasets.end() && first->first.starts_with(other + '/');
        return isOther ? other : parent + "layers";
    }

    /// Members of layers that are their own business begin with an underscore in Keras 2.
    void findArray(const std::string &group, const KerasGraphArray &array)
    {
        for (const char *prefix : {"/", "/_"}) {
            const std::string path = group + prefix + array.place;
            if (m_index.datasets.count(path) != 0) {
                m_paths.found[array.variable] = path;
                return;
            }
        }
        m_paths.missing[array.variable] =
            "there is no array " + quoted(group + '/' + array.place) + " in the file";
    }

    /// The group of a layer among those in `parent`.
    std::string groupOf(const std::string &parent, const std::string &name,
                        const std::string &className)
    {
        const std::string own = parent + '/' + name;
        if (const auto named = m_named.find(own); named != m_named.end()) {
            return named->second;
        }
        const auto [known, isNew] = m_groups.try_emplace(own);
        if (isNew) {
            const std::string kind = parent + '/' + snakeCase(className);
            const std::size_t number = m_counts[kind]++;
            known->second = number == 0 ? kind : kind + '_' + std::to_string(number);
        }
        return known->second;
    }

    const KerasGraph &m_model;
    const Hdf5Index &m_index;
    std::map<std::string, std::string> m_named;  ///< "layers/NAME": the group
    std::map<std::string, std::string> m_groups; ///< the same of those that do not say their names
    std::map<std::string, std::size_t> m_counts; ///< of these, by class
    KerasValuePaths m_paths;
};

bool hasTexts(const Hdf5Index &index, const std::string &attribute)
{
    return index.texts.count(attribute) != 0 || index.texts.count(attribute + '0') != 0;
}

/// The layers of a document, as its names tell of them. Names of layers may have slashes of their own: the group of
/// a layer of Keras 2 is the shortest that lists arrays.
class KerasDocumentLayers {
public:
    KerasDocumentLayers(const Graph &graph, const Hdf5Index &index) : m_graph(graph), m_index(index)
    {}

    [[nodiscard]] std::vector<KerasGraphLayer> find()
    {
        for (const NodeId id : m_graph.nodes()) {
            addLayerOf(m_graph.node(id));
        }
        return std::move(m_layers);
    }

private:
    void addLayerOf(const Node &node)
    {
        const auto arrays = kerasArrays(node.op, node.attrs);
        KerasGraphLayer layer;
        for (const Entry &input : node.inputs) {
            const std::size_t next = layer.arrays.size();
            if (next == arrays.size() || !m_graph.contains(input.node)) {
                break;
            }
            const Node &variable = m_graph.node(input.node);
            if (!variable.isVariable() || !variable.name.ends_with('/' + arrays[next].name)) {
                continue;
            }
            if (next == 0) {
                const std::size_t ending = arrays[0].name.size() + 1;
                setPath(variable.name.substr(0, variable.name.size() - ending), node, layer);
            }
            layer.arrays.push_back({variable.name, arrays[next].place, arrays[next].isTrained});
        }
        for (std::size_t i = layer.arrays.size(); !layer.arrays.empty() && i < arrays.size(); ++i) {
            layer.arrays.push_back({{}, arrays[i].place, false}); // that no run reads
        }
        if (!layer.arrays.empty() && m_known.insert(layer.arrays[0].variable).second) {
            m_layers.push_back(std::move(layer));
        }
    }

    void setPath(const std::string &name, const Node &node, KerasGraphLayer &layer) const
    {
        std::size_t end = name.find('/');
        while (end != std::string::npos && !listsArrays(name.substr(0, end))) {
            end = name.find('/', end + 1);
        }
        layer.path = {name.substr(0, end)};
        if (end != std::string::npos) {
            layer.path.push_back(name.substr(end + 1));
            layer.classes.emplace_back("Functional");
        }
        layer.classes.push_back(node.op);
    }

    [[nodiscard]] bool listsArrays(const std::string &group) const
    {
        return hasTexts(m_index, group + "@weight_names")
               || hasTexts(m_index, "model_weights/" + group + "@weight_names");
    }

    const Graph &m_graph;
    const Hdf5Index &m_index;
    std::set<std::string> m_known;
    std::vector<KerasGraphLayer> m_layers;
};

Shape kerasArrayShape(const Hdf5Dataset &dataset)
{
    Shape shape(dataset.shape.begin(), dataset.shape.end());
    if (shape.isScalar()) {
        shape.push_back(1);
    }
    return shape;
}

Result<Tensor> tensorOfHdf5(const Hdf5Dataset &dataset, std::string_view file)
{
    const DType type = toDType(dataset.type);
    if (!dataset.problem.empty() || type == DType::Unknown) {
        return valuesError(dataset.path + ": " + dataset.problem);
    }
    ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(type, kerasArrayShape(dataset)));
    std::string unpacked;
    std::optional<std::string_view> elements = hdf5Elements(dataset, file);
    if (!elements) {
        ASSIGN_OR_RETURN(unpacked, unpackedHdf5Elements(dataset, file, {}));
        elements = unpacked;
    }
    std::memcpy(tensor.data(), elements->data(), std::min(elements->size(), tensor.byteSize()));
    return tensor;
}

} // namespace

KerasValuePaths findKerasValues(const KerasGraph &model, const Hdf5Index &index)
{
    if (hasTexts(index, "model_weights@layer_names")) {
        return ListedValues(model, index).find("model_weights/");
    }
    if (hasTexts(index, "@layer_names")) {
        return ListedValues(model, index).find("");
    }
    return NestedValues(model, index).find();
}

void tellKerasShapes(KerasGraph &model, const Hdf5Index &index)
{
    const KerasValuePaths paths = findKerasValues(model, index);
    const std::vector<NodeId> nodes(model.graph.nodes().begin(), model.graph.nodes().end());
    for (const NodeId id : nodes) {
        const auto path = paths.found.find(model.graph.node(id).name);
        if (path == paths.found.end()) {
            continue;
        }
        const Shape shape = kerasArrayShape(index.datasets.at(path->second));
        if (!isUnknown(shape)) {
            model.graph.edit(id).attrs.set("shape", NnvmAttrText::print(shape));
        }
    }
}

Result<TensorMap> readKerasValues(std::string_view file, const Graph &graph)
{
    if (!isHdf5(file)) {
        return valuesError("found no HDF5 file, expected weights that Keras saved");
    }
    ASSIGN_OR_RETURN(const Hdf5Index index, readHdf5Index(file));
    KerasGraph model;
    model.layers = KerasDocumentLayers(graph, index).find();
    const KerasValuePaths paths = findKerasValues(model, index);
    if (!paths.missing.empty()) {
        return valuesError(paths.missing.begin()->second);
    }
    TensorMap values;
    for (const auto &[name, path] : paths.found) {
        ASSIGN_OR_RETURN(Tensor tensor, tensorOfHdf5(index.datasets.at(path), file));
        values.insert_or_assign(name, std::move(tensor));
    }
    return values;
}

} // namespace nervure
