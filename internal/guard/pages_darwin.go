//go:build !ios

package guard

import "syscall"

func mprotect(pages []byte, access int) error { return syscall.Mprotect(pages, access) }

// addressSpace is how many bytes of addresses guarded leases may use. Their
// memory is not given back, because package syscall has no call for it here.
const addressSpace = 256 << 20

func discardPages([]byte) {}

func renewPages([]byte) {}
