"""The program's own files: what is imported from them is their text."""

import importlib.abc
import importlib.machinery
import sys

PACKAGE = "package."  # what main.py is in, so that relative imports find the others


class Project(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of a program in its files, be they imported by their
    names or as parts of the package that main.py stands in."""

    def __init__(self, files):
        self.files = files
        self.main = "main.py" if "main.py" in files else next(iter(files))

    def code(self, path):
        return compile(self.files[path], path, "exec")

    def others(self):
        """The names of all modules but that which is run."""
        return sorted(module_name(path) for path in self.files if path != self.main)

    def path_of(self, name):
        """The file of a module, an empty text for a folder without __init__.py,
        None for what is not of the project."""
        stem = name.removeprefix(PACKAGE).replace(".", "/")
        for path in (f"{stem}.py", f"{stem}/__init__.py"):
            if path in self.files and path != self.main:
                return path
        return "" if any(path.startswith(f"{stem}/") for path in self.files) else None

    def find_spec(self, name, path=None, target=None):
        found = self.path_of(name)
        if found is None:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=not found or found.endswith("__init__.py"))

    def create_module(self, spec):
        bare = spec.name.removeprefix(PACKAGE)
        return next((sys.modules[n] for n in (bare, PACKAGE + bare) if n in sys.modules), None)

    def exec_module(self, module):
        path = self.path_of(module.__spec__.name)
        if path and not hasattr(module, "__run__"):
            module.__run__ = True
            exec(self.code(path), module.__dict__)


def module_name(path):
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
