package flaggedcleanups

import (
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

// The page is released before the return, or at the end, as the flag says.
func writeOnce(w io.Writer, n int) error {
	var cleanups []func()
	defer func() {
		for i := len(cleanups) - 1; i >= 0; i-- {
			cleanups[i]()
		}
	}()
	page := pages.Get()
	pending := true
	cleanups = append(cleanups, func() {
		if pending {
			page.Release()
		}
	})
	page.Value().N = n
	if _, err := fmt.Fprintln(w, page.Value().N); err != nil {
		return err
	}
	pending = false
	page.Release()
	return nil
}

// The caller gets the page if nothing failed.
func openPage(n int) (page rcpool.Ref[Page], err error) {
	var cleanups []func()
	defer func() { runAll(cleanups) }()
	page = pages.Get()
	committed := false
	cleanups = append(cleanups, func() {
		if !committed {
			page.Release()
		}
	})
	if n == 0 {
		return rcpool.Ref[Page]{}, errEmpty
	}
	committed = true
	return page, nil
}

// What is left in the variable is dropped: nothing, if it was moved.
func savePage(save func(rcpool.Ref[Page]), n int) {
	var cleanups []func()
	defer func() { runAll(cleanups) }()
	page := pages.Get()
	cleanups = append(cleanups, func() { rcpool.Drop(&page) })
	page.Value().N = n
	if n > 0 {
		save(rcpool.Move(&page))
	}
}

// The second page replaces the first one, which is released there.
func replacePage(w io.Writer, n int) {
	var cleanups []func()
	defer func() { runAll(cleanups) }()
	page := pages.Get()
	cleanups = append(cleanups, func() { page.Release() })
	if n > 0 {
		page.Release()
		page = pages.Get()
	}
	fmt.Fprintln(w, page.Value().N)
}

// The callee only reads the page: its caller drops it, in a literal.
func showOnce(w io.Writer, save func(rcpool.Ref[Page])) {
	page := pages.Get()
	defer func() { rcpool.Drop(&page) }()
	report(w, page)
	save(rcpool.Move(&page))
}

func report(w io.Writer, page rcpool.Ref[Page]) { fmt.Fprintln(w, page.Value().N) }
