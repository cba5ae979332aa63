"""Which Python files a project holds and from where it imports, by the specification: what the oracles share.

It reads directories and pyproject.toml or setup.cfg, and nothing of the index under test. It does not read .gitignore:
trees are handed over without ignored files.
"""
import configparser
import glob
import os

try:
    import tomllib
except ImportError:  # before 3.11: settings of pyproject.toml are not seen
    tomllib = None

SKIPPED = {".git", "__pycache__", "node_modules", ".tox", ".mypy_cache", "site-packages"}


def python_files(root, folder=""):
    """Paths relative to root, POSIX, sorted."""
    found = []
    for base, folders, names in os.walk(os.path.join(root, folder)):
        marked = {"pyvenv.cfg", "CACHEDIR.TAG"} & set(names)
        folders[:] = [] if marked and base != root else sorted(f for f in folders if f not in SKIPPED)
        for name in sorted(names):
            if name.endswith(".py") and os.path.isfile(os.path.join(base, name)):
                found.append(os.path.relpath(os.path.join(base, name), root).replace(os.sep, "/"))
    return sorted(found)


def indexed_files(root):
    """The files below `src` when it holds any, else all."""
    return (os.path.isdir(os.path.join(root, "src")) and python_files(root, "src")) or python_files(root)


def import_roots(root, files):
    """Directories relative to root ('' is the root) from which absolute imports start, in the order they are tried."""
    roots = ["src"] if files and all(f.startswith("src/") for f in files) else []
    roots.append("")
    for base, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        here = os.path.relpath(base, root).replace(os.sep, "/")
        here = "" if here == "." else here
        if "pyproject.toml" in names and tomllib:
            roots += [normal(here, part) for part in pyproject_roots(os.path.join(base, "pyproject.toml"), base)]
        if "setup.cfg" in names:
            roots += [normal(here, part) for part in setup_cfg_roots(os.path.join(base, "setup.cfg"))]
    return [r for i, r in enumerate(roots) if r not in roots[:i] and os.path.isdir(os.path.join(root, r))]


def normal(here, part):
    joined = os.path.normpath(os.path.join(here, part)).replace(os.sep, "/")
    return "" if joined == "." else joined


def pyproject_roots(path, base):
    with open(path, "rb") as source:
        try:
            tool = tomllib.load(source)
        except tomllib.TOMLDecodeError:
            return []
    found = ["", "src"] if "project" in tool else []
    tool = tool.get("tool", {})
    setuptools = tool.get("setuptools", {})
    found += [v for k, v in setuptools.get("package-dir", {}).items() if k == ""]
    packages = setuptools.get("packages", {})
    if isinstance(packages, dict):
        found += packages.get("find", {}).get("where", [])
    for target in tool.get("hatch", {}).get("build", {}).get("targets", {}).values():
        found += [os.path.dirname(p) for p in target.get("packages", [])]
    for package in tool.get("poetry", {}).get("packages", []):
        found.append(package.get("from", ""))
    for member in tool.get("uv", {}).get("workspace", {}).get("members", []):
        found += [os.path.relpath(p, base) for p in glob.glob(os.path.join(base, member)) if os.path.isdir(p)]
    return found


def setup_cfg_roots(path):
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError):
        return []
    lines = parser.get("options", "package_dir", fallback="").split("\n")
    found = [v.strip() for k, _, v in (line.partition("=") for line in lines) if not k.strip() and v.strip()]
    return found + parser.get("options.packages.find", "where", fallback="").split()
