"""A template engine that compiles Django's templates and renders pages, and pieces of them, at a tenth of the cost.

``backend.py`` is the engine that the settings name; ``compiler.py`` turns a template, with everything it extends and
includes, into one Python function per language; ``runtime.py`` holds what these functions call. A template that cannot
be compiled is rendered by Django; tests check that both give the same bytes.
"""
