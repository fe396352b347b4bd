//go:build (linux || (darwin && !ios) || freebsd || netbsd || dragonfly) && !386 && !arm && !mips && !mipsle && !msan

package guard

import "syscall"

// pagesSupported reports whether this system has guard pages. See pages_other.go
// for those that do not.
const pagesSupported = true

const readWrite = syscall.PROT_READ | syscall.PROT_WRITE

// reservePages maps protected pages. They take address space, and no memory.
func reservePages(length uintptr) ([]byte, error) {
	return syscall.Mmap(-1, 0, int(length), syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
}

// openPages lets protected pages be read and written. They are zero.
func openPages(pages []byte) error { return mprotect(pages, readWrite) }

// protectPages makes every access to the pages fault, and gives their memory
// back where one call can do so.
func protectPages(pages []byte) error {
	if err := mprotect(pages, syscall.PROT_NONE); err != nil {
		return err
	}
	discardPages(pages)
	return nil
}

func unmapPages(pages []byte) error { return syscall.Munmap(pages) }
