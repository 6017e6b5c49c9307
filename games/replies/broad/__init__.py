"""What else people may mean by their words. Too loose to act on: read when it is asked back.

Each language has BROAD, from what words mean (as in `words`; `""` is what says nothing, or guards
nothing in these words; `r:` what begins a reason, `x:` a contrast) to words and, with `*`, stems;
how verbs BEGIN besides; and how they end when they tell of others (THIRD), unless LET stands before
them, or of the PAST.
"""

from types import ModuleType

from . import en, it, ru, uk

LANGUAGES: dict[str, ModuleType] = {"en": en, "uk": uk, "ru": ru, "it": it}

# What people are called besides, as it sounds (see `sounds`).
NICKNAMES = [
    set(line.split())
    for line in """
    dmitr dim dimon mitia
    oleksandr aleksandr aleksander alehander sash sashk shur sania olek alek aleh
    volodimir vladimir vov vovk vova
    mikola nikola nikolai kol
    mihailo mihail mish mishk mihas
    serhi serhii serh serioh sereh
    andri andrii andre andriush andr
    oleksi oleksii aleksei alesh lesh loh lioh
    ievhen ievheni evhen evhenii zhen zheni
    iuri iurii iur
    pavlo pavel pash pav
    petro petr pet
    ivan van vanek
    bohdan bod boda
    vasil vasili vas
    ihor ihorek hosh
    iaroslav slav
    olena elena len lena
    oksana ksen ksiush
    natali natalia natash natalk nata
    kateryna katerin ekaterina katerina kat kati
    mari mariia mash marus mariik
    anastasi anastasia nast
    tetian tatian tatiana tan tani
    iuli iulia iul
    hiuli dzhuli
    hiovanni dzhovanni dzhani hiani
    hann anna ann aniut hanna
    irin irina ir
    svitlan svetlan sveta svet
    robert rob bob bert bobi
    viliam bil vil
    rihard rik rich dik
    elizabeth elisabetta liz betti bet eliza liza
    kaherin kate keti kati
    hiusep pep beppe
    franchesk frank franko chichcho
    """.strip().splitlines()
]
