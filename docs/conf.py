"""Sphinx: `pip install -e ".[docs]" && sphinx-build -qW -j 2 docs build/docs`. Nothing is fetched."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

project = "bninit"
author = "the authors of bninit"
release = version = installed("bninit")

extensions = [
    "myst_nb",  # Markdown, and the notebooks, which are executed
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.viewcode",
    "sphinx_click",
    "sphinx_copybutton",
    "claim_pages",
    "page_sizes",
    "plain_docstrings",
    "schema_tables",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # a proof note begins below a heading of its page

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_type_aliases = {name: name for name in ("ArrayLike", "npt.ArrayLike", "Floats", "Support", "Predicted")}
python_use_unqualified_type_names = True

# the few names that we refer to, in files of our own: the build needs no network
intersphinx_mapping = {
    "python": ("https://docs.python.org/3/", "inventories/python.inv"),
    "numpy": ("https://numpy.org/doc/stable/", "inventories/numpy.inv"),
    "scipy": ("https://docs.scipy.org/doc/scipy/", "inventories/scipy.inv"),
    "sympy": ("https://docs.sympy.org/latest/", "inventories/sympy.inv"),
}

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"bninit {release}"
html_static_path = ["_static"]
html_css_files = ["bninit.css"]
html_js_files = ["bninit.js"]
html_show_search_summary = False  # it would fetch pages, which browsers do not do from a disk
html_copy_source = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": False}
