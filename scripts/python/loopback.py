"""Brings up the loopback device of a new network namespace, and runs a command in it.

    unshare -rn scripts/python/loopback.py COMMAND ARGUMENT…

The command then reaches itself and nothing else.
"""

import fcntl
import os
import socket
import struct
import sys

SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 0x1, 0x40

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
    fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP | IFF_RUNNING))
os.execvp(sys.argv[1], sys.argv[1:])
