package ownedbesideerror

import "github.com/rcpool/rcpool"

// The buffer is released with the error, if there is one.
func sizeReleased(kind int, f filler) (int, error) {
	b, err := fillBuffer(kind, f)
	if b != nil {
		defer b.Release()
	}
	if err != nil {
		return 0, err
	}
	return b.Len(), nil
}

// The callee has released the buffer.
func sizeOrNone(kind int, f filler) (int, error) {
	b, err := fillOrRelease(kind, f)
	if err != nil {
		return 0, err
	}
	defer b.Release()
	return b.Len(), nil
}

// A deferred call of the callee has released the buffer.
func sizeDeferred(kind int, f filler) (int, error) {
	b, err := fillDeferred(kind, f)
	if err != nil {
		return 0, err
	}
	defer b.Release()
	return b.Len(), nil
}

// The page is dropped, whether there is one or not.
func pageSizeDropped(kind int, f filler) (int, error) {
	p, err := fillPage(kind, f)
	defer rcpool.Drop(&p)
	if err != nil {
		return 0, err
	}
	return len(p.Value().data), nil
}

// The joined error is nil if there is a buffer.
func sizeJoined(kind int, f filler) (int, error) {
	b, err := fillJoined(kind, f)
	if err != nil {
		return 0, err
	}
	defer b.Release()
	return b.Len(), nil
}

// The wrapped error is nil if there is a page.
func pageSizeWrapped(kind int, f filler) (int, error) {
	p, err := fillWrapped(kind, f)
	if err != nil {
		return 0, err
	}
	defer p.Release()
	return len(p.Value().data), nil
}
