"""`manage.py check_mail` says what keeps mail of this site from being believed."""

import pytest
from django.core.management import CommandError, call_command

from notifications import mail_dns
from notifications.management.commands import check_mail

WELL = {
    ("site.test", "MX"): ["10 mx.site.test."],
    ("mx.site.test", "A"): ["192.0.2.1"],
    ("site.test", "TXT"): ["google-site=x", "v=spf1 mx include:relay.test ~all"],
    ("_dmarc.site.test", "TXT"): ["v=DMARC1; p=quarantine; rua=mailto:dmarc@site.test"],
    ("k1._domainkey.site.test", "TXT"): ["v=DKIM1; k=rsa; p=MIIBIjAN"],
    ("192.0.2.1", "PTR"): ["mx.site.test."],
}


def looked_at(**changed: list[str]) -> dict[str, str]:
    """What is to be mended, where so much of DNS is otherwise: `TYPE_name` with - for a dot."""
    dns = {**WELL}
    for key, answer in changed.items():
        kind, _is, name = key.partition("_")
        dns[name.replace("__", "."), kind] = answer
    found = mail_dns.look(
        sender="site.test",
        answers="site.test",
        host="mx.site.test",
        selectors=["k1"],
        resolve=lambda name, kind: dns.get((name, kind), []),
    )
    return {one.about: one.said for one in found if not one.is_well}


def test_a_site_that_is_well_has_nothing_to_mend() -> None:
    assert looked_at() == {}


@pytest.mark.parametrize(
    ("changed", "about", "said"),
    [
        ({"MX_site__test": []}, "MX of site.test", "answers do not arrive"),
        ({"A_mx__site__test": []}, "MX of site.test", "has no address"),
        ({"TXT_site__test": []}, "SPF of site.test", "add a TXT record"),
        ({"TXT_site__test": ["v=spf1 ~all", "v=spf1 -all"]}, "SPF of site.test", "keep one"),
        ({"TXT_site__test": ["v=spf1 +all"]}, "SPF of site.test", "lets everybody send"),
        (
            {"TXT_site__test": ["v=spf1 " + "include:x.test " * 11 + "~all"]},
            "SPF of site.test",
            "11 times",
        ),
        ({"TXT__dmarc__site__test": []}, "DMARC of site.test", "none: add"),
        ({"TXT__dmarc__site__test": ["v=DMARC1; p=none"]}, "DMARC of site.test", "rua"),
        (
            {"TXT__dmarc__site__test": ["v=DMARC1; p=maybe; rua=mailto:dmarc@site.test"]},
            "DMARC of site.test",
            "no policy",
        ),
        (
            {"TXT_k1___domainkey__site__test": ["v=DKIM1; k=rsa"]},
            "DKIM key k1 of site.test",
            "publish the key",
        ),
        ({"A_mx__site__test": []}, "PTR of mx.site.test", "has no address"),
        (
            {"TXT_k1___domainkey__site__test": ["v=DKIM1; p="]},
            "DKIM key k1 of site.test",
            "taken back",
        ),
        ({"PTR_192__0__2__1": []}, "PTR of 192.0.2.1", "ask whoever runs"),
        ({"PTR_192__0__2__1": ["other.test."]}, "PTR of 192.0.2.1", "does not lead back"),
    ],
)
def test_what_is_wrong_is_named_with_what_to_do(
    changed: dict[str, list[str]], about: str, said: str
) -> None:
    assert said in looked_at(**changed)[about]


def test_ten_questions_of_a_record_are_answered() -> None:
    ten = " ".join(f"include:{n}.test" for n in range(10))
    assert looked_at(TXT_site__test=[f"v=spf1 {ten} ip4:192.0.2.1 ~all"]) == {}


def test_the_command_fails_while_there_is_something_to_mend(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_mail, "resolve", lambda name, kind: [])
    with pytest.raises(CommandError, match="to be mended"):
        call_command("check_mail")
    assert "MEND  MX of oriflamme.test" in capsys.readouterr().out
