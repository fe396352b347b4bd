//go:build !ios

package guard

import "syscall"

func mprotect(pages []byte, access int) error { return syscall.Mprotect(pages, access) }

// discardPages does nothing: package syscall has no call for it here.
func discardPages([]byte) {}
