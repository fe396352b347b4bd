//go:build !386 && !arm && !mips && !mipsle

package guard

import "syscall"

func mprotect(pages []byte, access int) error { return syscall.Mprotect(pages, access) }

// discardPages is a favour to the kernel. If it fails, the memory is given back
// when the pages are unmapped.
func discardPages(pages []byte) { syscall.Madvise(pages, syscall.MADV_DONTNEED) }
