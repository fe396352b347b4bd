// truth: reset line 26 plain
package main

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type visit struct {
	target  string
	depth   int
	referer string
	links   []string
	err     error
	nofetch bool
}

var visits = rcpool.Pool[visit]{
	Name: "visits",
	New:  func() *visit { return &visit{links: make([]string, 0, 16)} },
	Reset: func(v *visit) {
		v.target, v.referer = "", ""
		v.depth = 0
		clear(v.links)
		v.links = v.links[:0]
		v.err = nil
	},
}

type crawler struct {
	mu    sync.Mutex
	seen  map[string]bool
	pages map[string]string
	max   int
	done  []string
}

var errMissing = errors.New("404")

func (c *crawler) fetch(v *visit) {
	if strings.HasSuffix(v.target, ".pdf") {
		v.nofetch = true
	}
	if v.nofetch {
		return
	}
	page, ok := c.pages[v.target]
	if !ok {
		v.err = errMissing
		return
	}
	for _, word := range strings.Fields(page) {
		if u, err := url.Parse(word); err == nil && strings.HasPrefix(u.Path, "/") {
			v.links = append(v.links, u.Path)
		}
	}
}

func (c *crawler) run(root string) {
	var queue []rcpool.Ref[visit]
	push := func(target, referer string, depth int) {
		if depth > c.max || c.seen[target] {
			return
		}
		c.seen[target] = true
		v := visits.Get()
		v.Value().target, v.Value().referer, v.Value().depth = target, referer, depth
		queue = append(queue, v)
	}
	push(root, "", 0)
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		v := next.Value()
		c.fetch(v)
		switch {
		case v.err != nil:
			c.done = append(c.done, fmt.Sprintf("%s: %v, from %s", v.target, v.err, v.referer))
		case v.nofetch:
			c.done = append(c.done, v.target+": skipped")
		default:
			c.done = append(c.done, fmt.Sprintf("%s: %d links", v.target, len(v.links)))
		}
		for _, l := range v.links {
			push(l, v.target, v.depth+1)
		}
		next.Release()
	}
}

func main() {
	c := &crawler{max: 3, seen: map[string]bool{}, pages: map[string]string{
		"/":      "see /a and /b.pdf or /c",
		"/a":     "back to / or on to /deep",
		"/c":     "nothing",
		"/deep":  "goes to /deeper",
		"/other": "",
	}}
	c.run("/")
	for _, line := range c.done {
		fmt.Println(line)
	}
}
