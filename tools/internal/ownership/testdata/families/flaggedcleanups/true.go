// Package flaggedcleanups has lists of functions that are called at the end, whose functions
// ask variables that have changed by then.
package flaggedcleanups

import (
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

type Page struct{ N int }

var pages = rcpool.Pool[Page]{Reset: func(p *Page) { p.N = 0 }}

var errEmpty = errors.New("empty")

func runAll(list []func()) {
	for i := len(list) - 1; i >= 0; i-- {
		list[i]()
	}
}

// The function in the list releases the page whenever it is called.
func writeTwice(w io.Writer, n int) {
	var cleanups []func()
	defer func() {
		for _, cleanup := range cleanups {
			cleanup()
		}
	}()
	page := pages.Get()
	cleanups = append(cleanups, func() { page.Release() })
	page.Value().N = n
	fmt.Fprintln(w, page.Value().N)
	page.Release() // want "double-release: page is released twice"
}

// The list has nothing, so nobody releases the page.
func writeLost(w io.Writer, n int) error {
	page := pages.Get() // want "leak: page is not released"
	if n == 0 {
		return errEmpty
	}
	fmt.Fprintln(w, page.Value().N)
	page.Release()
	return nil
}

// The flag is still set where the function returns early, and the list is forgotten.
func writeForgotten(w io.Writer, n int) error {
	var cleanups []func()
	page := pages.Get() // want "leak: page is not released"
	pending := true
	cleanups = append(cleanups, func() {
		if pending {
			page.Release()
		}
	})
	if n == 0 {
		return errEmpty
	}
	pending = false
	runAll(cleanups)
	page.Release()
	return nil
}

// The literal gives up the page that Move has taken out already: that does nothing. But the
// page is used after its new owner was given it.
func moveAndUse(save func(rcpool.Ref[Page]), n int) int {
	page := pages.Get()
	defer func() { rcpool.Drop(&page) }()
	save(rcpool.Move(&page))
	return page.Value().N // want "zero-ref: "
}

// The callee reads the page, which its caller drops in a literal. The caller releases it, too.
func showTwice(w io.Writer) {
	page := pages.Get()
	defer func() { rcpool.Drop(&page) }()
	show(w, page)
	page.Release() // want "double-release: page is released twice"
}

func show(w io.Writer, page rcpool.Ref[Page]) { fmt.Fprintln(w, page.Value().N) }
