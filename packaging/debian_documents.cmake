# SPDX-License-Identifier: Apache-2.0
# CPack runs this on what it is about to pack: what Debian wants of documents, for each component.
#   changelog.gz from CHANGELOG.md, changelog.Debian.gz for the packaging, compressed man pages.
file(GLOB folders ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/usr/share/doc/*)
# That of the newest version, so that equal sources give equal packages.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md newest
    REGEX "^## [0-9.]+ \\([0-9-]+\\)" LIMIT_COUNT 1)
string(REGEX REPLACE ".*\\(([0-9-]+)\\)" "\\1" day "${newest}")
execute_process(COMMAND env LC_ALL=C date --utc --date=${day} "+%a, %d %b %Y %H:%M:%S +0000"
    OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
foreach(folder IN LISTS folders)
    get_filename_component(package ${folder} NAME)
    file(RENAME ${folder}/CHANGELOG.md ${folder}/changelog)
    file(WRITE ${folder}/changelog.Debian
"${package} (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * New upstream version.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
    file(GLOB texts ${folder}/changelog*)
    file(GLOB_RECURSE man ${folder}/../../man/*.1)
    execute_process(COMMAND gzip -9n ${texts} ${man} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
