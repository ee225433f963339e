.onLoad <- function(libname, pkgname) {
    state$version <- .Call(C_version)
    state$constants <- .Call(C_constants)
    state$choices <- words_of(state$constants)
    tools::vignetteEngine("plain", weave = weave, tangle = tangle, pattern = "[.]Rmd$",
                          package = pkgname)
}

.onUnload <- function(libpath) library.dynam.unload("duel", libpath)
