"""Photos from strangers are decoded in a process of their own, which they may break or stall.

A few hundred bytes can ask a decoder for minutes or gigabytes, or for a crash: a JPEG of ten
thousand scans, a HEIC grid that names one tile over and over. The size in the header tells none of
this, so `Decoder` gives each photo a share of processor time and of memory, enforced by the kernel
in a process that is replaced when it ends (macOS enforces the time only). Pixels come back in
shared memory, uncopied.
"""

import json
import mmap
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import numpy as np

from vision.errors import DecoderError
from vision.image import ImageError, ImageFault, OrientedImage

_ROOT: Final = Path(__file__).resolve().parent.parent
_REPLY_BYTES: Final = 4096
_LOOK_S: Final = 0.1
_START_S: Final = 30.0

READY: Final = b"+"
"""What the process sends when it can take photos."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one photo may take: processor seconds, address space in megabytes, seconds by the clock.

    49 megapixels, the most that is accepted, take up to 2.4 s and 1.2 GB; a 12-megapixel JPEG takes
    0.2 s. ``idle_s`` more than the processor seconds may pass by the clock: 4.5 s in all where a
    processor is free. Time spent waiting for one is the machine's fault, not the photo's, and
    counts only towards ``wall_s``, the last resort.
    """

    cpu_s: float = 4.0
    memory_mb: int = 2_500
    idle_s: float = 0.5
    wall_s: float = 30.0


class Decoder:
    """`load` is `load_image` for bytes that nobody vouches for; one photo at a time, thread-safe.

    The process starts with the first photo or with `warm_up`, and ends with this object.
    """

    def __init__(self, limits: Limits = Limits()) -> None:
        self.limits = limits
        self._turn = threading.Lock()
        self._worker: _Worker | None = None

    def load(self, data: bytes) -> OrientedImage:
        """Decode a photo.

        Raises:
            ImageError: what `load_image` raises, or TOO_COSTLY when the limits were reached.
            DecoderError: the process cannot start, which is no fault of the photo.
        """
        with self._turn:
            worker = self._running()
            worker.wait_until_ready()
            try:
                return worker.load(data)
            except (OSError, EOFError):  # it has ended, or its time is over
                raise self._refusal(worker.end()) from None
            finally:
                if not worker.alive:
                    self._worker = None
                    self._running()  # ready before the next photo comes

    def warm_up(self) -> None:
        """Start the process; returns at once."""
        with self._turn:
            self._running()

    def close(self) -> None:
        """End the process; a later photo starts another."""
        with self._turn:
            if self._worker is not None:
                self._worker.end()
            self._worker = None

    def _running(self) -> "_Worker":
        if self._worker is None or not self._worker.alive:
            self._worker = _Worker(self.limits)
        return self._worker

    def _refusal(self, status: int) -> ImageError:
        if status in (-signal.SIGPROF, -signal.SIGKILL):
            return costly(self.limits)
        return ImageError(ImageFault.DAMAGED, reason=f"its decoder ended with {status}")


def costly(limits: Limits) -> ImageError:
    """The refusal of a photo that reached its limits."""
    return ImageError(
        ImageFault.TOO_COSTLY, seconds=limits.cpu_s, megabytes=float(limits.memory_mb)
    )


class _Worker:
    """One process of `vision.decoder_process` and the socket to it."""

    def __init__(self, limits: Limits) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "vision.decoder_process", str(theirs.fileno())),
                    *(str(limits.cpu_s), str(limits.memory_mb)),
                ],
                cwd=_ROOT,
                # No thread pools: their stacks and buffers count as address space.
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        self._socket, self._limits, self._ready = ours, limits, False
        self._end = weakref.finalize(self, _end, self._process, ours)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def end(self) -> int:
        """End the process and return its exit status, the one it had if it has ended."""
        self._end()
        return self._process.wait()

    def wait_until_ready(self) -> None:
        """Raises DecoderError when the process ends, or stalls, before it can take photos."""
        if self._ready:
            return
        self._socket.settimeout(_START_S)
        try:
            self._ready = self._socket.recv(len(READY)) == READY
        except OSError:  # a reset, or the time is over
            self._ready = False
        if not self._ready:
            raise DecoderError(
                f"the process that opens photos ended with {self.end()} before it was ready"
            )
        self._socket.settimeout(_LOOK_S)

    def load(self, data: bytes) -> OrientedImage:
        """Raises ImageError, or OSError or EOFError when the process is gone or out of time."""
        with _shared_file() as pixels:
            pixels.write(data)
            pixels.flush()
            socket.send_fds(self._socket, [len(data).to_bytes(8, "big")], [pixels.fileno()])
            reply = self._reply()
            if not reply:
                raise EOFError
            document = json.loads(reply)
            if "fault" in document:
                raise ImageError(ImageFault(document["fault"]), **document["values"])
            height, width = document["shape"]
            # Read-only, and unmapped when the last array that looks at it is gone.
            size = height * width * 3
            mapped = mmap.mmap(pixels.fileno(), size, access=mmap.ACCESS_READ)
        return OrientedImage(np.frombuffer(mapped, np.uint8).reshape(height, width, 3))

    def _reply(self) -> bytes:
        limits, start = self._limits, time.monotonic()
        starved_before_s = starved_s(self._process.pid)
        while True:
            try:
                return self._socket.recv(_REPLY_BYTES)
            except TimeoutError:
                passed_s = time.monotonic() - start
                own_s = passed_s - (starved_s(self._process.pid) - starved_before_s)
                if own_s > limits.cpu_s + limits.idle_s or passed_s > limits.wall_s:
                    self._process.kill()
                    raise


def starved_s(pid: int) -> float:
    """Seconds that a process has been ready to run while others had the processors.

    0 where the kernel does not tell: there only the clock counts.
    """
    waits_ns = 0
    for file in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            waits_ns += int(file.read_text(encoding="ascii").split()[1])
        except (OSError, IndexError, ValueError):  # a thread that has just ended
            continue
    return waits_ns / 1e9


def _shared_file() -> IO[bytes]:
    if not hasattr(os, "memfd_create"):
        return tempfile.TemporaryFile()
    return os.fdopen(os.memfd_create("photo"), "w+b")


def _end(process: subprocess.Popen[bytes], ours: socket.socket) -> None:
    """Close the socket, at which a healthy process ends by itself, and see that it does."""
    ours.close()
    try:
        process.wait(0.5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
