"""Sphinx: the site of the manual. Built by docs/build.sh from a copy, where reference/ has been written."""

import os
import re

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "include", "duel.h"), encoding="utf-8") as header:
    release = version = re.search(r'DUEL_VERSION "(.*)"', header.read()).group(1)

project = "duel"
author = "the authors of duel"
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["benches", "examples", "programs", "include", "tool"]
primary_domain = None
highlight_language = "text"
c_extra_keywords = []

html_theme = "furo"
html_title = f"duel {release}"
html_static_path = ["static"]
html_css_files = ["duel.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {"color-brand-primary": "#0b5fa5", "color-brand-content": "#0b5fa5"},
    "dark_css_variables": {"color-brand-primary": "#7cb7ee", "color-brand-content": "#7cb7ee"},
}
pygments_style = "friendly"
pygments_dark_style = "github-dark"
