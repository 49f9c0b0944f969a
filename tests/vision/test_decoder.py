"""A hostile photo ends its own process, within its share of time and memory, and nothing else."""

import gc
import io
import itertools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from vision import decoder as decoder_module
from vision.decoder import Decoder, Limits, starved_s
from vision.errors import DecoderError
from vision.image import ImageError, ImageFault, load_image


def encoded(image: Image.Image, form: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def many_scans(scans: int, side: int = 4000) -> bytes:
    """A progressive JPEG that repeats its last scan: 75 bytes each, a pass over all pixels each."""
    whole = encoded(Image.new("L", (side, side), 128), "JPEG", progressive=True)
    start, end = whole.rfind(b"\xff\xda"), whole.rfind(b"\xff\xd9")
    return whole[:end] + whole[start:end] * scans + whole[end:]


PATIENCE_S = 60
PHOTO = encoded(Image.effect_noise((160, 120), 60).convert("RGB"), "JPEG")


@pytest.fixture(scope="module")
def decoder():
    shared = Decoder(Limits(cpu_s=2))
    yield shared
    shared.close()


def pid_of(decoder: Decoder) -> int:
    assert decoder._worker is not None
    return decoder._worker._process.pid


def test_the_pixels_are_those_of_load_image_and_nobody_can_write_them(decoder):
    image = decoder.load(PHOTO)
    assert np.array_equal(image.pixels, load_image(PHOTO).pixels)
    with pytest.raises(ValueError, match="read-only"):
        image.pixels[0, 0] = 0


def test_pixels_outlive_the_process_that_made_them():
    short = Decoder()
    image = short.load(PHOTO)
    short.close()
    del short
    gc.collect()
    assert image.pixels.mean() > 0


@pytest.mark.parametrize("data", [b"", b"As Kd 10h", PHOTO[:200], PHOTO[:-300]])
def test_a_bad_file_is_refused_as_load_image_refuses_it(decoder, data):
    with pytest.raises(ImageError) as expected:
        load_image(data)
    before = pid_of(decoder) if decoder._worker else 0
    with pytest.raises(ImageError) as refused:
        decoder.load(data)
    assert (refused.value.fault, str(refused.value)) == (
        expected.value.fault,
        str(expected.value),
    )
    assert before in (0, pid_of(decoder))  # and costs no process


@pytest.mark.slow
def test_a_photo_that_takes_too_long_is_given_up_and_the_next_is_read(decoder):
    data = many_scans(5_000)
    assert len(data) < 1_000_000
    before = time.process_time()
    with pytest.raises(ImageError) as refused:
        decoder.load(data)
    assert refused.value.fault is ImageFault.TOO_COSTLY
    assert time.process_time() - before < 2  # this process has not decoded anything
    assert decoder.load(PHOTO).size_wh == (160, 120)


def test_a_photo_that_takes_too_much_memory_is_refused_and_the_process_stays():
    small = Decoder(Limits(memory_mb=600))
    data = encoded(Image.new("RGB", (7000, 7000)), "PNG")
    assert small.load(PHOTO).size_wh == (160, 120)
    before = pid_of(small)
    with pytest.raises(ImageError) as refused:
        small.load(data)
    assert refused.value.fault is ImageFault.TOO_COSTLY
    assert small.load(PHOTO).size_wh == (160, 120)
    assert pid_of(small) == before
    small.close()


def test_a_crash_of_the_decoder_is_a_damaged_photo_and_the_next_is_read(decoder, monkeypatch):
    decoder.load(PHOTO)
    pid, worker = pid_of(decoder), decoder._worker
    whole = worker.load

    def crashing(data: bytes) -> object:
        os.kill(pid, signal.SIGSEGV)
        return whole(data)

    monkeypatch.setattr(worker, "load", crashing)
    with pytest.raises(ImageError) as refused:
        decoder.load(PHOTO)
    assert refused.value.fault is ImageFault.DAMAGED
    assert decoder.load(PHOTO).size_wh == (160, 120)
    assert pid_of(decoder) != pid


@pytest.fixture
def starting(tmp_path, monkeypatch):
    """Runs the given code in each process that starts, before its own."""

    def run_first(code: str) -> None:
        (tmp_path / "sitecustomize.py").write_text(code)

    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return run_first


def test_where_the_system_refuses_a_limit_photos_are_read_without(starting):
    refused = "current limit exceeds maximum limit"  # what macOS says
    starting(f"""
import resource
def setrlimit(kind, limits):
    raise ValueError({refused!r})
resource.setrlimit = setrlimit
""")
    unlimited = Decoder(Limits(memory_mb=1))
    assert unlimited.load(PHOTO).size_wh == (160, 120)
    unlimited.close()


def test_a_process_that_cannot_start_is_no_fault_of_the_photo(starting):
    starting("import os; os._exit(3)")
    broken = Decoder()
    for _ in range(2):
        with pytest.raises(DecoderError, match="ended with 3 before it was ready"):
            broken.load(PHOTO)
    starting("")
    assert broken.load(PHOTO).size_wh == (160, 120)
    broken.close()


def test_a_process_that_stalls_at_its_start_is_ended(monkeypatch):
    monkeypatch.setattr(decoder_module, "_START_S", 0.2)
    stuck = Decoder()
    stuck.warm_up()
    os.kill(pid_of(stuck), signal.SIGSTOP)
    with pytest.raises(DecoderError, match="before it was ready"):
        stuck.load(PHOTO)
    stuck.close()


@pytest.mark.parametrize("limits", [Limits(wall_s=1), Limits(cpu_s=0.7, idle_s=0.3)])
def test_a_process_that_never_answers_is_ended(limits):
    stuck = Decoder(limits)
    stuck.load(PHOTO)
    pid = pid_of(stuck)
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(ImageError) as refused:
        stuck.load(PHOTO)
    assert refused.value.fault is ImageFault.TOO_COSTLY
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    stuck.close()


def test_nothing_hangs_for_five_seconds_where_a_processor_is_free(monkeypatch):
    look_s = decoder_module._LOOK_S
    monkeypatch.setattr(decoder_module, "_LOOK_S", look_s / 50)  # time flies
    stuck = Decoder()
    stuck.load(PHOTO)
    looks = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(looks) * look_s)
    monkeypatch.setattr(decoder_module, "time", clock)
    os.kill(pid_of(stuck), signal.SIGSTOP)
    with pytest.raises(ImageError) as refused:
        stuck.load(PHOTO)
    assert refused.value.fault is ImageFault.TOO_COSTLY
    assert Limits().cpu_s < clock.monotonic() < 5
    stuck.close()


