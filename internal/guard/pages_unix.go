//go:build (linux || (darwin && !ios) || freebsd || netbsd || dragonfly) && !386 && !arm && !mips && !mipsle && !msan

package guard

import "syscall"

// pagesSupported reports whether this system has guard pages. See pages_other.go
// for those that do not.
const pagesSupported = true

const readWrite = syscall.PROT_READ | syscall.PROT_WRITE

// mapPages maps length bytes of zeroed pages, of which the first usable bytes
// can be read and written and the rest is protected.
func mapPages(length, usable uintptr) ([]byte, error) {
	pages, err := syscall.Mmap(-1, 0, int(length), syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	if err := mprotect(pages[:usable], readWrite); err != nil {
		syscall.Munmap(pages) // the way back to what there was is always free
		return nil, err
	}
	return pages, nil
}

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
