# A vignette engine that needs nothing but R, for where knitr and pandoc are not: a little Markdown (headings,
# paragraphs, lists, code, emphasis, links), chunks of R that are run and echoed, plots as SVG inside one HTML page with
# a table of contents.
#
# Of the head it reads the title, of the options of a chunk fig.width, fig.height, fig.alt and include = FALSE; `r
# expression` in the text is replaced by its value.

weave <- function(file, encoding = "UTF-8", ...) {
    lines <- readLines(file, encoding = encoding)
    title <- gsub("^title: *\"?|\"$", "", grep("^title:", lines, value = TRUE)[1L])
    lines <- c(paste("#", title), "", vignette_lines(lines))
    env <- new.env(parent = globalenv())
    old <- options(width = 92)
    on.exit(options(old))
    body <- unlist(lapply(vignette_parts(lines), function(part)
        if (is.null(part$header)) text_html(part$lines, env) else chunk_html(part, env)))
    body <- append(body, contents_html(body), match(TRUE, startsWith(body, "<h1")))
    out <- sub("[.][Rr]md$", ".html", basename(file))
    style <- c("body{max-width:46em;margin:2em auto;padding:0 1em;color:#222}",
               "body{font:17px/1.5 Georgia,serif}",
               "h1,h2{font-family:sans-serif;line-height:1.2}img{max-width:100%}",
               "pre{font-size:13px;line-height:1.35;overflow-x:auto;padding:.6em;margin:.4em 0}",
               "pre.source{background:#f2f2f2}pre.output{border-left:3px solid #ddd}")
    writeLines(enc2utf8(c("<!DOCTYPE html>", "<html lang=\"en\"><head><meta charset=\"utf-8\">",
                          paste0("<title>", escaped(title), "</title>"),
                          "<style>", style, "</style></head><body>", body, "</body></html>")),
               out, useBytes = TRUE)
    out
}

# The chunks alone.
tangle <- function(file, encoding = "UTF-8", ...) {
    parts <- vignette_parts(vignette_lines(readLines(file, encoding = encoding)))
    code <- unlist(lapply(parts, function(part) if (!is.null(part$header)) c(part$lines, "")))
    out <- sub("[.][Rr]md$", ".R", basename(file))
    writeLines(enc2utf8(code), out, useBytes = TRUE)
    out
}

# The lines after the head, without chunks that are not to be seen.
vignette_lines <- function(lines) {
    ends <- which(lines == "---")
    lines <- lines[seq_along(lines) > if (length(ends) >= 2L) ends[2L] else 0L]
    hidden <- grepl("^```\\{r.*include *= *FALSE", lines)
    close <- which(lines == "```")
    for (at in which(hidden))
        hidden[at:close[close > at][1L]] <- TRUE
    lines[!hidden]
}

# Runs of text and chunks in turn: list(header = NULL or text, lines).
vignette_parts <- function(lines) {
    open <- grepl("^```\\{r", lines)
    close <- lines == "```"
    inside <- cumsum(open) - cumsum(close) + close
    run <- cumsum(c(TRUE, diff(inside) != 0) | open)
    lapply(unname(split(seq_along(lines), run)), function(at) {
        if (!open[at[1L]])
            return(list(lines = lines[at]))
        list(header = gsub("^```\\{r,? *|\\}$", "", lines[at[1L]]),
             lines = lines[at[-c(1L, length(at))]])
    })
}

escaped <- function(text)
    gsub(">", "&gt;", gsub("<", "&lt;", gsub("&", "&amp;", text, fixed = TRUE), fixed = TRUE),
         fixed = TRUE)

