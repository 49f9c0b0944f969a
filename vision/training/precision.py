"""How precisely a processor computes while it trains."""

import torch


def cpu_autocast() -> torch.autocast:
    """To bfloat16 on a processor that is quick at it; elsewhere all stays in single precision.

    Without AVX-512 bfloat16 is emulated and takes many times as long.
    """
    quick = torch.backends.cpu.get_cpu_capability() == "AVX512"
    return torch.autocast("cpu", torch.bfloat16, enabled=quick)
