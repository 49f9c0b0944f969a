"""In which arithmetic networks are trained on a processor."""

import torch


def lean_arithmetic() -> torch.autocast:
    """Autocast to bfloat16 where the processor is quick at it, to nothing elsewhere.

    Without AVX-512 bfloat16 is emulated and takes ten times as long as single precision.
    """
    quick = torch.backends.cpu.get_cpu_capability() == "AVX512"
    return torch.autocast("cpu", torch.bfloat16, enabled=quick)
