; The set-up program for Windows: for one user, without a question. build/windows.py defines the names in ${…} and
; writes files.nsh (what is installed, and removed again) and words.nsh (our own words, in each language).
Unicode true
Target amd64-unicode
ManifestDPIAware true
ManifestSupportedOS Win10
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetCompressorDictSize 32
!include files.nsh

Name "${NAME}"
OutFile "${OUTPUT}"
Icon "${ICON}"
UninstallIcon "${ICON}"
BrandingText "${NAME} ${VERSION}"
XPStyle on
ShowInstDetails nevershow
ShowUninstDetails nevershow
AutoCloseWindow true
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "${ENTRY}" InstallLocation

; Windows' own language is taken, or the first of these.
!include words.nsh

VIProductVersion "${VERSION4}"
VIFileVersion "${VERSION4}"
VIAddVersionKey /LANG=1033 ProductName "${NAME}"
VIAddVersionKey /LANG=1033 ProductVersion "${VERSION}"
VIAddVersionKey /LANG=1033 FileDescription "${NAME} Setup"
VIAddVersionKey /LANG=1033 FileVersion "${VERSION}"
VIAddVersionKey /LANG=1033 CompanyName "${PUBLISHER}"
VIAddVersionKey /LANG=1033 LegalCopyright "${PUBLISHER}, ${LICENCE}"

Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

; A program that runs cannot be written, so neither replaced nor removed.
!macro WAIT_UNTIL_CLOSED
  look:
  IfFileExists "$INSTDIR\${EXE}" 0 closed
  ClearErrors
  FileOpen $0 "$INSTDIR\${EXE}" a
  IfErrors 0 written
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(OPEN)" /SD IDCANCEL IDRETRY look
  SetErrorLevel 1
  Quit
  written:
  FileClose $0
  closed:
!macroend

Function .onInit
  !insertmacro WAIT_UNTIL_CLOSED
FunctionEnd

Function un.onInit
  !insertmacro WAIT_UNTIL_CLOSED
FunctionEnd

Section
  ; What an older version has left out of this one goes with it.
  IfFileExists "$INSTDIR\uninstall.exe" 0 +2
  ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'

  !insertmacro INSTALL_FILES
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${EXE}" "" "" 0 SW_SHOWNORMAL "" "$(COMMENT)"

  WriteRegStr HKCU "${ENTRY}" DisplayName "${NAME}"
  WriteRegStr HKCU "${ENTRY}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${ENTRY}" Publisher "${PUBLISHER}"
  WriteRegStr HKCU "${ENTRY}" DisplayIcon "$INSTDIR\${EXE}"
  WriteRegStr HKCU "${ENTRY}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${ENTRY}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${ENTRY}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${ENTRY}" EstimatedSize ${SIZE_KB}
  WriteRegDWORD HKCU "${ENTRY}" NoModify 1
  WriteRegDWORD HKCU "${ENTRY}" NoRepair 1
  !ifdef HOMEPAGE
    WriteRegStr HKCU "${ENTRY}" URLInfoAbout "${HOMEPAGE}"
  !endif
SectionEnd

Section Uninstall
  !insertmacro REMOVE_FILES
  Delete "$SMPROGRAMS\${NAME}.lnk"
  DeleteRegKey HKCU "${ENTRY}"
  Delete "$INSTDIR\uninstall.exe"
  SetOutPath "$TEMP"
  RMDir "$INSTDIR" ; stays if anybody else's file is in it
SectionEnd

Function .onInstSuccess
  IfSilent +2
  Exec '"$INSTDIR\${EXE}"'
FunctionEnd
