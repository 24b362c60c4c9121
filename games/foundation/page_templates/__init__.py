"""Pages from Django's templates at a tenth of their price: a template engine that compiles what it renders.

``backend.py`` is the engine that the settings name; ``compiler.py`` makes a template, with all that it extends and
includes, into one Python function a language; ``runtime.py`` is what such a function calls. A template that holds
what is not compiled is rendered by Django, as it was; tests hold the two to the same bytes.
"""
