"""`maubinh`: a click group that imports a command only when it is called.

`maubinh settle` must answer in a fraction of a second, so neither torch, OpenCV nor NumPy may be
imported on its way; the table below holds all that `maubinh --help` has to know.
"""

import sys
from importlib import import_module
from typing import Final

import click

from commands import _output
from hosting.quiet import keep_libraries_offline

# name → one line of help; the command itself is `commands.<name>.command`
COMMANDS: Final = {
    "app": "Mở ứng dụng cho cả bàn · Open the app for the table",
    "read": "Đọc bài trong ảnh · Read the cards in photos",
    "suggest": "Gợi ý xếp bài · Suggest arrangements",
    "settle": "Tính chi một ván · Settle a round",
    "compare": "So hai chi bài · Compare two rows",
    "check": "Xét binh lủng, tới trắng · Check one arrangement",
    "rules": "Luật chơi từng bàn · Rule systems and house rules",
    "ledger": "Sổ ván: xuất, sao lưu · Export, back up, verify the book",
    "tune": "Học bộ bài của bạn · Learn your own deck",
    "evaluate": "Đo độ chính xác · Measure the reading of photos",
    "synthesize": "Vẽ ảnh bàn bài · Render labelled scenes",
    "batch": "Nhiều ảnh, nhiều luật · An archive of photos, many house rules, on many cores",
    "train": "Huấn luyện bộ đọc · Train the two networks",
}


class LazyGroup(click.Group):
    """A group whose commands live in `COMMANDS` and are imported one at a time."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; None if there is no such name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Lệnh · Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="maubinh")
def maubinh() -> None:
    """Mậu Binh: đọc bài, xếp bài, tính chi · read the cards, arrange them, settle the chi."""


def main() -> None:
    """Run the command line of this process."""
    keep_libraries_offline()
    sys.exit(_output.run(maubinh))


if __name__ == "__main__":
    main()
