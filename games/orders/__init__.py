"""Standing orders: what a player wants done when they are asked later. Pure Python.

    order = orders.read("wait with Ambush until round 4", setting)    text → data, in any language
    orders.say(order, "uk", setting)                                  … and back: how it is meant
    orders.check(raw, setting)                                        data from outside, validated
    orders.decide(view, given, happened)                              a move, or the person is asked

`decide` sees what the seat sees – its view, and its own events since an order was given – and
never a State. An order that fits nothing, or fits several choices alike, asks: it never guesses.
"""

from .covering import Ahead, ahead
from .deciding import Answer, Given, around, decide, is_past
from .order import DOES, MOST, Order, Setting, Unfit, check, setting
from .reading import Unreadable, read
from .saying import explain, explain_problem, say
