"""The policies as they were when levels were first measured, kept as they are: later players are
measured against them. Nothing here is changed; what is better goes into the policies themselves."""

from __future__ import annotations
