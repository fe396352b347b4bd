//go:build (freebsd || netbsd || dragonfly) && !386 && !arm

package guard

import (
	"syscall"
	"unsafe"
)

// mprotect calls the kernel by number, since package syscall has no Mprotect
// here. OpenBSD allows no such calls, and has no guard pages.
func mprotect(pages []byte, access int) error {
	_, _, failed := syscall.Syscall(syscall.SYS_MPROTECT, uintptr(unsafe.Pointer(&pages[0])), uintptr(len(pages)), uintptr(access))
	if failed != 0 {
		return failed
	}
	return nil
}

// addressSpace is how many bytes of addresses guarded leases may use. Their
// memory is not given back, because package syscall has no call for it here.
const addressSpace = 256 << 20

func discardPages([]byte) {}

func renewPages([]byte) {}
