"""What names may be bound to, and the scopes that bind them: the vocabulary of the abstract run."""

# What a name may be bound to. Sets of these tuples are all that the abstract run keeps:
#   ("class", path, line)   ("module", found)   ("from", found, name)   ("attr", values, name)   ("free", scope, name)
#   UNKNOWN for anything else, EXTERNAL for what no file of the project holds, UNBOUND where a branch does not bind it.
UNKNOWN = ("unknown",)
EXTERNAL = ("external",)
UNBOUND = ("unbound",)


class Scope:
    """A module, function or class body: the names it binds at its end, and ever."""

    def __init__(self, parent, kind):
        self.parent, self.kind = parent, kind
        self.env, self.ever, self.globals = {}, {}, set()

    def bind(self, env, name, values):
        if name in self.globals:
            module = self
            while module.parent is not None:
                module = module.parent
            module.ever.setdefault(name, set()).update(values)
        env[name] = frozenset(values)
        self.ever.setdefault(name, set()).update(values)
