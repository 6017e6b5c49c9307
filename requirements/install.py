"""Install a pinned, hashed requirement list into .venv, once per change of the list.

Called by the Makefile with any Python that is at hand, so it must be readable by
very old ones too: it says what is missing in one sentence instead of a traceback.
"""

import hashlib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OLDEST = (3, 11)
# Of what is built here, since nobody offers a wheel.
WITHOUT_WHEELS = {"bench": "chess", "rig": "python-etcd,ydiff"}


def fail(sentence):
    sys.stderr.write(sentence + "\n")
    sys.exit(1)


def venv_of(name):
    # What only measures, or only tries hosts, stays out of what runs.
    return os.path.join(ROOT, ".venv-" + name if name in ("bench", "rig") else ".venv")


def stamp(name):
    return os.path.join(venv_of(name), "installed-" + name)


def digest(name):
    with open(os.path.join(ROOT, "requirements", name + ".txt"), "rb") as lines:
        return hashlib.sha256(lines.read() + sys.version.encode()).hexdigest()


def is_installed(name, wanted):
    try:
        with open(stamp(name)) as found:
            return found.read() == wanted
    except (OSError, IOError):
        return False


def main():
    if sys.version_info[:2] < OLDEST:
        fail(
            "Oriflamme by post needs Python %d.%d or newer, and %s is %d.%d. "
            "Name a newer one: make PYTHON=/path/to/python3.11 ..."
            % (OLDEST + (sys.executable,) + tuple(sys.version_info[:2]))
        )
    name = sys.argv[1]
    wanted = digest(name)
    # The developers' list holds everything the others hold, at the same versions.
    if is_installed(name, wanted) or (name == "play" and is_installed("dev", digest("dev"))):
        return
    directory = venv_of(name)
    python = os.path.join(directory, "bin", "python")
    print("Installing what is missing into %s (once) ..." % os.path.basename(venv_of(name)))
    sys.stdout.flush()
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        fail("This Python has no venv module. On Debian or Ubuntu: apt install python3-venv")
    if not os.path.exists(python) or subprocess.call([python, "-c", "import pip"]) != 0:
        venv.create(directory, with_pip=True, clear=True, symlinks=True)
    found = subprocess.check_output([python, "-c", "import sys; sys.stdout.write(sys.version)"])
    if found.decode() != sys.version:  # another Python made it
        venv.create(directory, with_pip=True, clear=True, symlinks=True)
    listed = os.path.join(ROOT, "requirements", name + ".txt")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    how = ["--require-hashes", "--only-binary", ":all:", "--no-deps", "-r", listed]
    if name in WITHOUT_WHEELS:
        how += ["--no-binary", WITHOUT_WHEELS[name]]
    if subprocess.call(pip + how) != 0:
        fail("Installing requirements/%s.txt failed; pip's message above says why." % name)
    with open(stamp(name), "w") as out:
        out.write(wanted)


main()
