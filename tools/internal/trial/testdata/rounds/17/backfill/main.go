// truth: double-release line 44,53 callee
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type page struct {
	day  string
	rows []float64
}

func (p *page) Reset() { p.day, p.rows = "", p.rows[:0] }

var pages = rcpool.Pool[page]{Name: "pages"}

var errQuota = errors.New("write quota exceeded")

type loader struct {
	page  rcpool.Ref[page]
	quota int
	done  map[string]int
}

func openLoader(day string, quota int) *loader {
	l := &loader{page: pages.Get(), quota: quota, done: map[string]int{}}
	l.page.Value().day = day
	return l
}

func (l *loader) Close() {
	l.page.Release()
}

func (l *loader) add(v float64) { l.page.Value().rows = append(l.page.Value().rows, v) }

// commit writes the page. The loader is of no use after an error.
func (l *loader) commit() error {
	p := l.page.Value()
	if day := p.day; len(p.rows) > l.quota {
		l.Close()
		return fmt.Errorf("%s: %w", day, errQuota)
	}
	l.done[p.day] += len(p.rows)
	return nil
}

func backfill(day string, vals []float64, quota int) (int, error) {
	l := openLoader(day, quota)
	defer l.Close()
	for _, v := range vals {
		if v < 0 {
			return 0, fmt.Errorf("%s: negative value %g", day, v)
		}
		l.add(v)
	}
	if err := l.commit(); err != nil {
		return 0, err
	}
	return l.done[day], nil
}

func main() {
	fmt.Println(backfill("mon", []float64{1, 2, 3}, 10))
	fmt.Println(backfill("tue", []float64{1, -2, 3}, 10))
	fmt.Println(backfill("wed", []float64{1, 2, 3}, 2))
}
