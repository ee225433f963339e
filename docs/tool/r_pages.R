# Writes R's reference and vignettes as HTML: Rscript docs/tool/r_pages.R FOLDER, from the root of the repository.
# Vignettes run, and need the package; without it there are the pages of its functions alone.
out <- commandArgs(TRUE)[1L]
dir.create(out, recursive = TRUE, showWarnings = FALSE)
package <- "bindings/r"

escaped <- function(text) gsub("<", "&lt;", gsub("&", "&amp;", text, fixed = TRUE), fixed = TRUE)

entries <- function(rd, tag) {
    found <- Filter(function(part) identical(attr(part, "Rd_tag"), tag), rd)
    vapply(found, function(part) trimws(paste(unlist(part), collapse = "")), "")
}

files <- sort(dir(file.path(package, "man"), "[.]Rd$", full.names = TRUE), method = "radix")
pages <- lapply(files, tools::parse_Rd)
names <- sub("[.]Rd$", ".html", basename(files))
aliases <- lapply(pages, entries, "\\alias")
links <- stats::setNames(rep(names, lengths(aliases)), unlist(aliases))
# Formulas as text: nothing is loaded from elsewhere. Pages of other packages are not here: their links are plain text.
options(help.htmlmath = "")
for (i in seq_along(pages)) {
    html <- utils::capture.output(suppressWarnings(
        tools::Rd2HTML(pages[[i]], package = "duel", Links = links, Links2 = c(none = ""), stylesheet = "R.css")))
    html <- gsub("<a href=\"\\.\\./[^\"]*\">(.*?)</a>", "\\1", html, perl = TRUE)
    writeLines(gsub("00Index.html", "index.html", html, fixed = TRUE), file.path(out, names[i]))
}
invisible(file.copy(file.path(R.home("doc"), "html", "R.css"), out, overwrite = TRUE))

vignettes <- sort(dir(file.path(package, "vignettes"), "[.]Rmd$", full.names = TRUE), method = "radix")
woven <- character()
if (requireNamespace("duel", quietly = TRUE)) {
    knitr <- requireNamespace("rmarkdown", quietly = TRUE) && rmarkdown::pandoc_available("1.14")
    scratch <- tempfile("vignettes")
    dir.create(scratch)
    invisible(file.copy(vignettes, scratch))
    root <- setwd(scratch)
    woven <- vapply(basename(vignettes), function(file)
        if (knitr) basename(rmarkdown::render(file, quiet = TRUE)) else getFromNamespace("weave", "duel")(file), "")
    setwd(root)
    invisible(file.copy(file.path(scratch, woven), out, overwrite = TRUE))
} else {
    message("docs: R's vignettes are left out, because the package duel is not installed")
}

link <- function(file, text) sprintf("<li><a href=\"%s\">%s</a></li>", file, escaped(text))
titles <- vapply(vignettes, function(file)
    gsub("^title: *\"?|\"$", "", grep("^title:", readLines(file), value = TRUE)[1L]), "")
writeLines(c("<!DOCTYPE html>", "<html lang=\"en\"><head><meta charset=\"utf-8\"><title>duel for R</title>",
             "<link rel=\"stylesheet\" href=\"R.css\"></head><body><h1>duel for R</h1>",
             if (length(woven)) c("<h2>Vignettes</h2><ul>", link(woven, titles), "</ul>"),
             "<h2>Functions</h2><ul>",
             link(names, paste0(sub("[.]html$", "", names), ": ", vapply(pages, entries, "", "\\title"))),
             "</ul></body></html>"), file.path(out, "index.html"))
cat(file.path(out, "index.html"), "\n", sep = "")
