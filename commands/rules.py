"""`maubinh rules`: the five systems and house rules made from them."""

from pathlib import Path

import click

from commands._output import emit, json_option
from commands._rules import load_rules
from scorer.house import (
    differences,
    export_profile,
    import_profile,
    profile_to_dict,
    value_text,
)
from scorer.profiles import PROFILES
from scorer.rules_profile import RulesProfile, field_notes


@click.group()
def command() -> None:
    """Luật chơi từng bàn · Rule systems and house rules."""


@command.command("list")
@json_option
def list_(*, as_json: bool) -> None:
    """Các bộ luật có sẵn · The systems that are built in."""
    systems = PROFILES.values()
    document = [{"id": p.id, "name_vi": p.name_vi, "name_en": p.name_en} for p in systems]
    text = "\n".join(f"{p.id:<10} {p.name_vi} · {p.name_en}" for p in systems)
    emit(document, text, as_json=as_json)


@command.command()
@click.argument("rules")
@json_option
def show(rules: str, *, as_json: bool) -> None:
    """Mọi mục của một bộ luật · Every field of a system or of a file."""
    profile = load_rules(rules)
    lines = [
        f"{name} = {value_text(getattr(profile, name))}  ({note.vi} · {note.en}, {note.rule})"
        for name, note in field_notes().items()
    ]
    emit(profile_to_dict(profile, full=True), "\n".join(lines), as_json=as_json)


@command.command()
@click.argument("first")
@click.argument("second")
@json_option
def diff(first: str, second: str, *, as_json: bool) -> None:
    """Hai bộ luật khác nhau ở đâu · What the second changes in the first."""
    before, after = load_rules(first), load_rules(second)
    found = differences(after, before)
    start, end = (profile_to_dict(profile, full=True) for profile in (before, after))
    document = {item.field: [start[item.field], end[item.field]] for item in found}
    lines = [f"{item.text('vi')} · {field_notes()[item.field].en}" for item in found]
    same = "không khác gì · no difference"
    emit(document, "\n".join(lines) or same, as_json=as_json)


@command.command()
@click.argument("rules")
@json_option
def export(rules: str, *, as_json: bool) -> None:
    """Viết ra tệp để sửa · Write a system as a file to change and share."""
    profile = load_rules(rules)
    emit(profile_to_dict(profile), export_profile(profile).rstrip("\n"), as_json=as_json)


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def check(file: Path, *, as_json: bool) -> None:
    """Xét một tệp luật bàn · Check a file of house rules and show what it changes."""
    profile = import_profile(file.read_bytes())
    emit(profile_to_dict(profile), _summary(profile), as_json=as_json)


def _summary(profile: RulesProfile) -> str:
    lines = [f"{profile.name_vi} · {profile.name_en} ({profile.id} ← {profile.base})"]
    lines += [f"  {item.text('vi')}" for item in differences(profile)]
    return "\n".join(lines)
