"""The fixed words of common mail programs, in four languages."""

FROM = "Friday table <post@oriflamme.test>"
# How a program says when who wrote what.
GMAIL = {
    "en": f"On Tue, Nov 17, 2026 at 9:10 PM {FROM}\nwrote:",
    "uk": f"вт, 17 лист. 2026 р. о 21:10 {FROM} пише:",
    "ru": f"вт, 17 нояб. 2026 г. в 21:10, {FROM}:",
    "it": f"Il giorno mar 17 nov 2026 alle ore 21:10 {FROM} ha scritto:",
}
APPLE = {
    "en": f"On 17 Nov 2026, at 21:10, {FROM} wrote:",
    "uk": f"17 лист. 2026 р. о 21:10 {FROM} написав(-ла):",
    "ru": f"17 нояб. 2026 г., в 21:10, {FROM} написал(а):",
    "it": f"Il giorno 17 nov 2026, alle ore 21:10, {FROM} ha scritto:",
}
THUNDERBIRD = {
    "en": "On 11/17/26 21:10, Friday table wrote:",
    "uk": "17.11.2026 21:10, Friday table пише:",
    "ru": "17.11.2026 21:10, Friday table пишет:",
    "it": "Il 17/11/2026 21:10, Friday table ha scritto:",
}
OUTLOOK = {
    "en": ("From", "Sent", "To", "Subject"),
    "uk": ("Від", "Надіслано", "Кому", "Тема"),
    "ru": ("От", "Отправлено", "Кому", "Тема"),
    "it": ("Da", "Inviato", "A", "Oggetto"),
}
PHONE = {
    "en": "Sent from my iPhone",
    "uk": "Надіслано з iPhone",
    "ru": "Отправлено с iPhone",
    "it": "Inviato da iPhone",
}