# Code spans, values, links and emphasis.
inline_html <- function(text, env) {
    pieces <- strsplit(text, "`", fixed = TRUE)[[1L]]
    code <- seq_along(pieces) %% 2L == 0L
    value <- code & startsWith(pieces, "r ")
    pieces[value] <- vapply(pieces[value], function(piece)
        escaped(paste(eval(str2lang(substring(piece, 3L)), env), collapse = ", ")), "")
    pieces[code & !value] <- paste0("<code>", escaped(pieces[code & !value]), "</code>")
    plain <- escaped(pieces[!code])
    plain <- gsub("\\[([^]]+)\\]\\(([^)]+)\\)", "<a href=\"\\2\">\\1</a>", plain)
    plain <- gsub("\\*\\*([^*]+)\\*\\*", "<b>\\1</b>", plain)
    pieces[!code] <- gsub("\\*([^*]+)\\*", "<em>\\1</em>", plain)
    paste(pieces, collapse = "")
}

text_html <- function(lines, env) {
    blocks <- split(lines[lines != ""], cumsum(lines == "")[lines != ""])
    vapply(blocks, function(block) {
        if (grepl("^#+ ", block[1L])) {
            level <- nchar(sub("^(#+) .*", "\\1", block[1L]))
            name <- sub("^#+ ", "", block[1L])
            return(sprintf("<h%d id=\"%s\">%s</h%d>", level, anchor(name), inline_html(name, env), level))
        }
        if (!startsWith(block[1L], "- "))
            return(paste0("<p>", inline_html(paste(block, collapse = " "), env), "</p>"))
        items <- tapply(sub("^(- |  )", "", block), cumsum(startsWith(block, "- ")), paste,
                        collapse = " ")
        paste0("<ul>", paste0("<li>", vapply(items, inline_html, "", env = env), "</li>",
                              collapse = "\n"), "</ul>")
    }, "", USE.NAMES = FALSE)
}

anchor <- function(title) gsub("[^a-z0-9]+", "-", tolower(title))

# The sections of a page, with links.
contents_html <- function(body) {
    heading <- regmatches(body, regexec("^<h2 id=\"([^\"]*)\">(.*)</h2>$", body))
    lines <- vapply(Filter(length, heading), function(part)
        sprintf("<li><a href=\"#%s\">%s</a></li>", part[2L], part[3L]), "")
    c("<ul>", lines, "</ul>")
}

chunk_html <- function(part, env) {
    size <- regmatches(part$header, regexec("fig.width = ([0-9.]+), fig.height = ([0-9.]+), fig.alt = \"(.*)\"$",
                                            part$header))[[1L]]
    if (length(size)) {
        file <- tempfile(fileext = ".svg")
        on.exit(unlink(file))
        grDevices::svg(file, as.numeric(size[2L]), as.numeric(size[3L]))
        device <- grDevices::dev.cur()
    }
    code <- parse(text = part$lines, keep.source = TRUE)
    html <- unlist(lapply(seq_along(code), function(i) {
        output <- utils::capture.output({
            value <- withVisible(eval(code[[i]], env))
            if (value$visible)
                print(value$value)
        })
        source <- as.character(attr(code, "srcref")[[i]])
        c(paste0("<pre class=\"source\">", escaped(paste(source, collapse = "\n")), "</pre>"),
          if (length(output))
              paste0("<pre class=\"output\">", escaped(paste(output, collapse = "\n")), "</pre>"))
    }))
    if (!length(size))
        return(html)
    grDevices::dev.off(device)
    bytes <- readBin(file, "raw", file.size(file))
    c(html, sprintf("<p><img alt=\"%s\" src=\"data:image/svg+xml;base64,%s\"></p>",
                    escaped(size[4L]), base64(bytes)))
}

base64 <- function(bytes) {
    padding <- -length(bytes) %% 3L
    triple <- matrix(as.integer(c(bytes, raw(padding))), 3L)
    six <- rbind(triple[1L, ] %/% 4L, triple[1L, ] %% 4L * 16L + triple[2L, ] %/% 16L,
                 triple[2L, ] %% 16L * 4L + triple[3L, ] %/% 64L, triple[3L, ] %% 64L)
    text <- c(LETTERS, letters, 0:9, "+", "/")[six + 1L]
    if (padding)
        text[length(text) + 1L - seq_len(padding)] <- "="
    paste(text, collapse = "")
}
