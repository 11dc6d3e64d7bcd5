"""Write into the corpus what the libraries that are installed make of each report today.

``python tests/replay/record_seen.py``: what was seen of a version is what tests expect of it, and
of no other. What is not asked of a library is not written.
"""

from __future__ import annotations

import re
from importlib.resources import files

from swagbench.peer_records import UNSERVED
from swagbench.peers.known import LIBRARIES
from swagbench.peers.libraries import Libraries
from swagbench.replay.corpus import reports
from swagbench.replay.replaying import by_library


def seen_today() -> dict[str, dict[str, str]]:
    """By report and library, the version and what came of it."""
    found: dict[str, dict[str, str]] = {}
    with Libraries(list(LIBRARIES.values())) as libraries:
        libraries.leave_out([card.id for card in libraries.cards() if card.trouble])
        for report in reports().values():
            for library in libraries.all if report.is_case else ():
                row = by_library(report, library)
                if row.verdict != UNSERVED:
                    told = f"{library.peer.version()} {row.verdict}"
                    found.setdefault(report.id, {})[library.peer.id] = told
    return found


def main() -> None:
    """Rewrite the file, all else in it as it is."""
    path = files("swagbench.replay") / "reports.toml"
    head, *entries = re.sub(r"^seen\..*\n", "", path.read_text("utf-8"), flags=re.MULTILINE).split(
        "[[report]]\n"
    )
    seen = seen_today()
    parts = [head]
    for entry in entries:
        name = re.search(r'^id = "(\w+)"', entry, re.MULTILINE)[1]
        lines = [f'seen.{one} = "{told}"\n' for one, told in seen.get(name, {}).items()]
        body = entry.rstrip("\n") + "\n"
        parts.append(f"[[report]]\n{body}{''.join(lines)}\n")
    path.write_text("".join(parts).rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
