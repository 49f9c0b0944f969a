import pytest
import torch

from vision.training.precision import cpu_autocast


@pytest.mark.parametrize(
    ("processor", "expected"), [("AVX512", torch.bfloat16), ("AVX2", torch.float32)]
)
def test_bfloat16_is_left_to_processors_that_are_quick_at_it(processor, expected, monkeypatch):
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: processor)
    layer = torch.nn.Linear(4, 4)
    with cpu_autocast():
        assert layer(torch.ones(2, 4)).dtype is expected
