"""`maubinh`: a click group that imports a command only when it is called.

`maubinh settle` must answer in a fraction of a second, so neither torch, OpenCV nor NumPy may be
imported on its way; the table below holds all that `maubinh --help` has to know.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Final

import click

from commands import _output
from commands._environment import keep_libraries_offline

# name → (where, one line of help)
COMMANDS: Final = {
    "app": ("commands.app:command", "Mở ứng dụng cho cả bàn · Open the app for the table"),
    "read": ("commands.read:command", "Đọc bài trong ảnh · Read the cards in photos"),
    "suggest": ("commands.suggest:command", "Gợi ý xếp bài · Suggest arrangements"),
    "settle": ("commands.settle:command", "Tính chi một ván · Settle a round"),
    "compare": ("commands.compare:command", "So hai chi bài · Compare two rows"),
    "check": ("commands.check:command", "Xét binh lủng, tới trắng · Check one arrangement"),
    "rules": ("commands.rules:command", "Luật chơi từng bàn · Rule systems and house rules"),
    "evaluate": ("commands.evaluate:command", "Đo độ chính xác · Measure the reading of photos"),
    "synthesize": ("commands.synthesize:command", "Vẽ ảnh bàn bài · Render labelled scenes"),
    "train": ("commands.train:command", "Huấn luyện bộ đọc · Train the two networks"),
}


class LazyGroup(click.Group):
    """A group whose commands live in `COMMANDS` and are imported one at a time."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the table."""
        return [name for name, (place, _) in COMMANDS.items() if find_spec(place.split(":")[0])]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; None if there is no such name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module_name, attribute = COMMANDS[cmd_name][0].split(":")
        command = getattr(import_module(module_name), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{module_name}.{attribute} is no click command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Lệnh · Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


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
