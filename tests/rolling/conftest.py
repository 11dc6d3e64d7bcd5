from __future__ import annotations

import sys
from pathlib import Path

# The planted functions are a plain file beside the tests.
sys.path.insert(0, str(Path(__file__).parent))
