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
from dataclasses import fields, replace
from hashlib import sha512
from importlib.util import find_spec
from pathlib import Path

import pytest

from bninit.ledger.verify import verified
from bninit.plain import versions
from bninit.results.result import Plan, count_nulls
from bninit.run import scheduler
from bninit.run.load import load
from bninit.run.tasks import run as run_tasks
from numerics.processes.pool import Processes
from tests.executors import AtOnce
from tests.shell.conftest import CLAIMS, Run, strict_json
from tests.shell.ledger.conftest import LEDGER, ONE, blocks, timeless
from tests.shell.run.test_interrupt import Start
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra [dask]")

SLOW_AND_ONE = "slow_ = make('slow', slow)\none = make('one', count)"
COIN = "from tests.shell.ledger.sampled_claims import coin\ncoin('edge', '2/5')"
SCHEDULER = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0", "--idle-timeout", "600s"]
WORKERS = ["--nworkers", "2", "--nthreads", "1", "--memory-limit", "0", "--no-dashboard", "--host", "127.0.0.1",
           "--death-timeout", "60"]  # fmt: skip


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


def test_killed_worker(cluster: str, start: Start, run: Run, here: Callable[..., str]) -> None:
    """One of two workers is killed in mid-run, and a check takes down every worker that it gets, is named and has
    crashed: the results, all but their times, are those of one process."""
    path = here(f"{SLOW_AND_ONE}\nbad = make('bad', die)\n{COIN}")
    command = ("check", "mine", "coins", "--claims", path, "--level", "quick", "--seed", 7, "--json")
    process = start(*command, "--scheduler", cluster)
    until(Path("slow").exists)
    os.kill(int(Path("slow").read_text()), signal.SIGKILL)
    Path("go").touch()
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (3, "")
    found, alone = timeless(out), timeless(run(*command, "--jobs", 1, "--no-ledger").stdout)
    assert (found["claims"], found["error"]) == (alone["claims"], alone["error"])
    assert any("mean" in cell for c in found["claims"] for e in c["evidence"] for cell in e.get("cells", ()))
    assert "its process exited with status 9" in {c["id"]: c["error"] for c in found["claims"]}["mine.basic.bad"]


def test_interrupted(cluster: str, start: Start, here: Callable[..., str]) -> None:
    """Ctrl-C keeps what is finished, exit 130, and leaves the cluster alive."""
    process = start("check", "mine", "--claims", here(SLOW_AND_ONE), "--scheduler", cluster, "--json")
    until(lambda: Path("slow").exists() and list(Path().glob("started-*")))
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    Path("go").touch()
    assert (process.returncode, "Traceback" in err) == (130, False)
    assert strict_json(out)["run"]["interrupted"] is True


def test_recorded_from_afar(cluster: str, run: Run) -> None:
    """Workers carry their blocks home to the one process that the person started: results and ledger are those of one
    process here."""
    one = (*ONE, "--json", "--seed", 11)
    calm = timeless(run(*one, "--no-ledger", "--jobs", 1).stdout)
    for _ in range(2):
        assert timeless(run(*one, "--scheduler", cluster, *LEDGER).stdout) == calm
    found = verified(Path("ledger.sqlite"))
    assert (found.faults, found.rows["block"]) == ([], blocks(calm))


SWEEPS = {
    "chain": ("chain", "--width", 6, "--gamma", 0.5, "--depth", 30, "--networks", 5),
    "orthogonality": ("orthogonality", "--n", 3, "--width", "16,8,32", "--depth", 20),
    "phase-diagram": ("phase-diagram", "--n", 5, "--networks", 1, "--width", 50),
    "ols": ("ols", "--dim", 3, "--kappa", 10, "--steps", 100),
}
OLS = SWEEPS["ols"]


def test_sweeps(cluster: str, run: Run) -> None:
    """A sweep on the cluster prints what it prints without."""
    for command in SWEEPS.values():
        found = run(*command, "--seed", 7, "--json", "--scheduler", cluster)
        assert found.exit_code == 0, found.output
        assert strict_json(found.stdout) == strict_json(run(*command, "--seed", 7, "--json").stdout)


def test_any_executor() -> None:
    """`check` gives the same on every executor: its tasks set precision, warnings and stdout of their process."""
    selected = [load()[i] for i in ("nachum24.outlier.norm-ratio", "nachum24.tree.limit-single")]
    plan = Plan("quick", 7, count_nulls(selected))
    with ThreadPoolExecutor(3) as threads, Processes(2) as processes:
        alone, *others = (
            {r.id: replace(r, seconds=0, cpu=0) for r in run_tasks(selected, plan, executor)}
            for executor in (None, AtOnce(), threads, processes)
        )
    for other in others:
        assert other.keys() == alone.keys()
        for name, one in alone.items():  # field by field, so that a failure says which
            found = {field.name: getattr(other[name], field.name) for field in fields(one)}
            assert {key for key, value in found.items() if value != getattr(one, key)} == set(), (name, found, one)


def test_bad_address(refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An address where no scheduler can be, a port where nobody listens, and one where somebody listens who is no
    scheduler, are wrong use. Nothing falls back to this machine; without Dask the sentence says how to get it."""
    monkeypatch.setattr(scheduler, "TIMEOUT", 0.5)
    for given, says in {
        "": "is no address; give one such as tcp://127.0.0.1:8786", "http://127.0.0.1:80": "is no address",
        "127.0.0.1:99999": "is no address", "tcp://nobody.invalid:8786": "nobody answers there",
    }.items():  # fmt: skip
        assert says in refused(*OLS, "--scheduler", given)
    for command in (("check", "nachum24.tree"), *SWEEPS.values()):
        assert "is no address" in refused(*command, "--scheduler", "host")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert "no Dask scheduler answers" in refused(*OLS, "--scheduler", f"127.0.0.1:{port}")
    assert "nobody answers there" in refused(*OLS, "--scheduler", f"127.0.0.1:{port}")
    assert "leave it out with --scheduler" in refused("check", "--jobs", 2, "--scheduler", "127.0.0.1:8786")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 'pip install "bninit[dask]"' in refused(*OLS, "--scheduler", "127.0.0.1:8786")


def test_no_workers(tmp_path_factory: pytest.TempPathFactory, refused: Callable[..., str],
                    monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    """A scheduler without workers is told from a run that takes long."""
    folder = tmp_path_factory.mktemp("empty")
    process = dask(folder, "scheduler", *SCHEDULER)
    there = address(folder)
    monkeypatch.setattr(scheduler, "TIMEOUT", 2)
    says = refused(*OLS, "--scheduler", there)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert f"it has no worker after 2 s; start some with `dask worker {there}`" in says


def test_other_workers(cluster: str, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch,
                       claims_file: Callable[..., str]) -> None:  # fmt: skip
    """Workers with another NumPy, or that do not have a claims file, or have it otherwise, are refused before anything
    runs."""
    path = claims_file("one = make('one', count)")
    with monkeypatch.context() as patch:
        patch.setattr(scheduler, "versions", lambda: versions() | {"numpy": "0.1"})
        assert "here is 0.1; install the same there" in refused(*OLS, "--scheduler", cluster)
    monkeypatch.setattr(scheduler, "sha256", sha512)  # here, and not on the workers
    assert "does not see the claims file" in refused("check", "mine", "--claims", path, "--scheduler", cluster)
