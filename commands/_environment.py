"""What the process needs around it: system libraries are named when missing."""

import re
from typing import Final

# Debian's package for each shared library that OpenCV's and PyTorch's wheels expect to find.
DEBIAN_PACKAGES: Final = {
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libgomp.so.1": "libgomp1",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxcb.so.1": "libxcb1",
    "libz.so.1": "zlib1g",
}

_MISSING_LIBRARY: Final = re.compile(r"(lib[\w.+-]+\.so[\w.]*): cannot open shared object file")


def missing_library_advice(error: BaseException) -> str | None:
    """Say which Debian package to install if `error` is a missing system library, else None."""
    found = (
        _MISSING_LIBRARY.search(str(error)) if isinstance(error, ImportError | OSError) else None
    )
    if found is None:
        return None
    library = found[1]
    package = DEBIAN_PACKAGES.get(library)
    if package is None:
        return f"thiếu thư viện hệ thống · missing system library {library}"
    return (
        f"thiếu thư viện hệ thống · missing system library {library}: "
        f"sudo apt-get install {package}"
    )
