"""Texts in other languages, whose words and order are left as they are written (DES001)."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+")
_OTHER: Final = frozenset(
    # articles, prepositions and pronouns that are no English word
    "el los las lo del una unos unas todos todas sus por para según desde entre "
    "le les du des une aux leur leurs tous toutes pour avec dans sur depuis selon "
    "das dem den ein eine einen einem einer eines und für mit aller alle zum zur im vom nach über "
    "um uma uns umas dos ao aos pelo pela seu sua seus todos "
    "il gli dello della dei degli delle uno tutti tutte nel nella dal dalla "
    "het een van voor naar alle "
    # and what is done
    "obtener obtiene listar crear crea actualizar actualiza eliminar elimina borrar borra buscar busca consultar "
    "obter criar atualizar atualiza excluir deletar "
    "obtenir récupérer récupère créer crée lister supprimer supprime mettre rechercher modifier "
    "erstellen erstellt löschen löscht aktualisieren aktualisiert abrufen holt suchen liefert anlegen ändern "
    "ottenere ottieni creare aggiornare aggiorna eliminare cercare "
    "ophalen aanmaken verwijderen bijwerken zoeken".split()
)
_ENGLISH: Final = frozenset("the an of to for by with and or from all this that your a in on as is it given".split())


def is_foreign(text: str) -> bool:
    """True for a text of another script, or of a language that is written in the same."""
    letters = [c for c in text if c.isalpha()]
    if sum(not c.isascii() for c in letters) * 2 > len(letters):
        return True
    words = _WORD.findall(text)
    lower = {word.lower() for word in words[:1]} | {word for word in words[1:] if word.islower()}
    strange = lower & _OTHER
    return bool(strange) and not lower & (_ENGLISH - {"a", "in", "is"} if len(strange) > 1 else _ENGLISH)
