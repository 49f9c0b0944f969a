"""The process that decodes: ``python -m vision.decoder_process FD CPU_SECONDS MEGABYTES``.

`vision.decoder` starts it and talks to it over the socket FD: eight bytes of length, with the
descriptor of a file that holds the photo and takes its pixels; back comes one JSON object. Before
the first photo it sends `READY`.
"""

import contextlib
import json
import math
import mmap
import os
import resource
import signal
import socket
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.decoder import READY, Limits, costly
from vision.image import ImageError, load_image


def main(descriptor: int, limits: Limits) -> None:
    """Decode photos until the other end of the socket closes."""
    _limit(resource.RLIMIT_AS, limits.memory_mb * 1_000_000)
    _limit(resource.RLIMIT_CORE, 0)
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)  # libtiff tells the log about every file it dislikes
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the app, which closes the socket
    with socket.socket(fileno=descriptor) as link:
        link.sendall(READY)
        while request := _request(link):
            size, pixels_fd = request
            # Processor time of all threads; the kernel ends the process, no handler is needed.
            signal.setitimer(signal.ITIMER_PROF, limits.cpu_s)
            reply = _decode(os.pread(pixels_fd, size, 0), pixels_fd, limits)
            signal.setitimer(signal.ITIMER_PROF, 0)
            os.close(pixels_fd)
            link.sendall(json.dumps(reply).encode())


def _limit(kind: int, most: int) -> None:
    """Limit this process where the system lets it: macOS refuses to limit the address space."""
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(kind, (most, most))


def _request(link: socket.socket) -> tuple[int, int] | None:
    header, descriptors, _, _ = socket.recv_fds(link, 8, 1)
    return (int.from_bytes(header, "big"), descriptors[0]) if header else None


def _decode(data: bytes, pixels_fd: int, limits: Limits) -> dict[str, object]:
    def room(shape: tuple[int, int, int]) -> NDArray[np.uint8]:
        size = math.prod(shape)
        os.ftruncate(pixels_fd, size)
        return np.frombuffer(mmap.mmap(pixels_fd, size), np.uint8).reshape(shape)

    try:
        pixels = load_image(data, room).pixels
    except ImageError as error:
        fault = error
    except MemoryError:
        fault = costly(limits)
    else:
        return {"shape": pixels.shape[:2]}
    return {"fault": fault.fault, "values": dict(fault.values)}


if __name__ == "__main__":
    main(int(sys.argv[1]), Limits(cpu_s=float(sys.argv[2]), memory_mb=int(sys.argv[3])))
