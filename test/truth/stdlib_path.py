"""Print where this Python's standard library lies, as JSON."""
import json
import os
import sysconfig

print(json.dumps(os.path.realpath(sysconfig.get_path("stdlib"))))
