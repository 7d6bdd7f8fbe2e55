# SPDX-License-Identifier: Apache-2.0
# CPack runs this on what it is about to pack: what Debian wants of documents, for each component.
#   changelog.gz from CHANGELOG.md, changelog.Debian.gz with its versions, compressed man pages.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md versions REGEX "^## [0-9.]+ \\([0-9-]+\\)$")

# The day of a version as Debian's changelogs have it: equal sources give equal packages.
function(debian_date day result)
    execute_process(COMMAND env LC_ALL=C date --utc --date=${day} "+%a, %d %b %Y %H:%M:%S +0000"
        OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    set(${result} ${date} PARENT_SCOPE)
endfunction()

file(GLOB folders ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/usr/share/doc/*)
foreach(folder IN LISTS folders)
    get_filename_component(package ${folder} NAME)
    set(text "")
    foreach(line IN LISTS versions)
        string(REGEX MATCH "([0-9.]+) \\(([0-9-]+)\\)" line "${line}")
        set(version ${CMAKE_MATCH_1})
        debian_date(${CMAKE_MATCH_2} date)
        string(APPEND text
            "${package} (${version}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
            "  * New upstream version.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n\n")
    endforeach()
    string(STRIP "${text}" text)
    file(WRITE ${folder}/changelog.Debian "${text}\n")
    file(RENAME ${folder}/CHANGELOG.md ${folder}/changelog)
    file(GLOB texts ${folder}/changelog*)
    file(GLOB_RECURSE man ${folder}/../../man/*.1)
    execute_process(COMMAND gzip -9n ${texts} ${man} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
