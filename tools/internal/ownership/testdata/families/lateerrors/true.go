package lateerrors

import (
	"errors"
	"io"
)

// The error of the deferred Close is nil, and the page is kept.
func loseJoined(w io.WriteCloser) int {
	p, err := joined(w, "text") // want "leak: "
	if err != nil {
		return 0
	}
	return len(p.Value().body)
}

// One path returns early.
func loseFirst(w io.WriteCloser, skip bool) error {
	p, err := firstError(w) // want "leak: "
	if err != nil {
		return err
	}
	if skip {
		return nil
	}
	p.Release()
	return nil
}

// It is released twice.
func releaseTwice(c *closer) error {
	p, err := byHelper(c)
	if err != nil {
		return err
	}
	p.Release()
	p.Release() // want "double-release: "
	return nil
}

// It is used late.
func useLate(w io.WriteCloser) (int, error) {
	p, err := dropped(w)
	if err != nil {
		return 0, err
	}
	p.Release()
	return len(p.Value().body), nil // want "use-after-release: "
}

// The function itself loses the page, before the deferred call.
func loseInside(w io.WriteCloser, text string) (n int, err error) {
	defer func() { err = errors.Join(err, w.Close()) }()
	p := pages.Get() // want "leak: "
	if len(text) > 10 {
		return 0, errLarge
	}
	p.Release()
	return 1, nil
}
