"""The file: tables that only grow, each row a link of one hash chain, and how it is opened."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

APPLICATION = 0x626E696E
"""SQLite's application id of our files: "bnin"."""

VERSION = 3
"""Of the tables. A ledger of another version is refused, never converted in place."""

TABLES = {
    "run": "key TEXT NOT NULL, started TEXT NOT NULL, level TEXT NOT NULL, seed INTEGER NOT NULL, "
    "alpha REAL NOT NULL, nulls INTEGER NOT NULL, selection TEXT NOT NULL, environment TEXT NOT NULL",
    "claim": "hash TEXT NOT NULL UNIQUE, base TEXT NOT NULL, name TEXT NOT NULL, content TEXT NOT NULL",
    "seen": "claim TEXT NOT NULL REFERENCES claim (hash), kind TEXT NOT NULL, name TEXT NOT NULL, "
    "value TEXT NOT NULL, UNIQUE (claim, kind, name, value)",
    "probe": "claim TEXT NOT NULL REFERENCES claim (hash), cell TEXT NOT NULL, networks INTEGER NOT NULL, "
    "machine TEXT NOT NULL, samples BLOB NOT NULL, UNIQUE (claim, cell)",
    "block": "claim TEXT NOT NULL, process TEXT NOT NULL, seed INTEGER NOT NULL, place INTEGER NOT NULL, "
    "gains BLOB NOT NULL, UNIQUE (claim, process, seed, place)",
    "checked": "run INTEGER NOT NULL REFERENCES run, claim TEXT NOT NULL REFERENCES claim (hash), "
    "name TEXT NOT NULL, asked TEXT NOT NULL, tested INTEGER NOT NULL, error TEXT NOT NULL, outcome TEXT NOT NULL, "
    "taken INTEGER REFERENCES checked",
    "evidence": "checked INTEGER NOT NULL REFERENCES checked, place INTEGER NOT NULL, kind TEXT NOT NULL, "
    "verdict TEXT NOT NULL CHECK (verdict IN ('holds', 'refuted', 'undecided')), figures TEXT NOT NULL, "
    "UNIQUE (checked, place)",
    "conclusion": "checked INTEGER NOT NULL REFERENCES checked, process TEXT NOT NULL, used INTEGER NOT NULL, "
    "cap INTEGER NOT NULL, threshold REAL NOT NULL, state BLOB NOT NULL, verdict TEXT NOT NULL, "
    "UNIQUE (checked, process)",
    "hunt": "claim TEXT NOT NULL, statement TEXT NOT NULL, ended TEXT NOT NULL, seed INTEGER NOT NULL, "
    "tried INTEGER NOT NULL, undecided INTEGER NOT NULL, exhausted INTEGER NOT NULL, sizes TEXT NOT NULL, "
    "slack REAL, closest TEXT NOT NULL, found TEXT NOT NULL",
    "proof": "key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, scope TEXT NOT NULL, figures TEXT NOT NULL",
    "finish": "run INTEGER NOT NULL REFERENCES run, ended TEXT NOT NULL, seconds REAL NOT NULL",
}
"""Columns after `id`.

claim : `base` is the hash of its content alone; claims that started afresh, for what is not in it, share it.
seen : what its checks read while they ran: a variable's, file's or module's name and hash (`depends.watch`).
probe : a few networks of a cell, to be drawn again before the samples of the claim go on counting.
checked : a result, how it was `asked` for (`reuse.asked`), and whose evidence it has `taken`, if not its own.
    `tested` says whether all that a claim needs to hold beside its evidence was there (twins, controls).
hunt : what was tried of a claim, by the hash of its `statement` alone; `found` is the file that reproduces a find.
proof : what solvers and the checker have shown, by the hash of statement, proof and versions.
finish : a run without it was interrupted, or goes on still.
"""

CHAIN = "link TEXT NOT NULL, row INTEGER NOT NULL, sha TEXT NOT NULL"
"""Table and id of each row, in the order in which they were written, and the hash up to it."""

VERDICT = """CREATE VIEW verdict AS
SELECT c.id AS checked, c.run, c.name, c.claim, c.taken, CASE
    WHEN c.error <> '' THEN 'undecided'
    WHEN EXISTS (SELECT 1 FROM evidence e WHERE e.checked = coalesce(c.taken, c.id) AND e.verdict = 'refuted')
        THEN 'refuted'
    WHEN c.tested AND EXISTS (SELECT 1 FROM evidence e WHERE e.checked = coalesce(c.taken, c.id))
        AND NOT EXISTS (SELECT 1 FROM evidence e WHERE e.checked = coalesce(c.taken, c.id) AND e.verdict <> 'holds')
        THEN 'holds'
    ELSE 'undecided' END AS verdict
FROM checked c
WHERE c.id = (SELECT max(id) FROM checked WHERE run = c.run AND name = c.name)"""

