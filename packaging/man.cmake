# SPDX-License-Identifier: Apache-2.0
# man nervure and man nervure-cli, in English and Chinese: from the manual and the programs' --help.
find_program(NERVURE_LOWDOWN lowdown)
if(NOT NERVURE_LOWDOWN OR NERVURE_SANITIZE OR CMAKE_CROSSCOMPILING)
    return()
endif()

# nervure_man_page(<program> <component> <folder of the manual> <folder of man pages>)
function(nervure_man_page program component language folder)
    set(manual ${CMAKE_SOURCE_DIR}/resources/manual/${language})
    set(page ${CMAKE_CURRENT_BINARY_DIR}/man/${language}/${program}.1)
    file(GLOB pages CONFIGURE_DEPENDS ${manual}/*.md)
    add_custom_command(OUTPUT ${page}
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/make-man $<TARGET_FILE:${program}> ${manual} ${page}
        DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/make-man ${program} ${pages}
        COMMENT "man ${program} (${language})")
    install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/${folder} COMPONENT ${component})
    set_property(GLOBAL APPEND PROPERTY NERVURE_MAN_PAGES ${page})
endfunction()

nervure_man_page(nervure-cli cli en man1)
nervure_man_page(nervure-cli cli zh zh_CN/man1)
if(NERVURE_GUI)
    nervure_man_page(nervure gui en man1)
    nervure_man_page(nervure gui zh zh_CN/man1)
endif()
get_property(man_pages GLOBAL PROPERTY NERVURE_MAN_PAGES)
add_custom_target(man_pages ALL DEPENDS ${man_pages})
