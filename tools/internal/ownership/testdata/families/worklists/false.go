package worklists

import "github.com/rcpool/rcpool"

// A literal adds to the list while the loop takes elements from its front.
func crawl(root string, links func(*visit) []string) (n int) {
	var queue []rcpool.Ref[visit]
	push := func(target string) {
		v := visits.Get()
		v.Value().target = target
		queue = append(queue, v)
	}
	push(root)
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		for _, l := range links(next.Value()) {
			push(l)
		}
		next.Release()
		n++
	}
	return n
}

// The same without a literal.
func walkLinks(root string) {
	v := newVisit(root)
	queue := []rcpool.Ref[visit]{v}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		for _, l := range next.Value().links {
			queue = append(queue, newVisit(l))
		}
		next.Release()
	}
}

// A stack: the loop takes the last one, and asks with !=.
func descend(root string, deeper func(*visit) bool) {
	stack := []rcpool.Ref[visit]{}
	stack = append(stack, newVisit(root))
	for len(stack) != 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if deeper(top.Value()) {
			stack = append(stack, newVisit(root+"/"))
		}
		top.Release()
	}
}

// What is taken out goes back to the list, to be tried again.
func retry(root string, try func(*visit) bool) {
	var queue []rcpool.Ref[visit]
	queue = append(queue, newVisit(root))
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		if !try(next.Value()) {
			queue = append(queue, next)
			continue
		}
		next.Release()
	}
}
