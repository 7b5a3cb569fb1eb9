// The library that Windows has and Wine 8 lacks, for programs that are compiled by Rust: random bytes of the system.
#include <windows.h>

extern "C" BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

extern "C" __declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
  return SystemFunction036(buffer, (ULONG)length);
}
