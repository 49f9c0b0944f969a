"""No library tells anyone anything: what has to be in the environment before they are imported."""

import os
from typing import Final

# Streamlit is told in .streamlit/config.toml and `ui.server`, onnxruntime in `vision.network`; Dask
# and PyTorch report nothing by themselves.
_QUIET: Final = {
    # ultralytics otherwise asks its servers for updates, reports events and installs packages.
    "YOLO_OFFLINE": "true",
    "YOLO_AUTOINSTALL": "false",
    "YOLO_VERBOSE": "false",
}


def keep_libraries_offline() -> None:
    """Set the environment so that no library calls home; must run before they are imported."""
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
