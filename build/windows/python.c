/* The interpreter's program: the wheel that brings Python's libraries for Windows has none. */
#include <windows.h>

typedef int (*python_main)(int, wchar_t **);

int wmain(int argc, wchar_t **argv)
{
    HMODULE library = LoadLibraryW(L"python311.dll");
    python_main run = library ? (python_main)(void *)GetProcAddress(library, "Py_Main") : NULL;
    return run ? run(argc, argv) : 1;
}
