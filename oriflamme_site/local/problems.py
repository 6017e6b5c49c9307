"""What keeps the launcher from starting, in one sentence for the person at the terminal."""


class Problem(Exception):
    pass
