.onLoad <- function(libname, pkgname) {
    state$version <- .Call(C_version)
    state$constants <- .Call(C_constants)
}

.onUnload <- function(libpath) library.dynam.unload("duel", libpath)
