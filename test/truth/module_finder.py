"""Where `import` finds modules: dotted names → files or namespace folders, as CPython's path finder has it.

It knows paths only; nothing is read. Folders and files are relative to the root, POSIX.
"""
import os
import sys


class Finder:
    """Dotted names → files or namespace folders, as CPython's path finder has it."""

    def __init__(self, files, roots):
        self.files = set(files)
        self.roots = roots
        self.folders = set()
        for path in files:
            while "/" in path:
                path = path.rsplit("/", 1)[0]
                self.folders.add(path)

    def roots_for(self, path):
        """A script's own folder comes first; for a file of a package, where its topmost package lies comes last."""
        folder = os.path.dirname(path)
        if join(folder, "__init__.py") not in self.files:
            return [folder] + [r for r in self.roots if r != folder]
        while folder and join(folder, "__init__.py") in self.files:
            folder = os.path.dirname(folder)
        return self.roots + ([] if folder in self.roots else [folder])

    def find_absolute(self, dotted, roots):
        """The same for a name without leading dots: what is compiled into the interpreter is found before any path."""
        return None if dotted.split(".")[0] in sys.builtin_module_names else self.find(dotted, roots)

    def find(self, dotted, roots):
        """A tuple of files (a module or package) or folders (a namespace), or None."""
        places, found = roots, None
        for part in dotted.split("."):
            found = self.step(part, places)
            if found is None:
                return None
            places = self.inside(found)
        return found

    def step(self, part, places):
        spaces = []
        for place in places:
            package, module, folder = join(place, part, "__init__.py"), join(place, part + ".py"), join(place, part)
            if package in self.files:
                return (package,)
            if module in self.files:
                return (module,)
            if folder in self.folders:
                spaces.append(folder)
        return tuple(spaces) or None

    def inside(self, found):
        """The folders in which submodules of what was found lie."""
        if not found[0].endswith(".py"):
            return list(found)
        return [os.path.dirname(found[0])] if os.path.basename(found[0]) == "__init__.py" else []


def join(*parts):
    return "/".join(p for p in parts if p)


def is_file(found):
    return found is not None and found[0].endswith(".py")
