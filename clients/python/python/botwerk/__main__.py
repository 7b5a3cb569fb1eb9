"""``python -m botwerk`` is the program ``botwerk``."""

from ._command import main

main()
