// truth: leak line 36,70 callee

// Command crawlfrontier is the frontier of a web crawler: pages to fetch are
// shared out to hosts, each of which has a politeness budget.
package main

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/rcpool/rcpool"
)

type visit struct {
	host, path string
	depth      int
	headers    []string
}

func (v *visit) Reset() {
	clear(v.headers)
	v.host, v.path, v.depth, v.headers = "", "", 0, v.headers[:0]
}

var visits = rcpool.Pool[visit]{Name: "crawl.visits"}

type lane struct {
	budget int
	seen   map[string]bool
	next   []rcpool.Ref[visit]
}

// enqueue appends ref to the lane and reports whether it did. Pages that were
// seen, and those beyond the budget, are left to the caller.
func (l *lane) enqueue(ref rcpool.Ref[visit]) bool {
	path := ref.Value().path
	if l.seen[path] || len(l.next) >= l.budget {
		return false
	}
	l.seen[path] = true
	l.next = append(l.next, ref)
	return true
}

type frontier struct {
	lanes    map[string]*lane
	maxDepth int
	rejected int
}

func (f *frontier) lane(host string) *lane {
	l := f.lanes[host]
	if l == nil {
		l = &lane{budget: 2, seen: map[string]bool{}}
		f.lanes[host] = l
	}
	return l
}

func (f *frontier) add(raw string, depth int) error {
	u, err := url.Parse(raw)
	if err != nil {
		return err
	}
	if depth > f.maxDepth {
		f.rejected++
		return nil
	}
	ref := visits.Get()
	v := ref.Value()
	v.host, v.path, v.depth = u.Host, u.EscapedPath(), depth
	v.headers = append(v.headers, "User-Agent: frontier")
	if !f.lane(u.Host).enqueue(ref) {
		f.rejected++
	}
	return nil
}

// crawl fetches everything that is queued; fetch borrows the visit.
func (f *frontier) crawl(fetch func(*visit) []string) error {
	for len(f.lanes) > 0 {
		for host, l := range f.lanes {
			batch := l.next
			l.next = nil
			if len(batch) == 0 {
				delete(f.lanes, host)
				continue
			}
			for _, ref := range batch {
				v := ref.Value()
				links, depth := fetch(v), v.depth+1
				ref.Release()
				for _, link := range links {
					if err := f.add(link, depth); err != nil {
						f.rejected++
					}
				}
			}
		}
	}
	return nil
}

func main() {
	f := &frontier{lanes: map[string]*lane{}, maxDepth: 2}
	for _, seed := range []string{"http://a/x", "http://b/y", "http://a/x"} {
		if err := f.add(seed, 0); err != nil {
			fmt.Println(err)
		}
	}
	pages := 0
	err := f.crawl(func(v *visit) []string {
		pages++
		base := "http://" + v.host + strings.TrimSuffix(v.path, "/")
		return []string{base + "/1", base + "/2", "http://b/y", "http://%zz/"}
	})
	fmt.Println(pages > 4, f.rejected > 0, err)
}
