package worklists

import (
	"errors"

	"github.com/rcpool/rcpool"
)

var errLinks = errors.New("too many links")

// The function returns while the list still has elements.
func crawlUntil(root string, links func(*visit) []string) error {
	var queue []rcpool.Ref[visit]
	queue = append(queue, newVisit(root))
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		found := links(next.Value())
		next.Release()
		for _, l := range found {
			v := visits.Get() // want "leak: "
			v.Value().target = l
			queue = append(queue, v)
		}
		if len(found) > 10 {
			return errLinks
		}
	}
	return nil
}

// The function returns before the loop begins.
func crawlIf(root string, ok bool) {
	v := visits.Get() // want "leak: "
	v.Value().target = root
	queue := []rcpool.Ref[visit]{v}
	if !ok {
		return
	}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		for _, l := range next.Value().links {
			queue = append(queue, newVisit(l))
		}
		next.Release()
	}
}

// No element is released.
func countLinks(root string) (n int) {
	var queue []rcpool.Ref[visit]
	push := func(target string) {
		v := visits.Get() // want "leak: "
		v.Value().target = target
		queue = append(queue, v)
	}
	push(root)
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		n += len(next.Value().links)
		for _, l := range next.Value().links {
			push(l)
		}
	}
	return n
}

// The element that is taken out is released twice.
func releaseTwice(root string) {
	queue := []rcpool.Ref[visit]{newVisit(root)}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		for _, l := range next.Value().links {
			queue = append(queue, newVisit(l))
		}
		next.Release()
		next.Release() // want "double-release: "
	}
}
