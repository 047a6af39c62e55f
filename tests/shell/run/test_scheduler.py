"""`--scheduler`: a real Dask cluster of two processes gives what one process gives, whatever happens to its workers."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha512
from pathlib import Path
from typing import Any

import pytest

from bninit.ledger.verify import verified
from bninit.plain import versions
from bninit.results.result import Plan, count_nulls
from bninit.run import scheduler
from bninit.run.load import load
from bninit.run.tasks import run
from numerics.processes.pool import Processes
from tests.executors import AtOnce
from tests.shell.conftest import CLAIMS, Run, strict_json
from tests.shell.ledger import conftest as ledgers
from tests.shell.run.test_interrupt import Start
from tests.waiting import PATIENCE, until

pytest.importorskip("distributed", reason="needs the extra [dask]")

FEW = ("nachum24.rank.recentring-linear", "nachum24.tree.limit-single", "nachum24.outlier.norm-ratio")
SLOW_AND_ONE = "slow_ = make('slow', slow)\none = make('one', count)"


def dask(folder: Path, part: str, *options: str) -> subprocess.Popen[bytes]:
    """`dask scheduler` or `dask worker`, on a port that is free, found by the file that the scheduler writes."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{part}", "--scheduler-file", "cluster.json", *options]
    env = os.environ | {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1", "PYTHONWARNINGS": "default"}
    with open(folder / "log", "ab") as log:
        return subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=log, start_new_session=True)


def address(folder: Path) -> str:
    file = folder / "cluster.json"
    until(lambda: file.exists() and file.read_text().rstrip().endswith("}"))  # it is there before it is written
    return str(json.loads(file.read_text())["address"])


