"""`maubinh ledger`: the nights' book, as a table, as a backup, and back."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from commands._output import emit, json_option
from table.checks import verify as verify_book
from table.database import Database, locate
from table.errors import StoreUnreachable
from table.export import csv_text, every_round, whole_book
from table.snapshot import backup as back_up
from table.snapshot import restore as put_back

data_option: Callable[[Any], Any] = click.option(
    "--data",
    metavar="DIR|postgresql://…",
    envvar=["MAUBINH_DATABASE", "MAUBINH_DATA"],
    help="Thư mục chứa sổ, hoặc địa chỉ PostgreSQL · The book's folder, or a PostgreSQL address.",
)


@click.group()
def command() -> None:
    """Sổ ghi các ván · The book of the nights."""


@command.command()
@data_option
@json_option
def export(data: str | None, *, as_json: bool) -> None:
    """Mọi ván dưới dạng CSV, hoặc JSON · Every round as CSV, or as JSON."""
    address = _existing(data)
    with closing(Database(address)) as book, book.read() as link:
        if as_json:
            emit({"tables": whole_book(link)}, "", as_json=True)
        else:
            click.echo(csv_text(every_round(link)), nl=False)


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@json_option
def backup(file: Path, data: str | None, *, as_json: bool) -> None:
    """Sao lưu ra một tệp, kể cả khi đang chơi · Write a backup, even while people play."""
    manifest = back_up(_existing(data), file)
    text = f"{file}: {manifest.tables} bàn · tables, {manifest.rounds} dòng · rows"
    emit({"file": str(file), **asdict(manifest)}, text, as_json=as_json)


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@json_option
def restore(file: Path, data: str | None, *, as_json: bool) -> None:
    """Đưa bản sao lưu về chỗ chưa có sổ · Put a backup where no book is yet."""
    address = locate(data)
    put_back(file, address)
    report = verify_book(address)
    document = {"file": str(file), "tables": report.tables, "rounds": report.rounds}
    text = f"{report.tables} bàn · tables, {report.rounds} dòng · rows"
    emit(document, text, as_json=as_json)


@command.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@data_option
@json_option
@click.pass_context
def verify(context: click.Context, file: Path | None, data: str | None, *, as_json: bool) -> None:
    """Kiểm tra sổ, hoặc một bản sao lưu · Check the book, or a backup."""
    report = verify_book(file or _existing(data))
    lines = [f"{report.tables} bàn · tables, {report.rounds} dòng · rows"]
    lines += [f"HỎNG · DAMAGED: {fault}" for fault in report.faults]
    lines += [f"tính lại nay khác · settled differently today: {name}" for name in report.recounted]
    lines.append("sổ hỏng · damaged" if report.faults else "sổ nguyên vẹn · the book is whole")
    emit(asdict(report), "\n".join(lines), as_json=as_json)
    context.exit(2 if report.faults else 0)


def _existing(data: str | None) -> str | Path:
    """Return the address of a book that is there: looking must not make an empty one."""
    address = locate(data)
    if isinstance(address, Path) and not address.exists():
        raise StoreUnreachable(detail=f"{address} is not there")
    return address
