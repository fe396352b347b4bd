package boxed

import "github.com/rcpool/rcpool"

// The reference passes through an interface, and goes to the caller.
func openBoxed(id int) rcpool.Ref[Page] {
	var box any = pages.Get()
	page := box.(rcpool.Ref[Page])
	page.Value().ID = id
	return page
}

// What is released is the reference that the interface holds.
func readBoxed(id int) int {
	var box any = pages.Get()
	page, ok := box.(rcpool.Ref[Page])
	if !ok {
		panic("no page")
	}
	defer page.Release()
	page.Value().ID = id
	return page.Value().ID
}

// A switch finds out what is in the interface.
func closeAny(id int) {
	var box any = pages.Get()
	switch held := box.(type) {
	case rcpool.Ref[Page]:
		held.Value().ID = id
		held.Release()
	case nil:
	}
}

// Each of the two references is released once, one of them through its interface.
func countBoxed() int {
	page := pages.Get()
	var second any = page.Retain()
	n := page.Value().ID
	page.Release()
	second.(rcpool.Ref[Page]).Release()
	return n
}

// Somebody else owns what the function returns: this only asks for what is there.
func currentPage(load func() any) int {
	page, ok := load().(rcpool.Ref[Page])
	if !ok {
		return 0
	}
	return page.Value().ID
}

// There is a page in the interface on one of the two ways.
func closeEither(fresh bool) {
	var box any
	if fresh {
		box = pages.Get()
	} else {
		box = 0
	}
	if page, ok := box.(rcpool.Ref[Page]); ok {
		page.Release()
	}
}

// The callee takes the reference out of the interface, and releases it.
func closeBoxed(id int) {
	var box any = pages.Get()
	closeHeld(box, id)
}

func closeHeld(box any, id int) {
	page := box.(rcpool.Ref[Page])
	page.Value().ID = id
	page.Release()
}
