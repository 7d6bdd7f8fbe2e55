# SPDX-License-Identifier: Apache-2.0
# Debian packages by CPack: packaging/deb builds what they hold and runs it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME nervure)
set(CPACK_PACKAGE_VENDOR "The Nervure authors")
set(CPACK_PACKAGE_CONTACT "The Nervure authors <nervure@users.noreply.github.com>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL cli)
if(NERVURE_GUI)
    list(APPEND CPACK_COMPONENTS_ALL gui)
endif()
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/debian_documents.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_CLI_PACKAGE_NAME nervure-cli)
set(CPACK_DEBIAN_CLI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
set(CPACK_DEBIAN_CLI_DESCRIPTION "neural-network graphs on the command line
Looks at, edits, converts, infers, runs and profiles graphs of NNVM, MXNet,
TVM, LightNet and ONNX, on any OpenCL device or on a reference of its own.")

set(CPACK_DEBIAN_GUI_PACKAGE_NAME nervure)
set(CPACK_DEBIAN_GUI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_GUI_PACKAGE_DEPENDS
    "nervure-cli (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_DEBIAN_GUI_PACKAGE_RECOMMENDS
    "qt6-qpa-plugins, qt6-wayland, qt6-translations-l10n, fonts-noto-cjk")
set(CPACK_DEBIAN_GUI_DESCRIPTION "visual editor and profiler of neural-network graphs
Shows a network as a graph, with shapes, memory plans and times; runs the
passes of a compiler step by step and tells what each of them changed;
edits attributes and structure; profiles layer by layer on OpenCL devices.")
include(CPack)
