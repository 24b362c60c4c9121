"""Integer methods that the compiler lacks: counting bits and finding the highest one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


@cache
def teach() -> None:
    """Teach the compiler ``bit_count`` and ``bit_length``, importing it if need be."""
    types, extending = import_module("numba.core.types"), import_module("numba.extending")
    never = import_module("numba.core.cgutils").false_bit

    @extending.intrinsic  # type: ignore[untyped-decorator]
    def ones(context: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @extending.intrinsic  # type: ignore[untyped-decorator]
    def zeros_above(context: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctlz(arguments[0], never)

        return types.int64(types.int64), generate

    @extending.overload_method(types.Integer, "bit_count")  # type: ignore[untyped-decorator]
    def bit_count(number: Any) -> Any:
        def implementation(number: Any) -> Any:
            return ones(number)

        return implementation

    @extending.overload_method(types.Integer, "bit_length")  # type: ignore[untyped-decorator]
    def bit_length(number: Any) -> Any:
        def implementation(number: Any) -> Any:
            return 64 - zeros_above(number)

        return implementation
