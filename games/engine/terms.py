"""The numbers and words that all versions of the rules have in common."""

ROUNDS = 6
DECK_SIZE, HAND_SIZE = 10, 7
VERDICTS = 5  # verdict tokens in the common supply

EDITIONS = ("uk", "it")
DIRECTIONS = ("left_to_right", "right_to_left")

# Faces of the cards in the row. SEEN: closed, yet everybody saw it face up where it lies.
CLOSED, SEEN, OPEN = 0, 1, 2
