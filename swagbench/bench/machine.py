"""What a measurement ran on: enough to judge it by, and nothing that names its owner."""

from __future__ import annotations

import gc
import os
import platform
import re
from importlib.metadata import version
from typing import Any

MEASURED_WITH = ("swagbench", "pytest-benchmark", "sortedcontainers", "datasketch", "numpy")


def machine_info() -> dict[str, Any]:
    """The machine in pytest-benchmark's shape. Takes about half a second."""
    import psutil  # noqa: PLC0415 - both are slow to import, and only measuring needs them
    from cpuinfo import get_cpu_info  # noqa: PLC0415

    cpu = get_cpu_info()
    brand = cpu.get("brand_raw") or platform.processor() or platform.machine()
    return {
        "node": slug(brand),
        "processor": platform.processor(),
        "machine": platform.machine(),
        "system": platform.system(),
        "release": platform.release(),
        "python_implementation": platform.python_implementation(),
        "python_version": platform.python_version(),
        "python_compiler": platform.python_compiler(),
        "python_build": list(platform.python_build()),
        "cpu": {
            "brand_raw": brand,
            "arch": cpu.get("arch", ""),
            "count": os.cpu_count(),
            "hz_advertised_friendly": cpu.get("hz_advertised_friendly", ""),
            "l2_cache_size": cpu.get("l2_cache_size"),
            "l3_cache_size": cpu.get("l3_cache_size"),
        },
        "memory_gib": round(psutil.virtual_memory().total / 2**30, 1),
        "gc_threshold": list(gc.get_threshold()),
        "packages": {name: version(name) for name in MEASURED_WITH},
    }


def load_average() -> float | None:
    """Runnable processes over the last minute, where the system tells."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def slug(brand: str) -> str:
    """
    >>> slug("AMD EPYC 7763 64-Core Processor")
    'amd-epyc-7763'
    >>> slug("Intel(R) Xeon(R) CPU @ 2.20GHz")
    'intel-xeon'
    """
    noise = r"\((r|tm)\)|\d+-core|processor|cpu|@.*"
    words = re.findall(r"[a-z0-9]+", re.sub(noise, " ", brand.lower()))
    return "-".join(words) or "unknown"
