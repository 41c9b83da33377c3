"""The voices of the systems: what they are told, and that German is spoken in German where espeak-ng can be asked."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import threading
import wave
from pathlib import Path
from unittest import mock

import pytest

from game.i18n import LANGUAGES
from game.ui.speech import linux, system_voice
from game.ui.speech.command_voice import system_environment
from game.ui.speech.linux import Espeak, SpeechDispatcher
from game.ui.speech.macos import Say, voices_by_language
from game.ui.speech.speech import FirstVoice, VoiceError, VoiceSettings
from game.ui.speech.windows import Sapi, sapi_xml
from tests.cases import each
from tests.waiting import until

needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="the programs in this test are shell scripts")
unix_only = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no Unix sockets here")
GERMAN = "Ich lege die Karte Vorfahrt, noch 100 Kilometer."


# -- espeak-ng --------------------------------------------------------------------------------------------------------


def phonemes(words: str, language: str) -> str:
    """How espeak-ng pronounces words with what the voice tells it."""
    command = ["espeak-ng", *Espeak().arguments(VoiceSettings(language)), "-q", "-x"]
    return subprocess.run(command, input=words.encode(), capture_output=True, check=True).stdout.decode()


@needs_espeak
def test_german_is_spoken_by_a_german_voice() -> None:
    german, english = phonemes(GERMAN, "de"), phonemes(GERMAN, "en")
    assert "IC" in german, "the German ich, which no English voice has"
    assert "'Und3t" in german, "a hundred is hundert"
    assert "IC" not in english
    assert "h'VndrI2d" in english


@needs_espeak
@pytest.mark.parametrize("code", LANGUAGES)
def test_languages_all_have_a_voice_of_their_own(code: str) -> None:
    listed = subprocess.run(["espeak-ng", f"--voices={code}"], capture_output=True, check=True, text=True).stdout
    assert [line.split()[1] for line in listed.splitlines()[1:]], "there is a voice for it"
    others = [phonemes("1 200", other) for other in LANGUAGES if other != code]
    assert phonemes("1 200", code) not in others, "numbers are said otherwise in every language"


@needs_espeak
def test_voice_speed_and_volume_are_audible(tmp_path: Path) -> None:
    def rendered(name: str, manner: VoiceSettings) -> tuple[float, int]:
        path = tmp_path / name
        command = ["espeak-ng", *Espeak().arguments(manner), "-w", str(path)]
        subprocess.run(command, input=GERMAN.encode(), check=True)
        with wave.open(str(path)) as sound:
            samples = memoryview(sound.readframes(sound.getnframes())).cast("h")
            return sound.getnframes() / sound.getframerate(), max(map(abs, samples))

    usual, fast, soft = (
        rendered(f"{i}.wav", manner)
        for i, manner in enumerate(
            (VoiceSettings("de", 5, 0.8), VoiceSettings("de", 9, 0.8), VoiceSettings("de", 5, 0.2))
        )
    )
    assert usual[0] > 1.5 * fast[0] > 0.5, "seconds"
    assert usual[1] > 2 * soft[1] > 0, "the loudest sample"


def program(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that has the only programs that are found."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@posix_only
def test_espeak_gets_words_by_its_input_and_ends_when_others_come(only: Path, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    program(only, "espeak-ng", f'echo "$@" > {heard}; /bin/cat >> {heard}; exec /bin/sleep 60')
    voice = Espeak()
    voice.open()
    voice.speak("Vorfahrt; 'rm' $HOME", VoiceSettings("de", 5, 1.0))
    until(lambda: heard.exists() and "HOME" in heard.read_text())
    assert heard.read_text() == "-v de -s 176 -a 150 --stdin\nVorfahrt; 'rm' $HOME\n"
    assert voice.is_busy()
    voice.stop()
    assert not voice.is_busy()
    voice.close()


@posix_only
def test_system_without_any_voice_says_what_is_missing(only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(only))
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)
    with pytest.raises(VoiceError, match="speech-dispatcher is not installed; Espeak: espeak-ng is not installed"):
        FirstVoice((SpeechDispatcher(), Espeak())).open()


def test_packaged_game_lends_its_libraries_to_no_system_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/game")
    assert system_environment()["LD_LIBRARY_PATH"] == "/game", "in a checkout it is the user's own"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "LD_LIBRARY_PATH" not in system_environment()
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/home/anna/lib")
    assert system_environment()["LD_LIBRARY_PATH"] == "/home/anna/lib"


# -- Speech Dispatcher ------------------------------------------------------------------------------------------------


class Server:
    """Answers as Speech Dispatcher does, and keeps what it was told; ``refuses`` begins a command it does not take."""

    def __init__(self, path: Path, *, modules: tuple[str, ...] = ("espeak-ng", "dummy"), refuses: str = "-") -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.told: list[str] = []
        self._modules, self._refuses = modules, refuses
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listening.bind(str(path))
        self._listening.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        connection, _address = self._listening.accept()
        is_text = False
        with connection, connection.makefile("rwb") as stream:
            for raw in stream:
                line = raw.decode().removesuffix("\r\n")
                self.told.append(line)
                is_text, answer = self._answered(line, is_text=is_text)
                stream.write("".join(f"{part}\r\n" for part in answer).encode())
                stream.flush()

    def _answered(self, line: str, *, is_text: bool) -> tuple[bool, list[str]]:
        if is_text:
            return line != ".", ["225-21", "225 OK MESSAGE QUEUED"] if line == "." else []
        if line.startswith(self._refuses):
            return False, ["300 ERR INTERNAL"]
        if line == "QUIT":
            return False, ["231 HAPPY HACKING"]
        if line == "SPEAK":
            return True, ["230 OK RECEIVING DATA"]
        if line == "LIST OUTPUT_MODULES":
            return False, [*(f"250-{module}" for module in self._modules), "250 OK MODULE LIST SENT"]
        return False, ["208 OK"]

    def close(self) -> list[str]:
        self._listening.close()
        self._thread.join(10)
        return self.told


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)
    return linux.socket_path()


@unix_only
def test_speech_dispatcher_gets_language_speed_and_volume_before_words(address: Path) -> None:
    server, voice = Server(address), SpeechDispatcher()
    voice.open()
    voice.speak("Vorfahrt.\n. und ő", VoiceSettings("de", 5, 0.5))
    voice.speak("Noch einmal", VoiceSettings("de", 5, 0.5))
    voice.speak("Au!", VoiceSettings("de", 5, 0.5, is_incidental=True))
    assert not voice.is_busy()
    voice.stop()
    voice.close()
    assert server.close() == [
        "SET SELF CLIENT_NAME user:milestone-rally:main",
        "LIST OUTPUT_MODULES",
        "SET SELF PRIORITY message",
        *("SET SELF LANGUAGE de", "SET SELF RATE 0", "SET SELF VOLUME 0"),
        *("SPEAK", "Vorfahrt.", ".. und ő", "."),
        *("SPEAK", "Noch einmal", "."),
        "SET SELF PRIORITY text",
        *("SET SELF LANGUAGE de", "SET SELF RATE 0", "SET SELF VOLUME 0"),
        *("SPEAK", "Au!", "."),
        "CANCEL SELF",
        "QUIT",
    ]


@unix_only
@pytest.mark.parametrize(
    ("modules", "refuses", "says"),
    [(("dummy",), "-", "no synthesizer"), (("espeak-ng",), "SET SELF LANGUAGE", "answered: 300 ERR INTERNAL")],
)
def test_speech_dispatcher_refusal_is_an_error(
    address: Path, modules: tuple[str, ...], refuses: str, says: str
) -> None:
    server, voice = Server(address, modules=modules, refuses=refuses), SpeechDispatcher()

    def talk() -> None:
        voice.open()
        voice.speak("hello", VoiceSettings())

    with pytest.raises(VoiceError, match=says):
        talk()
    voice.close()
    server.close()


@unix_only
def test_speech_dispatcher_that_goes_away_is_an_error(address: Path) -> None:
    address.parent.mkdir(parents=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(str(address))
        listening.listen()

        def hang_up() -> None:
            listening.accept()[0].close()

        threading.Thread(target=hang_up, daemon=True).start()
        voice = SpeechDispatcher()
        with pytest.raises((VoiceError, OSError)):
            voice.open()
        voice.close()


# -- macOS and Windows ------------------------------------------------------------------------------------------------

LISTING = """\
Albert              en_US    # Hello! My name is Albert.
Alice               it_IT    # Ciao! Mi chiamo Alice.
Amélie              fr_CA    # Bonjour! Je m’appelle Amélie.
Anna                de_DE    # Hallo! Ich heiße Anna.
Eddy (German (Germany)) de_DE # Hallo! Ich heiße Eddy.
Samantha            en_US    # Hello! My name is Samantha.
Tünde               hu_HU    # Üdvözlöm! A nevem Tünde.
"""


def test_macos_has_one_voice_for_each_language() -> None:
    voices = voices_by_language(LISTING)
    assert voices == {"en": "Samantha", "it": "Alice", "fr": "Amélie", "de": "Anna", "hu": "Tünde"}


@posix_only
def test_say_command_gets_voice_speed_and_volume(only: Path, tmp_path: Path) -> None:
    heard, listing = tmp_path / "heard", tmp_path / "listing"
    listing.write_text(LISTING)
    program(
        only, "say", f'if [ "$2" = "?" ]; then /bin/cat {listing}; else echo "$@" > {heard}; /bin/cat >> {heard}; fi'
    )
    voice = Say()
    voice.open()
    voice.speak("Hundert [[volm 9]] Kilometer", VoiceSettings("de", 5, 0.8))
    until(lambda: not voice.is_busy())
    assert heard.read_text() == "-v Anna -r 179 -f -\n[[volm 0.80]] Hundert volm 9 Kilometer\n"
    assert "-v" not in voice.arguments(VoiceSettings("tlh")), "an unknown language has the voice that is set"


def test_sapi_gets_the_language_and_never_words_as_markup() -> None:
    assert sapi_xml("A & <b>", "de") == '<voice optional="Language=407">A &amp; &lt;b&gt;</voice>'
    assert sapi_xml("hello", "tlh") == "hello"
    for code, number in {"en": 409, "fr": "40c", "it": 410, "hu": "40e", "pl": 415, "nl": 413, "pt": 416}.items():
        assert sapi_xml("hello", code) == f'<voice optional="Language={number}">hello</voice>'


@each(("result", "is_busy"), [(0, False), (1, True)])
def test_sapi_is_busy_until_all_is_said(result: int, is_busy: bool) -> None:
    with mock.patch.object(Sapi, "_call", return_value=result) as call:
        assert Sapi().is_busy() is is_busy
    assert (call.call_args.args[0], call.call_args.args[1].value) == (32, 0), "WaitUntilDone, without waiting"


@pytest.mark.skipif(sys.platform == "win32", reason="here it opens")
def test_sapi_opens_on_windows_only() -> None:
    with pytest.raises(VoiceError, match="not Windows"):
        Sapi().open()


@pytest.mark.parametrize(("platform", "kind"), [("win32", Sapi), ("darwin", Say), ("linux", FirstVoice)])
def test_systems_all_have_their_voice(platform: str, kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_voice.sys, "platform", platform)  # type: ignore[attr-defined]
    assert isinstance(system_voice.system_voice(), kind)
