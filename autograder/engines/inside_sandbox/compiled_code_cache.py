"""Mend numba's cache, which breaks code that is right: recursive functions called with a literal.

Such a function is compiled twice: for the literal, and for the integers of its own calls. The first
refers to the second by a symbol that only the process that compiled both can resolve. Numba caches
the first all the same, and whoever loads it, or loads the second and compiles the first again, is
aborted.

Source: numba's issues 6061 and 9129, open since 2020.
"""

import functools
from typing import Any

UNRESOLVED = ".numba.unresolved$"


@functools.cache
def mend_cache() -> None:
    """Have numba cache nothing unresolved, and resolve what refers to functions it has loaded."""
    # It takes half a second to import, and not every engine is asked anything.
    from numba.core import caching, codegen  # noqa: PLC0415

    cache: Any = caching.CompileResultCacheImpl
    library: Any = codegen.JITCodeLibrary
    whether_cachable, finalize = cache.check_cachable, library._finalize_specific

    def check_cachable(self: Any, compiled: Any) -> bool:
        resolved = UNRESOLVED not in compiled.library.get_llvm_str()
        return resolved and whether_cachable(self, compiled)

    def finalize_specific(self: Any) -> None:
        finalize(self)
        if self._shared_module is not None:  # it was loaded
            self._codegen._rtlinker.scan_defined_symbols(self._shared_module)
            self._codegen._rtlinker.resolve(self._codegen._engine)

    cache.check_cachable = check_cachable
    library._finalize_specific = finalize_specific