def test_a_photo_that_waits_for_a_processor_is_not_refused(monkeypatch):
    patient = Decoder(Limits(cpu_s=0.2, idle_s=0.1))
    assert patient.load(PHOTO).size_wh == (160, 120)
    pid = pid_of(patient)
    looks = itertools.count()

    def starved_s(_: int) -> float:
        look = next(looks)
        if look == 10:  # a second, more than three times what it may take
            os.kill(pid, signal.SIGCONT)
        return look * decoder_module._LOOK_S

    monkeypatch.setattr(decoder_module, "starved_s", starved_s)
    os.kill(pid, signal.SIGSTOP)
    assert patient.load(PHOTO).size_wh == (160, 120)
    assert pid_of(patient) == pid
    patient.close()


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="the kernel does not tell")
def test_the_kernel_tells_how_long_a_process_waited_for_a_processor():
    core = min(os.sched_getaffinity(0))
    spin = "import os, sys\nos.sched_setaffinity(0, {int(sys.argv[1])})\nwhile True: pass"
    busy = [subprocess.Popen([sys.executable, "-c", spin, str(core)]) for _ in range(2)]
    deadline = time.monotonic() + PATIENCE_S
    try:
        while not all(starved_s(process.pid) > 0.05 for process in busy):
            assert all(process.poll() is None for process in busy)
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert starved_s(busy[0].pid) == 0  # there is nobody any more


def test_the_process_ends_with_the_decoder():
    dropped = Decoder()
    dropped.warm_up()
    pid = pid_of(dropped)
    del dropped
    gc.collect()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_both_languages_say_what_a_photo_may_take():
    error = ImageError(ImageFault.TOO_COSTLY, seconds=4.0, megabytes=2500.0)
    assert "4 s" in error.text("en")
    assert "4 giây" in error.text("vi")
