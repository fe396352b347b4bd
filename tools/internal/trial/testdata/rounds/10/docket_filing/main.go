// truth: zero-ref line 39 plain
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Brief struct {
	Case  string
	Pages int
}

var briefs rcpool.Pool[Brief]

type Docket struct {
	mu      sync.Mutex
	filed   []rcpool.Ref[Brief]
	entries []string
	limit   int
}

var errTooLong = errors.New("brief is too long")

func (d *Docket) File(caseNo string, pages int) error {
	brief := briefs.Get()
	defer rcpool.Drop(&brief)
	b := brief.Value()
	b.Case, b.Pages = caseNo, pages
	if b.Pages > d.limit {
		return fmt.Errorf("%s: %w", b.Case, errTooLong)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.filed = append(d.filed, rcpool.Move(&brief))
	d.entries = append(d.entries, "filed "+brief.Value().Case)
	return nil
}

func (d *Docket) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.filed {
		rcpool.Drop(&d.filed[i])
	}
	d.filed = nil
}

func main() {
	d := &Docket{limit: 50}
	defer d.Close()
	fmt.Println(d.File("C-101/26", 300))
	fmt.Println(d.File("C-102/26", 20))
	fmt.Println(d.entries)
}
