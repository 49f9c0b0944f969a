"""Hostile files against the doors of the app: ``python -m benchmarks.fuzz_uploads``.

Every file must end in a value or in one line that says what is wrong, within five seconds and
bounded memory, and leave nothing on the disk. Prints what came of them; exit status 1 if not so.
"""

import argparse
import collections
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.mutations import bombs, mutated_bytes, mutated_documents, photos
from scorer.errors import ScorerError
from scorer.house import import_profile, profile_to_dict
from scorer.profiles import PROFILES
from scorer.round_file import read_round
from scorer.settlement import settle
from table.book import TableBook
from table.checks import verify
from table.errors import StoreError
from table.snapshot import backup
from vision.decoder import Decoder
from vision.image import CAP_MEGAPIXELS, ImageError

ROUNDS = Path(__file__).parent.parent / "tests" / "scorer" / "golden"
LONGEST_S = 5.0


@dataclass(slots=True)
class Tally:
    """What came of many files; `wrong` names those that broke the promise."""

    outcomes: collections.Counter[str] = field(default_factory=collections.Counter)
    wrong: list[str] = field(default_factory=list)
    longest_s: float = 0.0
    longest_cpu_s: float = 0.0

    def text(self) -> str:
        """Return the figures as one line."""
        parts = ", ".join(f"{name} {count:,}" for name, count in self.outcomes.most_common())
        return (
            f"{self.outcomes.total():,} files: {parts}; longest {self.longest_s:.2f} s "
            f"({self.longest_cpu_s:.2f} s of processor time)"
        )


def throw(files: Iterable[bytes], door: Callable[[bytes], str], cpu: Callable[[], float]) -> Tally:
    """Give each file to ``door``, which names the outcome or raises what nobody should see."""
    tally = Tally()
    for number, data in enumerate(files):
        start, cpu_start = time.perf_counter(), cpu()
        try:
            outcome = door(data)
        except Exception as error:  # noqa: BLE001 - any other exception is what is looked for
            outcome = f"CRASH {type(error).__name__}"
            tally.wrong.append(f"file {number}: {error!r:.300}")
        tally.outcomes[outcome] += 1
        tally.longest_s = max(tally.longest_s, time.perf_counter() - start)
        cpu_s = cpu() - cpu_start
        tally.longest_cpu_s = max(tally.longest_cpu_s, cpu_s)
        if cpu_s > LONGEST_S:
            tally.wrong.append(f"file {number}: {cpu_s:.1f} s of processor time")
    return tally


def photo_door(decoder: Decoder) -> Callable[[bytes], str]:
    """What the app does with an upload before any network sees it."""

    def door(data: bytes) -> str:
        try:
            image = decoder.load(data)
        except ImageError as error:
            sentences = [error.text("vi"), error.text("en")]
            if any("\n" in text or len(text) > 400 for text in sentences):
                raise AssertionError(f"no one line: {sentences}") from error
            return str(error.fault)
        width, height = image.size_wh
        if width * height > CAP_MEGAPIXELS * 1e6:
            raise AssertionError(f"{width} × {height} px passed the cap")
        return "read"

    return door


def round_door(data: bytes) -> str:
    """A round file: settled to a sum of zero, or refused."""
    try:
        found = read_round(data)
        settlement = settle(found.players, found.profile)
    except ScorerError as error:
        return _refused(error)
    if sum(settlement.points.values()):
        raise AssertionError(f"points do not sum to zero: {settlement.points}")
    return "settled"


def profile_door(data: bytes) -> str:
    """A file of house rules: taken and written out again the same, or refused."""
    try:
        profile = import_profile(data)
    except ScorerError as error:
        return _refused(error)
    if import_profile(json.dumps(profile_to_dict(profile))) != profile:
        raise AssertionError("the profile changed on its way out and in")
    return "taken"


def backup_door(folder: Path) -> Callable[[bytes], str]:
    """A backup or a book somebody hands in: checked, or refused; nothing is left behind."""
    file = folder / "handed-in"

    def door(data: bytes) -> str:
        file.write_bytes(data)
        try:
            report = verify(file)
        except StoreError as error:
            str(error).encode()
            return "refused"
        finally:
            for name in folder.glob("handed-in*"):
                name.unlink()
        return "damaged" if report.faults else "whole"

    return door


def backups(folder: Path) -> tuple[bytes, ...]:
    """A good backup and a good book, each of one table with a round under way."""
    book_file, backup_file = folder / "night.db", folder / "night.zip"
    with closing(TableBook(book_file)) as book:
        table = book.open_table(
            profile=PROFILES["bigkool"],
            stake=1000,
            seats=["An", "Bình"],
            arranging_seconds=None,
            token="open",  # noqa: S106 - a token, no password
        )
        book.start_round(table.host_key, "start")
    backup(book_file, backup_file)
    found = backup_file.read_bytes(), book_file.read_bytes()
    for file in folder.glob("night*"):
        file.unlink()
    return found


def _refused(error: ScorerError) -> str:
    for language in ("vi", "en"):
        if not all(problem.text(language) for problem in error.problems):
            raise AssertionError("a refusal without words")
    str(error).encode()  # what a terminal or a page does with it
    return "refused"


def documents() -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Good round files and good house rules."""
    rounds = tuple(json.loads(path.read_bytes()) for path in sorted(ROUNDS.glob("*.json")))
    rules: list[object] = [{"base": base, "name": "Nhà", "loss_cap": 50} for base in PROFILES]
    rules += [profile_to_dict(profile, full=True) for profile in PROFILES.values()]
    return rounds, tuple(rules)


def processor_s() -> float:
    """Seconds of processor time of this process and of those that decode or have decoded."""
    import psutil

    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = time.process_time() + ended.ru_utime + ended.ru_stime
    for child in psutil.Process().children():
        try:
            spent = child.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += spent.user + spent.system
    return total


def main() -> None:
    """Throw everything and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=20_000)
    parser.add_argument("--files", type=int, default=20_000, help="rounds and house rules")
    parser.add_argument("--backups", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        tempfile.tempdir = scratch
        decoder = Decoder()
        door = photo_door(decoder)
        tallies = {
            "bombs": throw(bombs(), door, processor_s),
            "photos": throw(
                mutated_bytes(photos(), options.photos, options.seed), door, processor_s
            ),
        }
        decoder.close()
        rounds, rules = documents()
        half = options.files // 2
        for name, seeds, text_door in (
            ("rounds", rounds, round_door),
            ("house rules", rules, profile_door),
        ):
            files = mutated_documents(seeds, half, options.seed)
            tallies[name] = throw(files, text_door, time.process_time)
        folder = Path(scratch)
        handed_in = mutated_bytes(backups(folder), options.backups, options.seed)
        tallies["backups"] = throw(handed_in, backup_door(folder), time.process_time)
        left = [path.name for path in Path(scratch).rglob("*")]
    for name, tally in tallies.items():
        print(f"{name}: {tally.text()}")
    own, children = (
        resource.getrusage(who).ru_maxrss / 1000
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(f"most memory: {own:.0f} MB here, {children:.0f} MB in the process that decodes")
    print(f"left on the disk: {len(left)} files {left[:5]}")
    wrong = [f"{name}: {text}" for name, tally in tallies.items() for text in tally.wrong]
    print("\n".join(wrong) or "nothing broke")
    sys.exit(bool(wrong or left))


if __name__ == "__main__":
    main()
