"""Who may import whom, where import-linter cannot say it: single files, standard library only."""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SCORER_MAY_IMPORT = sys.stdlib_module_names | {"scorer"}
ADVICE_MAY_IMPORT = SCORER_MAY_IMPORT | {"numpy", "numba"}
PACKAGES = ("commands", "hosting", "scorer", "table", "ui", "vision")


def imported_packages(path: Path) -> set[str]:
    """The first part of every absolute import of a file, wherever in it the import stands."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(str(node.module).split(".")[0])
    return found


def imports_below(folder: str) -> dict[str, set[str]]:
    paths = sorted((ROOT / folder).rglob("*.py"))
    return {str(path.relative_to(ROOT)): imported_packages(path) for path in paths}


def test_the_scorer_needs_only_the_standard_library_and_its_advice_only_arrays():
    for name, packages in imports_below("scorer").items():
        allowed = ADVICE_MAY_IMPORT if name.startswith("scorer/advice/") else SCORER_MAY_IMPORT
        assert packages <= allowed, f"{name} imports {packages - allowed}"


def test_nothing_imports_the_entry_points():
    for folder in PACKAGES:
        for name, packages in imports_below(folder).items():
            assert packages.isdisjoint({"app", "cli", "serve"}), f"{name} imports an entry point"
