"""A line to the app that takes its time, as a phone far from the router has it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from urllib.parse import urlsplit


@contextmanager
def slow_line(address: str, delay_s: float) -> Iterator[str]:
    """An address at which everything comes ``delay_s`` later, in each direction, in order."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    far_port = urlsplit(address).port

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", far_port)
        there = _carry(reader, far_writer, delay_s)
        back = _carry(far_reader, writer, delay_s)
        try:
            await asyncio.gather(there, back)
        finally:
            writer.close()
            far_writer.close()

    async def listen() -> asyncio.Server:
        return await asyncio.start_server(connected, "127.0.0.1")

    async def hang_up() -> None:
        server.close()
        calls = asyncio.all_tasks() - {asyncio.current_task()}
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        await asyncio.sleep(0)  # the sockets are closed one turn later

    server = asyncio.run_coroutine_threadsafe(listen(), loop).result()
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        asyncio.run_coroutine_threadsafe(hang_up(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _carry(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay_s: float
) -> None:
    loop = asyncio.get_running_loop()
    under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def arrive() -> None:
        while True:
            due, data = await under_way.get()
            await asyncio.sleep(due - loop.time())
            if not data:
                break
            writer.write(data)
            await writer.drain()

    arriving = asyncio.create_task(arrive())
    with suppress(OSError):
        while data := await reader.read(65_536):
            under_way.put_nowait((loop.time() + delay_s, data))
    under_way.put_nowait((loop.time() + delay_s, b""))
    with suppress(OSError):
        await arriving
    writer.close()
