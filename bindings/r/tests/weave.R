# The vignette engine, on a page of its own.
library(duel)
source("support/expect.R")

stopifnot(duel:::base64(charToRaw("Man")) == "TWFu", duel:::base64(charToRaw("Ma")) == "TWE=",
          duel:::base64(charToRaw("M")) == "TQ==", duel:::base64(as.raw(0:5)) == "AAECAwQF")
page <- tempfile(fileext = ".Rmd")
writeLines(c("<!--", "%\\VignetteIndexEntry{x}", "-->", "", "# A < B", "", "Some *em*, **bold**,",
             "`x < y` and `r 6 * 7`; [here](http://a.b).", "", "- one", "  more", "- two", "",
             "```{r}", "y <- 3", "y + 1  # four", "```", "", "```{r plot 3x2 a line}", "plot(1:2)",
             "```"), page)
old <- setwd(tempdir())
html <- readLines(duel:::weave(page))
code <- readLines(duel:::tangle(page))
setwd(old)
has <- function(text) stopifnot(any(grepl(text, html, fixed = TRUE)))
has("<h1>A &lt; B</h1>")
has("<p>Some <em>em</em>, <b>bold</b>, <code>x &lt; y</code> and 42; <a href=\"http://a.b\">here</a>.</p>")
has("<ul><li>one more</li>")
has("<pre class=\"output\">[1] 4</pre>")
has("y + 1")
has("<img alt=\"a line\" src=\"data:image/svg+xml;base64,PD94bWw")
stopifnot(sum(grepl("class=\"output\"", html)) == 1, identical(code[1:2], c("y <- 3", "y + 1  # four")),
          !any(grepl("VignetteIndexEntry", html)))
writeLines(c("-->", "```{r}", "stop('broken')", "```"), page)
fails(duel:::weave(page), "simpleError", "broken")