SCHEDULER = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0", "--idle-timeout", "600s"]
LOCAL = ["--host", "127.0.0.1", "--death-timeout", "60"]
WORKERS = ["--nworkers", "2", "--nthreads", "1", "--memory-limit", "0", "--no-dashboard", *LOCAL]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a scheduler with two worker processes, that come again when they are killed."""
    folder = tmp_path_factory.mktemp("cluster")
    parts = [dask(folder, "scheduler", *SCHEDULER), dask(folder, "worker", *WORKERS)]
    yield address(folder)
    for part in parts:
        os.killpg(part.pid, signal.SIGKILL)
        part.wait()


@pytest.fixture
def here(claims_file: Callable[..., str], tmp_path: Path) -> Callable[..., str]:
    """A claims file that looks for its signs in the folder of the test, wherever a worker runs."""

    return lambda text: claims_file(text, preamble=f"import os\nos.chdir({str(tmp_path)!r})\n{CLAIMS}")


def timeless(claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in claim.items() if "seconds" not in key} for claim in claims]


def test_killed_worker(cluster: str, start: Start, run: Run, here: Callable[..., str]) -> None:
    """One of two workers is killed in mid-run: the results, all but their times, are those of one process."""
    command = ("check", "mine", *FEW, "--with-suite", "--claims", here(SLOW_AND_ONE), "--level", "quick",
               "--seed", 7, "--json")  # fmt: skip
    process = start(*command, "--scheduler", cluster)
    until(Path("slow").exists)
    os.kill(int(Path("slow").read_text()), signal.SIGKILL)
    Path("go").touch()
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert err == ""
    found, alone = strict_json(out), strict_json(run(*command, "--jobs", 1, "--no-ledger").stdout)
    assert timeless(found["claims"]) == timeless(alone["claims"])
    assert any("mean" in cell for c in found["claims"] for e in c["evidence"] for cell in e.get("cells", ()))
    assert found["error"] == alone["error"]


def test_check_that_kills_its_workers(cluster: str, start: Start, here: Callable[..., str]) -> None:
    """A check that takes every worker down has crashed and is named; the others are told, exit 3."""
    process = start("check", "mine", "--claims", here("bad = make('bad', die)\none = make('one', count)"),
                    "--scheduler", cluster)  # fmt: skip
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3, err
    assert "mine.basic.bad" in out
    assert "crashed: its process exited with status 9" in out
    assert "1 of 2 as expected" in out


def test_interrupted(cluster: str, start: Start, here: Callable[..., str]) -> None:
    """Ctrl-C keeps what is finished, exit 130, and leaves the cluster alive."""
    process = start("check", "mine", "--claims", here(SLOW_AND_ONE), "--scheduler", cluster, "--json")
    until(lambda: Path("slow").exists() and list(Path().glob("started-*")))
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    Path("go").touch()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert strict_json(out)["run"]["interrupted"] is True


SWEEPS = {
    "chain": ("chain", "--d", 6, "--gamma", 0.5, "--layers", 30, "--chains", 5),
    "orthogonality": ("orthogonality", "--n", 3, "--width", "16,8,32", "--depth", 20),
    "phase-diagram": ("phase-diagram", "--nmax", 5, "--replicates", 1, "--width", 50),
    "ols": ("ols", "--d", 3, "--kappa", 10, "--steps", 100),
}


@pytest.mark.parametrize("command", SWEEPS.values(), ids=SWEEPS)
def test_sweeps(command: tuple[object, ...], cluster: str, run: Run) -> None:
    """A sweep on the cluster prints what it prints without."""
    options = ("--seed", 7, "--json")
    found = run(*command, *options, "--scheduler", cluster)
    assert found.exit_code == 0, found.output
    assert strict_json(found.stdout) == strict_json(run(*command, *options).stdout)


def test_any_executor() -> None:
    """`check` gives the same on every executor: its tasks set precision, warnings and stdout of their process."""
    known = load()
    selected = [known[i] for i in ("nachum24.outlier.norm-ratio", "nachum24.tree.limit-single")]
    plan = Plan("quick", 7, count_nulls(selected))
    alone = {r.id: replace(r, seconds=0, cpu=0) for r in run(selected, plan)}
    with ThreadPoolExecutor(3) as threads, Processes(2) as processes:
        for executor in (AtOnce(), threads, processes):
            assert {r.id: replace(r, seconds=0, cpu=0) for r in run(selected, plan, executor)} == alone


BAD = {
    "nothing": ("", "is no address; give one such as tcp://127.0.0.1:8786"),
    "another protocol": ("http://127.0.0.1:80", "is no address"),
    "a port too high": ("127.0.0.1:99999", "is no address"),
    "a name that nobody has": ("tcp://nobody.invalid:8786", "nobody answers there"),
}


@pytest.mark.parametrize(("given", "says"), BAD.values(), ids=BAD)
def test_bad_address(given: str, says: str, refused: Callable[..., str]) -> None:
    """An address where no scheduler can be is wrong use: one sentence, exit 2."""
    assert says in refused(*SWEEPS["ols"], "--scheduler", given)


def test_bad_address_in_every_command(refused: Callable[..., str]) -> None:
    """Nothing falls back to this machine where the cluster is not there."""
    for command in (("check", FEW[0]), *SWEEPS.values()):
        assert "is no address" in refused(*command, "--scheduler", "host")


def test_no_scheduler(refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A port where nobody listens, and one where somebody listens who is no scheduler."""
    monkeypatch.setattr(scheduler, "TIMEOUT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert "no Dask scheduler answers" in refused(*SWEEPS["ols"], "--scheduler", f"127.0.0.1:{port}")
    assert "nobody answers there" in refused(*SWEEPS["ols"], "--scheduler", f"127.0.0.1:{port}")


def test_no_workers(tmp_path_factory: pytest.TempPathFactory, refused: Callable[..., str],
                    monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    """A scheduler without workers is told from a run that takes long."""
    folder = tmp_path_factory.mktemp("empty")
    process = dask(folder, "scheduler", *SCHEDULER)
    there = address(folder)
    monkeypatch.setattr(scheduler, "TIMEOUT", 2)
    says = refused(*SWEEPS["ols"], "--scheduler", there)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert f"it has no worker after 2 s; start some with `dask worker {there}`" in says


def test_other_versions(cluster: str, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers with another NumPy would give results of unstated versions."""
    monkeypatch.setattr(scheduler, "versions", lambda: versions() | {"numpy": "0.1"})
    assert "here is 0.1; install the same there" in refused(*SWEEPS["ols"], "--scheduler", cluster)


def test_unseen_claims_file(cluster: str, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch,
                            claims_file: Callable[..., str]) -> None:  # fmt: skip
    """A claims file that workers do not have, or have otherwise, is refused before anything runs."""
    path = claims_file("one = make('one', count)")
    monkeypatch.setattr(scheduler, "sha256", sha512)  # here, and not on the workers
    assert "does not see the claims file" in refused("check", "mine", "--claims", path, "--scheduler", cluster)


def test_dask_missing(refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Dask the sentence says how to get it; --jobs says nothing of a cluster."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 'pip install "bninit[dask]"' in refused(*SWEEPS["ols"], "--scheduler", "127.0.0.1:8786")
    assert "leave it out with --scheduler" in refused("check", "--jobs", 2, "--scheduler", "127.0.0.1:8786")


def test_recorded_from_afar(cluster: str, run: Run) -> None:
    """Workers carry their blocks home to the one process that the person started: results and ledger are those of one
    process here."""
    one = (*ledgers.ONE, "--json", "--seed", 11)
    calm = ledgers.timeless(run(*one, "--no-ledger", "--jobs", 1).stdout)
    for _ in range(2):
        done = run(*one, "--scheduler", cluster, *ledgers.LEDGER)
        assert done.exit_code == 0, done.output
        assert ledgers.timeless(done.stdout) == calm
    found = verified(Path("ledger.sqlite"))
    assert (found.faults, found.rows["block"]) == ([], ledgers.blocks(calm))
