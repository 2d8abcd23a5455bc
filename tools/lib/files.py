"""Files that are whole or not there at all, and folders that are made anew when what they are made of changes."""
import csv
import hashlib
import io
import os
import shutil
import threading


def write(path, text):
    """A reader, or a run that is broken off, never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
    beside.write_text(text)
    beside.replace(path)


def write_csv(path, rows):
    """Rows as comma-separated values; nothing if there is no path, so that an option can be handed on."""
    if path:
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\n").writerows(rows)
        write(path, text.getvalue())


def digest(sources, *more):
    """Of the names and contents of files, and of further texts."""
    total = hashlib.sha256()
    for path in sources:
        content = path.read_bytes()
        total.update(f"{path.name} {len(content)}\n".encode())
        total.update(content)
    for text in more:
        total.update(f"{len(text)} {text}\n".encode())
    return total.hexdigest()


def made(folder, sources, make, *more):
    """Calls make() in an empty folder, unless it was made of the same sources (and further texts) before. A make() that
    fails leaves the folder unmade. Answers whether it was called."""
    stamp, wanted = folder / "stamp", digest(sources, *more)
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    make()
    write(stamp, wanted)
    return True
