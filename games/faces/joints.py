"""Where a long name of a card, or of a place in the row, may break: one good joint, rather than
every syllable."""

_JOINTS = """
Shape·shifter Assassi·nation Conspi·racy Cut·throat Apothe·cary Substi·tution Combi·nation
Infor·mant Extor·tion Infil·tration Спадко·ємець Пере·вертень Королів·ський Інтри·ганка
Голово·різ Злочи·нець Комбі·нація Імпера·торка Інфор·маторка Дипло·матка Дезер·тир Пов·стання
Здир·ство Проник·нення Нас·ледник Обо·ротень Убий·ство Королев·ский Интри·ганка Голово·рез
Апте·карь Пре·ступник Комби·нация Импера·трица Осведо·митель Вос·стание Вымога·тельство
Проник·новение Assas·sino Imbo·scata Cospira·zione Intri·gante Taglia·gole Crimi·nale
Sosti·tuzione Corru·zione Combi·nazione Impera·trice Informa·tore Diplo·matico Diser·tore
Estor·sione Infiltra·zione остан·ня по·след·няя
"""

_BROKEN = {name.replace("·", ""): name.replace("·", "\u00ad") for name in _JOINTS.split()}


def broken(name: str) -> str:
    """The name with a soft hyphen at its joint, word by word."""
    return " ".join(_BROKEN.get(word, word) for word in name.split())
