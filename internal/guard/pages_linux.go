//go:build !386 && !arm && !mips && !mipsle

package guard

import (
	"runtime"
	"syscall"
	"unsafe"
)

// addressSpace is how many bytes of addresses guarded leases may use: 1 TiB of
// the 128 that a process has, for 134 million small objects.
const addressSpace = 1 << 40

func mprotect(pages []byte, access int) error { return syscall.Mprotect(pages, access) }

// discardPages is a favour to the kernel: without it, the memory is given back
// with the whole region.
func discardPages(pages []byte) { syscall.Madvise(pages, syscall.MADV_DONTNEED) }

// renewPages maps a region of protected pages anew, in its place. The kernel
// gives back what it had for the old mapping. (On s390x that system call has
// its arguments elsewhere.)
func renewPages(pages []byte) {
	if runtime.GOARCH == "s390x" {
		return
	}
	const flags = syscall.MAP_ANON | syscall.MAP_PRIVATE | syscall.MAP_NORESERVE | syscall.MAP_FIXED
	syscall.Syscall6(syscall.SYS_MMAP, uintptr(unsafe.Pointer(&pages[0])), uintptr(len(pages)), syscall.PROT_NONE, flags, ^uintptr(0), 0)
}
