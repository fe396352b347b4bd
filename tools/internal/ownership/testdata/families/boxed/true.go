// Package boxed has references that pass through a variable of type any.
package boxed

import "github.com/rcpool/rcpool"

type Page struct{ ID int }

var pages = rcpool.Pool[Page]{Reset: func(p *Page) { p.ID = 0 }}

// The reference is taken out of the interface, and nobody releases it.
func peekBoxed() int {
	var box any = pages.Get() // want "leak: box is not released: the function returns at line 14"
	page := box.(rcpool.Ref[Page])
	return page.Value().ID
}

// It is released through the interface, and again by its first variable.
func closeTwice() {
	page := pages.Get()
	var box any = page
	box.(rcpool.Ref[Page]).Release()
	page.Release() // want "double-release: page is released twice"
}

// It is used after it was released through the interface.
func useLate() int {
	page := pages.Get()
	var box any = page
	box.(rcpool.Ref[Page]).Release()
	return page.Value().ID // want "use-after-release: page is used after it was released"
}

// The interface is asked for the reference again, after the release.
func askAgain() int {
	var box any = pages.Get()
	box.(rcpool.Ref[Page]).Release()
	return box.(rcpool.Ref[Page]).Value().ID // want "use-after-release: "
}

// One of the two references is left in the interface.
func forgetSecond() int {
	page := pages.Get()
	var second any = page.Retain() // want "leak: second is not released"
	n := second.(rcpool.Ref[Page]).Value().ID
	page.Release()
	return n
}

// A switch finds out what is in the interface, and does not release it.
func switchAny() int {
	var box any = pages.Get() // want "leak: box is not released"
	switch held := box.(type) {
	case rcpool.Ref[Page]:
		return held.Value().ID
	}
	return 0
}

// The reference is left in the interface, which nobody asks.
func showBoxed() {
	var box any = pages.Get() // want "leak: box is not released"
	_ = box
}
