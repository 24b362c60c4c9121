"""Units, containers and the stack run the same workers, though each has files of its own."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

from cardsite.deploy.stack import HERE, ROOT, Stack
from tests.deploy.test_files import compose_config, environment, read_unit, read_units


class Worker(NamedTuple):
    """How a worker runs. ``shares_connections``: whether its threads share a pool of connections to the database."""

    pool: str
    concurrency: int
    shares_connections: bool


def workers_of(command, variables):
    """Return how the worker of a command runs, by the queues that it takes."""
    parser = argparse.ArgumentParser()
    for names in (("-Q", "--queues"), ("--pool",), ("--concurrency",)):
        parser.add_argument(*names, required=True)
    options, _others = parser.parse_known_args(command)
    worker = Worker(options.pool, int(options.concurrency), variables.get("SIFANG_DB_POOL") != "0")
    return dict.fromkeys(options.queues.split(","), worker)


def workers_of_units():
    template = read_units()["sifang-worker@.service"]
    workers = {}
    for queue in re.findall(r"sifang-worker@(\w+)\.service", (HERE / "systemd" / "sifang.target").read_text()):
        variables = environment(template)
        for path in (HERE / "systemd" / f"sifang-worker@{queue}.service.d").glob("*.conf"):
            variables |= environment(read_unit(path))
        command = template["ExecStart"][0].replace("%i", queue)
        for name, value in variables.items():
            command = command.replace(f"${{{name}}}", value)
        workers |= workers_of(command.split(), variables)
    return workers


def workers_of_containers():
    workers = {}
    for name, service in compose_config()["services"].items():
        if name.startswith("worker-"):
            workers |= workers_of(service["command"], service["environment"])
    return workers


def stack():
    """Return the stack, of which nothing is started."""
    return Stack({}, Path(settings.VAR) / "unused", 8080)


def workers_of_the_stack():
    workers = {}
    for job in stack().others:
        if job.name.startswith("worker-"):
            workers |= workers_of(job.command, job.environment)
    return workers


ALL = pytest.mark.parametrize("workers", [workers_of_units, workers_of_containers, workers_of_the_stack])


@ALL
def test_every_queue_has_a_worker_wherever_the_site_runs(workers):
    assert set(workers()) == {queue.name for queue in settings.CELERY_TASK_QUEUES}


def test_units_and_containers_run_what_the_stack_runs():
    workers = workers_of_units()
    assert workers == workers_of_containers()
    # In the stack the worker that thinks makes the reviews, too.
    assert workers_of_the_stack() == workers | {"review": workers["thinking"]}


@ALL
def test_a_worker_has_threads_that_share_connections_or_processes_that_do_not(workers):
    for queue, worker in workers().items():
        assert worker.pool == ("threads" if queue == "table" else "prefork"), queue
        assert worker.shares_connections == (worker.pool == "threads"), queue


def test_web_processes_trust_what_is_prepared_and_the_scheduler_keeps_nothing_on_disk():
    units = "\n".join(path.read_text() for path in (HERE / "systemd").glob("*.service"))
    containers = (ROOT / "compose.yaml").read_text().replace(", ", " ").replace('"', "")
    for text in (units, containers, "\n".join(" ".join(job.command) for job in stack().jobs)):
        assert "serve --prepared" in text
        assert re.search("beat .*--scheduler celery.beat:Scheduler", text)
        assert re.search("beat .*--pidfile=( |\n|]|$)", text)
