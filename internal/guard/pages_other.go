//go:build !((linux || (darwin && !ios) || freebsd || netbsd || dragonfly) && !386 && !arm && !mips && !mipsle && !msan)

package guard

import "errors"

// pagesSupported reports whether this system has guard pages. It has none because
// package syscall has no call to protect memory (Windows, OpenBSD, Solaris, AIX,
// Plan 9, WebAssembly), because the addresses are too few (32-bit machines), or
// because the memory sanitizer does not learn what the kernel maps, and goes by
// what it knows of an earlier use of the address.
const pagesSupported = false

// addressSpace is how many bytes of addresses guarded leases may use.
const addressSpace = 0

func reservePages(length uintptr) ([]byte, error) { return nil, errors.ErrUnsupported }

func openPages(pages []byte) error { return errors.ErrUnsupported }

func protectPages(pages []byte) error { return errors.ErrUnsupported }

func renewPages(pages []byte) {}

func unmapPages(pages []byte) error { return errors.ErrUnsupported }
