# The vignette engine, on a page of its own.
library(duel)
source("support/expect.R")

stopifnot(duel:::base64(charToRaw("Man")) == "TWFu", duel:::base64(charToRaw("Ma")) == "TWE=",
          duel:::base64(charToRaw("M")) == "TQ==", duel:::base64(as.raw(0:5)) == "AAECAwQF")
page <- tempfile(fileext = ".Rmd")
writeLines(c("---", "title: \"A < B\"", "output: rmarkdown::html_vignette", "---", "", "```{r, include = FALSE}", "hidden <- 1", "```", "",
             "Some *em*, **bold**,", "`x < y` and `r 6 * 7`; [here](http://a.b).", "", "- one", "  more", "- two", "",
             "```{r}", "y <- 3", "y + 1  # four", "```", "",
             "```{r, fig.width = 3, fig.height = 2, fig.alt = \"a line\"}", "plot(1:2)", "```", "", "## More of it", "",
             "End."), page)
old <- setwd(tempdir())
html <- readLines(duel:::weave(page))
code <- readLines(duel:::tangle(page))
setwd(old)
has <- function(text) stopifnot(any(grepl(text, html, fixed = TRUE)))
has("<h1 id=\"a-b\">A &lt; B</h1>")
has("<li><a href=\"#more-of-it\">More of it</a></li>")
has("<h2 id=\"more-of-it\">More of it</h2>")
has("<p>Some <em>em</em>, <b>bold</b>, <code>x &lt; y</code> and 42; <a href=\"http://a.b\">here</a>.</p>")
has("<ul><li>one more</li>")
has("<pre class=\"output\">[1] 4</pre>")
has("y + 1")
has("<img alt=\"a line\" src=\"data:image/svg+xml;base64,PD94bWw")
stopifnot(sum(grepl("class=\"output\"", html)) == 1, identical(code[1:2], c("y <- 3", "y + 1  # four")),
          !any(grepl("hidden|html_vignette", html)), !any(grepl("hidden", code)))

writeLines(c("---", "title: \"A\"", "---", "```{r}", "stop('broken')", "```"), page)
fails(duel:::weave(page), "simpleError", "broken")
