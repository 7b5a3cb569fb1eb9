#!/usr/bin/env python3
"""Generates the code of the clients from the API: `clients/generate.py`, or `--check` to compare it only.

Checks the .proto files with buf, compares them with `proto/frozen.binpb` for changes that break clients, generates
the messages and stubs in Rust, Go and Python, and freezes what was added. The builds of the clients in TypeScript and
Java generate their messages themselves. The protocol of the workers, `botwerk.worker.v1`, is generated in Rust only.
The tools are installed in `target/generate`, with the versions below and those of the lock files. Requires Python
3.10 to 3.12, Node.js 20 and Go.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / "target/generate"
#: Modules of Go by their programs.
GO_PLUGINS = {
    "protoc-gen-go": "google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12",
    "protoc-gen-go-grpc": "google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2",
}
#: The compiler of Python's stubs. Those of later versions run with two major versions of protobuf only, these with all that
#: clients/python/pyproject.toml allows. It exists for Python 3.12 and earlier.
GRPCIO_TOOLS = "1.64.3"
#: The API as it was when the code was last generated. Later versions must not break its clients.
FROZEN = "proto/frozen.binpb"
#: Folders and files with generated code only. The patterns tell generated files from others in the folder.
GENERATED = {
    "clients/go": "botwerkv1/*.go",
    "clients/python/python/botwerk/v1": "*_pb2*.py*",
    "proto/src/generated": "*",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="Compare instead of writing")
    is_check = parser.parse_args().check
    python = install_tools()
    run("buf", "lint", "proto")
    if (ROOT / FROZEN).exists():
        run("buf", "breaking", "proto", "--against", FROZEN)
    if not is_check:
        # What has gone from the API must not stay in the clients.
        for file in files(ROOT):
            (ROOT / file).unlink()
        generate(ROOT, python)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        generate(fresh, python)
        names = sorted(files(ROOT) | files(fresh))
        stale = [name for name in names if content(ROOT / name) != content(fresh / name)]
    for name in stale:
        print(f"{name}: differs from the API; run clients/generate.py", file=sys.stderr)
    print(f"{len(names) - len(stale)} of {len(names)} generated files agree with the API")
    return 1 if stale else 0


def generate(root: Path, python: str) -> None:
    """Writes all generated files below a folder."""
    run("buf", "generate", "--template", "proto/buf.gen.yaml", "--output", str(root))
    stubs = root / "clients/python/python"
    stubs.mkdir(parents=True, exist_ok=True)
    outputs = [f"--{kind}_out={stubs}" for kind in ("python", "pyi", "grpc_python")]
    protos = sorted(str(file) for file in (ROOT / "proto").glob("botwerk/v1/*.proto"))
    run(python, "-m", "grpc_tools.protoc", f"-I{ROOT / 'proto'}", *outputs, *protos)
    generate_rust(root)
    (root / FROZEN).parent.mkdir(exist_ok=True)
    run("buf", "build", "proto", "--exclude-source-info", "--output", str(root / FROZEN))


def generate_rust(root: Path) -> None:
    """Writes the messages and stubs of the crate botwerk-proto, and the description of the API for reflection."""
    folder = root / "proto/src/generated"
    run("cargo", "run", "--quiet", "--locked", "--package", "botwerk-proto-generate", "--", str(folder))


def files(root: Path) -> set[str]:
    """Returns the names of the generated files below a folder, without the frozen API."""
    found = {file for folder, pattern in GENERATED.items() for file in (root / folder).glob(pattern)}
    return {str(file.relative_to(root)) for file in found} | ({FROZEN} if root != ROOT else set())


def content(file: Path) -> bytes | None:
    return file.read_bytes() if file.exists() else None


def install_tools() -> str:
    """Installs what is missing, puts it first on the path, and returns a Python with grpcio-tools."""
    binaries = TOOLS / "bin"
    binaries.mkdir(parents=True, exist_ok=True)
    node = ROOT / "clients/typescript"
    os.environ["PATH"] = os.pathsep.join(
        [str(binaries), str(node / "node_modules/.bin"), os.environ["PATH"]]
    )
    if not is_newer(node / "node_modules/.package-lock.json", node / "package-lock.json"):
        run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=node)
    for program, module in GO_PLUGINS.items():
        if is_missing(program, module):
            run("go", "install", module, GOBIN=str(binaries))
            mark(program, module)
    return install_python()


def install_python() -> str:
    """Returns a Python with grpcio-tools."""
    python = TOOLS / f"python-{GRPCIO_TOOLS}/bin/python"
    if not python.exists() or subprocess.run([python, "-c", "import grpc_tools"], stderr=subprocess.DEVNULL).returncode:
        run(sys.executable, "-m", "venv", "--clear", str(python.parents[1]))
        run(str(python), "-m", "pip", "install", "--quiet", f"grpcio-tools=={GRPCIO_TOOLS}", "setuptools")
    return str(python)


def is_missing(program: str, version: str) -> bool:
    marker = TOOLS / f"{program}.version"
    return not marker.exists() or marker.read_text(encoding="utf-8") != version


def mark(program: str, version: str) -> None:
    (TOOLS / f"{program}.version").write_text(version, encoding="utf-8")


def is_newer(file: Path, other: Path) -> bool:
    return file.exists() and file.stat().st_mtime >= other.stat().st_mtime


def run(*command: str, cwd: Path = ROOT, **environment: str) -> None:
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **environment})
    if done.returncode:
        sys.exit(f"{' '.join(command)}: ended with {done.returncode}")


if __name__ == "__main__":
    sys.exit(main())