NETWORK = {
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "lustre", "gpfs", "beegfs", "ceph", "glusterfs", "9p", "afs", "pvfs2",
    "panfs", "fuse.sshfs", "fuse.glusterfs",
}  # fmt: skip
"""File systems on which processes of several machines may meet: no write-ahead log, one writer."""


PATIENCE = 30
"""Seconds that a transaction waits for another one to end."""


class LedgerError(Exception):
    """Why there is no recording, in one sentence."""


class NoLedgerError(LedgerError):
    """The file is no ledger that this version keeps: wrong use, if somebody named it."""


def statements() -> Iterator[str]:
    """All that makes up an empty ledger."""
    for name, columns in (TABLES | {"chain": CHAIN}).items():
        yield f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, {columns}) STRICT"
    yield "CREATE INDEX run_key ON run (key)"
    yield "CREATE INDEX checked_run ON checked (run, name)"
    yield "CREATE INDEX checked_claim ON checked (claim, asked)"
    yield "CREATE INDEX claim_base ON claim (base)"
    yield VERDICT
    for name in (*TABLES, "chain"):
        for action in ("UPDATE", "DELETE"):
            yield (
                f"CREATE TRIGGER {name}_{action.lower()} BEFORE {action} ON {name} "
                f"BEGIN SELECT RAISE(ABORT, 'a ledger only grows'); END"
            )


class OvertakenError(LedgerError):
    """Another run has recorded blocks which this result should have counted; the file is in order."""


def default_path() -> Path:
    """In the user's data directory, wherever the system has it. LedgerError where there is none."""
    folder = user_data_path("bninit", appauthor=False)
    if not folder.is_absolute():  # "~" that stands for nothing
        raise LedgerError("there is no home directory for a ledger; give --ledger FILE or --no-ledger")
    return folder / "ledger.sqlite"


def path_of(ledger_file: str | None) -> Path:
    """The file that was named, or the default."""
    return Path(ledger_file) if ledger_file else default_path()


