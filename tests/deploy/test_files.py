"""Files that nginx, compose and systemd read: each program is asked whether it accepts them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from prometheus_client import Counter, Gauge, Histogram

from cardsite import gauges
from cardsite.deploy.stack import HERE, ROOT, Stack
from games.foundation.observability import metrics
from tests import programs

NEEDED = {"SIFANG_NAME": "cards.example.org", "SECRET_KEY": "secret", "POSTGRES_PASSWORD": "password"}


def program(name):
    """Return the path of a program; without it the test is skipped, or fails in CI."""
    path = shutil.which(name)
    if path is None and os.environ.get("CI"):
        pytest.fail(f"CI needs {name}.")
    if path is None:
        pytest.skip(f"no {name} on this machine")
    return path


@pytest.fixture
def certificate(tmp_path):
    """Make a certificate, since nginx checks it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "cards.example.org")])
    now = datetime.now(UTC)
    cert = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1)).sign(
        key, hashes.SHA256()
    )
    form = serialization.Encoding.PEM
    (tmp_path / "fullchain.pem").write_bytes(cert.public_bytes(form))
    secret = key.private_bytes(form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (tmp_path / "privkey.pem").write_bytes(secret)
    return tmp_path


def nginx_complaints(folder, site):
    """Have nginx read a configuration inside an http block; return its complaints."""
    main = folder / "main.conf"
    main.write_text(f"pid {folder}/pid;\nevents {{}}\nhttp {{\n{site}\n}}\n")
    result = subprocess.run(
        [program("nginx"), "-t", "-q", "-p", str(folder), "-c", str(main), "-e", "stderr"],
        capture_output=True,
        text=True,
    )
    return result.stderr if result.returncode else ""


def ours(name, certificate):
    """Return one of our configurations with paths of this machine."""
    site = (HERE / "nginx" / name).read_text()
    for there, here in {
        "/opt/sifang": str(ROOT),
        "/etc/sifang": str(HERE / "nginx"),
        "/etc/ssl/sifang": str(certificate),
        "/certificates": str(certificate),
        "/var/log/nginx": str(certificate),
        "${SIFANG_NAME}": "cards.example.org",
    }.items():
        site = site.replace(there, here)
    return site


@pytest.mark.parametrize("name", ["sifang.conf", "compose.conf.template"])
def test_nginx_reads_our_configuration(name, certificate):
    assert nginx_complaints(certificate, ours(name, certificate)) == ""


def test_nginx_reads_the_whole_of_what_its_container_is_given(certificate):
    servers = certificate / "servers"
    servers.mkdir()
    (servers / "default.conf").write_text(ours("compose.conf.template", certificate))
    main = ours("compose.main.conf", certificate).replace("user nginx;", "")
    main = main.replace("/etc/nginx/conf.d", str(servers)).replace("/run/", f"{certificate}/")
    (certificate / "nginx.conf").write_text(main)
    command = [program("nginx"), "-t", "-p", str(certificate), "-c", str(certificate / "nginx.conf"), "-e", "stderr"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert "16384" in main and "worker_connections are" not in result.stderr  # open files are enough for them


def test_nginx_reads_the_stacks_configuration(tmp_path):
    path = Stack({}, tmp_path, 8080).write_nginx()
    command = [program("nginx"), "-t", "-q", "-p", str(tmp_path), "-c", str(path), "-e", "stderr"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


@cache
def compose_config():
    """Return compose.yaml as the compose program understands it."""
    for command in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(command[0]) is None or subprocess.run([*command, "version"], capture_output=True).returncode:
            continue
        result = subprocess.run(
            [*command, "--profile", "tools", "config"],
            cwd=ROOT,
            env=os.environ | NEEDED,
            capture_output=True,
            text=True,
        )
        assert result.returncode == 0, result.stderr
        return yaml.safe_load(result.stdout)
    program("docker-compose")
    return None


def test_compose_reads_our_file():
    services = compose_config()["services"]
    waits = {name: set(service.get("depends_on", {})) for name, service in services.items()}
    assert {"db", "redis", "migrate", "web-a", "web-b", "scheduler", "nginx", "backup"} <= set(services)
    assert waits["nginx"] == {"web-a", "web-b"}
    for name in ("web-a", "web-b", "worker-table", "worker-thinking", "worker-review", "scheduler"):
        assert waits[name] == {"migrate", "redis"}, name
    for name in set(services) - {"migrate", "scheduler", "backup"}:
        assert "healthcheck" in services[name], name


def test_no_container_writes_into_its_image_or_gains_rights():
    for name, service in compose_config()["services"].items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["read_only"] is True, name
        if service.get("build"):  # ours needs no right at all, and no folder of the image
            assert "cap_add" not in service, name
            assert {place.partition(":")[0] for place in service["tmpfs"]} >= {"/tmp", "/var/lib/sifang"}, name


def printed_settings(variables):
    """Return what the settings are in an environment, and whether the site starts in it."""
    code = (
        "import django; django.setup()\n"
        "from django.conf import settings as s\n"
        "print(s.EMAIL_PORT, s.SOCKETS_PER_ADDRESS, s.SIGNUPS_A_MINUTE, s.DRAIN_SECONDS, s.LOG_LEVEL, s.AI_PACE)"
    )
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("SIFANG_", "PROMETHEUS_"))}
    environment = plain | {"DJANGO_SETTINGS_MODULE": "cardsite.settings"} | variables
    status, output = programs.run("-c", code, environment=environment)
    assert status == 0, output
    return output


def test_containers_have_the_sites_own_defaults_and_start_with_every_setting(tmp_path):
    var = {"SIFANG_VAR": str(tmp_path), "SIFANG_METRICS_DIR": str(tmp_path / "counts")}
    variables = compose_config()["services"]["web-a"]["environment"] | var
    variables["SIFANG_SENTRY_DSN"] = "http://key@127.0.0.1:1/1"  # what it needs for this is in the lock file
    assert printed_settings(variables) == printed_settings(var)


def test_containers_count_in_memory():
    for name, service in compose_config()["services"].items():
        if counts := service.get("environment", {}).get("SIFANG_METRICS_DIR"):
            assert any(counts.startswith(place.split(":")[0] + "/") for place in service["tmpfs"]), name


def test_compose_refuses_to_start_without_its_secrets():
    text = (ROOT / "compose.yaml").read_text()
    for name in NEEDED:
        assert f"${{{name}:?set {name}}}" in text


def test_the_image_is_ready_for_a_user_who_may_not_write_in_it():
    built, _user, run = (ROOT / "Dockerfile").read_text().partition("USER sifang\n")
    assert "manage.py prepare --files" in built  # with its mark, or `prepare` would write into root's folder
    assert "SIFANG_STATIC=/opt/sifang/collected" in built
    assert "SIFANG_VAR=/var/lib/sifang" in run and "--home-dir /var/lib/sifang --create-home" in built
    mounted = {path for service in compose_config()["services"].values() for path in named_volumes(service)}
    for path in mounted - {"/var/lib/postgresql/data"}:  # PostgreSQL's image sees to its own
        assert re.search(rf"install --directory --owner sifang .*{path}\b", built), path


def named_volumes(service):
    """Return a service's named volumes: path → name. A new one takes the owner of the folder in the image."""
    volumes = {}
    for volume in service.get("volumes", []):
        if isinstance(volume, dict):
            name, path, kind = volume["source"], volume["target"], volume["type"]
        else:
            name, path = volume.split(":")[:2]
            kind = "bind" if name.startswith(("/", ".")) else "volume"
        if kind == "volume":
            volumes[path] = name
    return volumes


def test_containers_that_search_share_compiled_code_that_outlives_them():
    services = compose_config()["services"]
    searching = ("web-a", "web-b", "worker-thinking", "worker-review")
    assert {named_volumes(services[name]).get("/var/lib/sifang/compiled") for name in searching} == {"compiled"}


def read_units():
    """Return each unit's settings, by the unit's name."""
    return {path.name: read_unit(path) for path in (HERE / "systemd").glob("*.service")}


def read_unit(path):
    """Return the settings of a unit's file: name → the values that it gives."""
    values = {}
    for line in path.read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            values.setdefault(name, []).append(value)
    return values


def environment(unit):
    """Return the environment that a unit gives."""
    return dict(pair.split("=", 1) for line in unit["Environment"] for pair in line.split())


def test_systemd_reads_our_units(tmp_path):
    verify = program("systemd-analyze")
    for path in (HERE / "systemd").iterdir():
        if path.is_dir():
            shutil.copytree(path, tmp_path / path.name)
            continue
        text = path.read_text().replace("/opt/sifang/.venv", str(Path(sys.executable).parents[1]))
        text = text.replace("/opt/sifang", str(ROOT)).replace("EnvironmentFile=", "EnvironmentFile=-")
        text = re.sub("^(User|Group)=.*", "", text, flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text)
    units = [path.name for path in tmp_path.iterdir() if path.is_file() and "@" not in path.name]
    for name in ("sifang-web@8001", "sifang-worker@table", "sifang-worker@thinking", "sifang-worker@review"):
        template = tmp_path / f"{name.partition('@')[0]}@.service"
        shutil.copy(template, tmp_path / f"{name}.service")
        units.append(f"{name}.service")
    result = subprocess.run([verify, "verify", *units], cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert not [line for line in result.stderr.splitlines() if "sifang" in line], result.stderr


def test_what_the_large_site_counts_lies_in_memory():
    """Counts are mapped files: on a full disk each process that counts would be killed."""
    for name, unit in read_units().items():
        large = "RuntimeDirectory" in unit
        assert large == name.startswith(("sifang-web", "sifang-worker", "sifang-scheduler")), name
        if large:
            assert environment(unit)["SIFANG_METRICS_DIR"] == "/run/sifang/metrics", name
            assert (unit["RuntimeDirectory"], unit["RuntimeDirectoryPreserve"]) == (["sifang"], ["yes"]), name
        else:
            assert environment(unit).get("SIFANG_METRICS_DIR", "") == "", name


def test_units_commands_and_the_environment_file_name_the_same_folder():
    lines = (HERE / "environment.example").read_text().splitlines()
    assert "SIFANG_VAR=/var/lib/sifang" in lines
    for name, unit in read_units().items():
        assert environment(unit)["SIFANG_VAR"] == "/var/lib/sifang", name
        assert unit["EnvironmentFile"] == ["/etc/sifang/environment"], name
        assert unit["StateDirectory"] == ["sifang"], name


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with systemd, as far as our scripts use it: it notes what it is asked for, and does nothing.

    Where the file ``fails`` names a part of a command, that command fails."""
    for name in ("systemctl", "systemd-run"):
        script = tmp_path / name
        script.write_text(
            f'#!/bin/sh\necho {name} "$@" >> {tmp_path}/asked\n'
            f'if [ -e {tmp_path}/fails ]; then case "$*" in *$(cat {tmp_path}/fails)*) exit 1;; esac; fi\n'
        )
        script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return tmp_path


def run_script(*words):
    """Run one of our scripts."""
    return subprocess.run([HERE / words[0], *words[1:]], capture_output=True, text=True)


def test_a_management_command_runs_as_the_units_do(machine):
    assert run_script("manage", "backup", "/var/lib/sifang/back ups", "--keep", "14").returncode == 0
    commands = (machine / "asked").read_text()
    assert commands.endswith("-- /opt/sifang/.venv/bin/python manage.py backup /var/lib/sifang/back ups --keep 14\n")
    unit = read_units()["sifang-backup.service"]
    for name in ("User", "Group", "WorkingDirectory", "EnvironmentFile", "StateDirectory"):
        assert f"--property={name}={unit[name][0]} " in commands
    for name in ("PATH", "SIFANG_VAR", "SIFANG_METRICS_DIR"):
        assert f"--setenv={name}={environment(unit)[name]} " in commands


def test_a_deploy_looks_at_each_web_process_before_the_next(machine):
    result = run_script("roll", "8001", "8002")
    assert result.returncode == 0, result.stderr
    commands = [line.split()[-1] for line in (machine / "asked").read_text().splitlines()]
    assert commands[:4] == ["sifang-prepare.service", "sifang-web@8001.service", "10", "sifang-web@8002.service"]
    assert commands[-1] == "sifang-scheduler.service"


@pytest.mark.parametrize("fault", ["probe", "sifang-web@8001", "sifang-prepare"])
def test_a_deploy_stops_where_a_process_does_not_come_back(machine, fault):
    (machine / "fails").write_text(fault)
    result = run_script("roll", "8001", "8002")
    assert result.returncode != 0
    assert fault == "sifang-prepare" or "the web process at 8001 is not ready" in result.stderr
    commands = (machine / "asked").read_text()
    assert "8002" not in commands and "sifang-worker" not in commands


def metric_names():
    """Return the names of all metrics shown."""
    collectors = [metric for metric in vars(metrics).values() if isinstance(metric, (Counter, Gauge, Histogram))]
    families = [family for collector in collectors for family in collector.describe()]
    names = {f"{family.name}{end}" for family in families for end in ("", "_total", "_bucket", "_count", "_sum")}
    return names | {"sifang_queue_depth", "sifang_hands_overdue"}


@pytest.mark.parametrize("name", ["grafana/sifang.json", "alerts.yml"])
def test_dashboard_and_alerts_ask_for_metrics_that_there_are(name):
    names = set(re.findall(r"sifang_\w+", (HERE / name).read_text()))
    assert len(names) > 5
    assert names <= metric_names()


@pytest.mark.django_db
def test_what_is_looked_up_has_the_names_that_are_asked_for():
    names = {family.name for family in gauges.registry().collect()}
    assert names == {"sifang_queue_depth", "sifang_hands_overdue"}
