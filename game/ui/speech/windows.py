"""The voice of Windows: SAPI 5, through its COM interface."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_int32, c_uint16, c_uint32, c_void_p, c_wchar_p
from html import escape
from locale import windows_locale
from typing import Any
from uuid import UUID

from game.ui.speech.speech import FASTEST, VoiceError, VoiceSettings

_CLASS = UUID("96749377-3391-11d2-9ee3-00c04f797396")  # SpVoice
_INTERFACE = UUID("6c44df74-72b9-4992-a1ec-ef996e0422d4")  # ISpVoice
# indices in ISpVoice's method table
_RELEASE, _SPEAK, _SET_RATE, _SET_VOLUME, _WAIT_UNTIL_DONE = 2, 20, 28, 30, 32
_FALSE = 1  # S_FALSE
_ASYNC, _PURGE, _XML = 1, 2, 8  # SPEAKFLAGS
_ALL_CONTEXTS = 23  # CLSCTX_ALL
_LANGUAGES = {name.partition("_")[0]: code for code, name in windows_locale.items() if code >> 10 == 1}
"""Windows' language ids by language code, for each language's primary region."""


class Sapi:
    """A ``Voice`` that uses Windows' own voices, one for the language if there is one."""

    def __init__(self) -> None:
        self._voice: c_void_p | None = None
        self._set: tuple[int, float] | None = None

    def open(self) -> None:
        """Connect to the system's voice; raise ``VoiceError`` if this is not Windows, ``OSError`` if that fails."""
        ole: Any = getattr(ctypes, "OleDLL", None)
        if ole is None:
            raise VoiceError("not Windows")
        library, voice = ole("ole32"), c_void_p()
        library.CoInitializeEx(None, 0)
        class_id, interface_id = (ctypes.create_string_buffer(uuid.bytes_le, 16) for uuid in (_CLASS, _INTERFACE))
        library.CoCreateInstance(class_id, None, c_uint32(_ALL_CONTEXTS), interface_id, byref(voice))
        self._voice, self._set = voice, None

    def speak(self, words: str, manner: VoiceSettings) -> None:
        if self._set != (manner.speed, manner.volume):
            self._call(_SET_RATE, c_int32(round(20 * manner.speed / FASTEST) - 10))
            self._call(_SET_VOLUME, c_uint16(round(100 * manner.volume)))
            self._set = manner.speed, manner.volume
        self._speak(sapi_xml(words, manner.language), _ASYNC | _XML)

    def is_busy(self) -> bool:
        return self._call(_WAIT_UNTIL_DONE, c_uint32(0)) == _FALSE

    def stop(self) -> None:
        """Drop the words being spoken and all queued ones."""
        self._speak("", _ASYNC | _PURGE)

    def close(self) -> None:
        if self._voice is not None:
            self._call(_RELEASE)
            self._voice = None

    def _speak(self, words: str, flags: int) -> None:
        self._call(_SPEAK, c_wchar_p(words), c_uint32(flags), POINTER(c_uint32)())

    def _call(self, place: int, *arguments: Any) -> int:
        """Call the method with this index in the interface and return its result; raise ``OSError`` on failure."""
        if self._voice is None:
            raise VoiceError("not open")
        function: Any = ctypes.WINFUNCTYPE  # type: ignore[attr-defined, unused-ignore]
        result = c_uint32 if place == _RELEASE else ctypes.HRESULT  # type: ignore[attr-defined, unused-ignore]
        call = function(result, *(type(argument) for argument in arguments))(place, "ISpVoice")
        return int(call(self._voice, *arguments))


def sapi_xml(words: str, language: str) -> str:
    """Return the words as SAPI's XML, which requests a voice of this language or else the user's default voice."""
    if language not in _LANGUAGES:
        return escape(words, quote=False)
    return f'<voice optional="Language={_LANGUAGES[language]:x}">{escape(words, quote=False)}</voice>'