def on_network(path: Path) -> bool:
    """Whether the file lies on a network file system, where the system tells (Linux does)."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return file_system(str(path.resolve().parent), mounts) in NETWORK


def file_system(folder: str, mounts: str) -> str:
    """Kind of the file system that holds a folder, by the lines of /proc/self/mountinfo.

    >>> mounts = "22 1 8:1 / / rw - ext4 /dev/sda1 rw\\n36 22 0:40 / /home/all\\\\040of\\\\040us rw - nfs4 far:/ rw"
    >>> file_system("/home/all of us/me", mounts), file_system("/home/allure", mounts)
    ('nfs4', 'ext4')
    """
    best, kind = "", ""
    for line in mounts.splitlines():
        fields, _, rest = line.partition(" - ")
        point = fields.split()[4].replace("\\040", " ").rstrip("/")
        if (folder == point or folder.startswith(point + "/")) and len(point) >= len(best):
            best, kind = point, rest.split()[0]
    return kind


def connect(path: Path, create: bool = False, read_only: bool = False) -> sqlite3.Connection:
    """Open a ledger; nothing that is not one is touched.

    Nothing but SQLite opens the file, for whatever closes it drops the locks that the process holds on it (POSIX), and
    with them the ledger of who writes at the same time.

    Raises
    ------
    LedgerError
        for a file that cannot be opened; `NoLedgerError` for one that is no ledger, or one of another version.
    """
    if sqlite3.sqlite_version_info < (3, 37):
        raise LedgerError(f"a ledger needs SQLite 3.37 or later, this is {sqlite3.sqlite_version}; give --no-ledger")
    size = _size(path, create)
    if size or not create:
        _recognise(path)
    mode = "ro" if read_only else "rwc" if create else "rw"
    with told(path):
        try:
            return _opened(path, f"mode={mode}")
        except sqlite3.OperationalError:
            # a write-ahead log wants a file beside it even for reading; where nobody can write none is needed
            if not read_only or os.access(path.parent, os.W_OK) or path.with_name(path.name + "-wal").exists():
                raise
            return _opened(path, "immutable=1")


def _size(path: Path, create: bool) -> int:
    """Bytes of a regular file that may be opened; 0 where there is none yet and one may be made."""
    try:
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            if create:
                return 0
            raise NoLedgerError(f"there is no ledger {path}; `bninit check` makes one")
        found = path.stat()
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        why = getattr(error, "strerror", None) or error
        raise LedgerError(f"the ledger {path} cannot be opened ({why}); give --ledger FILE or --no-ledger") from error
    if stat.S_ISDIR(found.st_mode):
        raise NoLedgerError(f"{path} is a folder; give --ledger a file")
    if not stat.S_ISREG(found.st_mode):
        raise NoLedgerError(f"{path} is no regular file; give --ledger another name")
    if not os.access(path, os.R_OK):
        raise LedgerError(
            f"the ledger {path} cannot be opened (it may not be read by you); give --ledger FILE or --no-ledger"
        )
    return found.st_size


def _opened(path: Path, how: str) -> sqlite3.Connection:
    link = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=PATIENCE, isolation_level=None)
    try:
        link.execute("PRAGMA trusted_schema = OFF")
        link.execute("PRAGMA foreign_keys = ON")
        if how.startswith("mode=rw"):
            link.execute("PRAGMA synchronous = FULL")
            _make(link, path)
        link.execute("PRAGMA schema_version")  # the first look into the file
    except BaseException:
        link.close()
        raise
    return link


def _recognise(path: Path) -> None:
    """By application id and version in the header, read by SQLite as from a file that nobody changes: no lock, no log,
    no recovery. Where that shows damage, the file may be in the making, or its rest in its log: then with them."""
    try:
        application, found = _header(path, "immutable=1")
    except sqlite3.Error as error:
        application = found = 0
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_NOTADB:
            with told(path):
                application, found = _header(path, "mode=ro")
    if application != APPLICATION:
        raise NoLedgerError(f"{path} is not a ledger of bninit, and is left as it is; give --ledger another name")
    if found != VERSION:
        raise NoLedgerError(
            f"{path} is a ledger of version {found}, this bninit keeps version {VERSION} and leaves it as it is; "
            + (
                "its samples do not count any more: move it away (the bninit that wrote it reads it), or give --ledger "
                "another name"
                if found < VERSION
                else "give --ledger another name, or take the bninit that wrote it"
            )
        )


def _header(path: Path, how: str) -> tuple[int, int]:
    link = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=PATIENCE)
    try:
        application, found = (link.execute(f"PRAGMA {it}").fetchone()[0] for it in ("application_id", "user_version"))
        return int(application), int(found)
    finally:
        link.close()


def _make(link: sqlite3.Connection, path: Path) -> None:
    """Fill an empty file, and turn to a write-ahead log; of two processes at once, one does."""
    if link.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        with writing(link):
            if link.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                if link.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    raise NoLedgerError(f"{path} is not a ledger of bninit, and is left as it is")
                for statement in statements():
                    link.execute(statement)
                link.execute(f"PRAGMA user_version = {VERSION}")
                link.execute(f"PRAGMA application_id = {APPLICATION}")
    if not on_network(path):
        with suppress(sqlite3.OperationalError):  # another process is at it; correct with a rollback journal, too
            link.execute("PRAGMA journal_mode = WAL")


@contextmanager
def told(path: Path) -> Iterator[None]:
    """SQLite's errors as sentences."""
    try:
        yield
    except sqlite3.Error as error:
        why = " ".join(str(error).split())
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise LedgerError(
                f"the ledger {path} cannot be used: another program has kept it locked for {PATIENCE} s ({why}); "
                "end that program, or give --ledger another name"
            ) from error
        raise LedgerError(f"the ledger {path} cannot be used ({why}); see `bninit ledger verify`") from error


@contextmanager
def writing(link: sqlite3.Connection) -> Iterator[None]:
    """A transaction that has the file for itself from its start: all of it is written, or nothing."""
    link.execute("BEGIN IMMEDIATE")
    try:
        yield
        link.execute("COMMIT")
    except BaseException:
        if link.in_transaction:
            link.execute("ROLLBACK")
        raise


def now() -> str:
    """The time, to the second, as it is recorded."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def add(link: sqlite3.Connection, table: str, **values: Any) -> int | None:
    """Append a row and its link of the chain, inside `writing`; None where a row with these keys is there already."""
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    done = link.execute(
        f"INSERT INTO {table} ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING", tuple(values.values())
    )
    if not done.rowcount:
        return None
    row = int(done.lastrowid or 0)
    last = link.execute("SELECT sha FROM chain ORDER BY id DESC LIMIT 1").fetchone()
    sha = linked(last[0] if last else "", table, row, list(values.values()))
    link.execute("INSERT INTO chain (link, row, sha) VALUES (?, ?, ?)", (table, row, sha))
    return row


def linked(before: str, table: str, row: int, values: list[Any]) -> str:
    """The link of a row: SHA-256 of the link before it and of all that the row holds."""
    plain = [{"sha256": hashlib.sha256(v).hexdigest()} if isinstance(v, bytes) else v for v in values]
    return hashlib.sha256(canonical([before, table, row, plain]).encode()).hexdigest()


def canonical(data: Any) -> str:
    """JSON with one spelling: sorted keys, no spaces, ASCII, no NaN."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
