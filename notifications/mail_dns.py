"""Whether the world believes mail of this site: what DNS says of its domains, and what to mend."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

# Asked for a name and a type; [] where there is none.
Resolver = Callable[[str, str], list[str]]
# An SPF record that needs more is void (RFC 7208, 4.6.4).
MOST_LOOKUPS = 10
_LOOKS = ("include:", "a", "mx", "ptr", "exists:", "redirect=")


class Found(NamedTuple):
    is_well: bool
    about: str
    said: str


def look(
    *, sender: str, answers: str, host: str, selectors: list[str], resolve: Resolver
) -> list[Found]:
    """`sender` is the domain that readers see, `answers` that of return and answer addresses,
    `host` the server that sends."""
    found = [_mx(answers, resolve)]
    # Receivers hold SPF against the return address, which is of the domain of answers.
    found += [_spf(domain, resolve) for domain in dict.fromkeys((answers, sender))]
    found.append(_dmarc(sender, resolve))
    found += [_dkim(sender, selector, resolve) for selector in selectors]
    if not selectors:
        found.append(
            Found(False, f"DKIM of {sender}", "not looked at: name the selector of your keys")
        )
    if not _is_below(answers, sender):
        said = f"{answers} is no part of {sender}: SPF alone does not satisfy DMARC, DKIM has to"
        found.append(Found(False, "alignment", said))
    return [*found, *_ptr(host, resolve)]


def _mx(domain: str, resolve: Resolver) -> Found:
    servers = [one.split()[-1] for one in resolve(domain, "MX")]
    if not servers:
        return Found(
            False, f"MX of {domain}", "none: answers do not arrive; name the server that takes them"
        )
    lost = [name for name in servers if not _addresses(name, resolve)]
    if lost:
        return Found(False, f"MX of {domain}", f"{', '.join(lost)} has no address")
    return Found(True, f"MX of {domain}", ", ".join(servers))


def _spf(domain: str, resolve: Resolver) -> Found:
    about = f"SPF of {domain}"
    records = [one for one in _texts(domain, resolve) if one.casefold().split()[:1] == ["v=spf1"]]
    if not records:
        said = "none: add a TXT record like “v=spf1 include:YOUR-RELAY ~all”"
        return Found(False, about, said)
    if len(records) > 1:
        return Found(False, about, f"{len(records)} records, which voids all of them: keep one")
    terms = records[0].casefold().split()[1:]
    if any(term in {"all", "+all", "?all"} for term in terms):
        return Found(False, about, f"“{records[0]}” lets everybody send: end it in ~all or -all")
    looks = sum(term.lstrip("+-~?").startswith(_LOOKS) and "all" not in term for term in terms)
    if looks > MOST_LOOKUPS:
        return Found(False, about, f"asks DNS {looks} times, which is too often: at most ten")
    return Found(True, about, records[0])


def _dmarc(domain: str, resolve: Resolver) -> Found:
    about = f"DMARC of {domain}"
    tags: dict[str, str] = {}
    for text in _texts(f"_dmarc.{domain}", resolve):
        if text.casefold().replace(" ", "").startswith("v=dmarc1"):
            pairs = (one.partition("=") for one in text.split(";"))
            tags = {name.strip().casefold(): value.strip() for name, _is, value in pairs}
    if not tags:
        said = f"none: add “v=DMARC1; p=none; rua=mailto:reports@{domain}” at _dmarc.{domain}"
        return Found(False, about, said)
    if tags.get("p") not in {"none", "quarantine", "reject"}:
        return Found(False, about, "says no policy: p=none, quarantine or reject")
    if not tags.get("rua"):
        return Found(False, about, "asks for no reports: add rua=mailto:…")
    return Found(True, about, f"p={tags['p']}, reports to {tags['rua']}")


def _dkim(domain: str, selector: str, resolve: Resolver) -> Found:
    about = f"DKIM key {selector} of {domain}"
    for text in _texts(f"{selector}._domainkey.{domain}", resolve):
        tags = {
            name.strip(): value.replace(" ", "")
            for name, _is, value in (one.partition("=") for one in text.split(";"))
        }
        if "p" in tags:
            if not tags["p"]:
                return Found(False, about, "has been taken back: its p= is empty")
            return Found(True, about, f"{tags.get('k', 'rsa')}, {len(tags['p'])} characters")
    return Found(False, about, f"none: publish the key at {selector}._domainkey.{domain}")


def _ptr(host: str, resolve: Resolver) -> Iterator[Found]:
    """Receivers ask back who sends: the name of its address, and the address of that name."""
    addresses = _addresses(host, resolve)
    if not addresses:
        yield Found(False, f"PTR of {host}", "this server has no address")
    for address in addresses:
        names = [name.rstrip(".") for name in resolve(address, "PTR")]
        if any(address in _addresses(name, resolve) for name in names):
            yield Found(True, f"PTR of {address}", ", ".join(names))
        elif names:
            said = f"{', '.join(names)} does not lead back to it: let name and address agree"
            yield Found(False, f"PTR of {address}", said)
        else:
            said = "none: ask whoever runs its network for one, if this server sends by itself"
            yield Found(False, f"PTR of {address}", said)


def _addresses(name: str, resolve: Resolver) -> list[str]:
    name = name.rstrip(".")
    if name.replace(".", "").isdecimal() or ":" in name:
        return [name]
    return [*resolve(name, "A"), *resolve(name, "AAAA")]


def _texts(name: str, resolve: Resolver) -> list[str]:
    return resolve(name, "TXT")


def _is_below(one: str, other: str) -> bool:
    """Either is the other or a part of it, as relaxed alignment wants."""
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")
