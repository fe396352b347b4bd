// truth: correct

// Exportjob renders tables. Small ones are streamed from the pool; a large one
// leaves the pool for good and belongs to the caller.
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Table struct {
	Title string
	Cells [][]string
}

func (t *Table) Reset() {
	clear(t.Cells)
	*t = Table{Cells: t.Cells[:0]}
}

func (t *Table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", t.Title)
	for _, row := range t.Cells {
		b.WriteString(strings.Join(row, "|"))
		b.WriteByte(';')
	}
	return b.String()
}

var tables = rcpool.Pool[Table]{Name: "tables"}

const large = 4

// build returns an owned table.
func build(title string, rows int) rcpool.Ref[Table] {
	ref := tables.Get()
	t := ref.Value()
	t.Title = title
	for i := range rows {
		t.Cells = append(t.Cells, []string{title, fmt.Sprint(i)})
	}
	return ref
}

// check looks at the table on two goroutines, which end before it returns.
func check(ref rcpool.Ref[Table]) bool {
	defer ref.Release()
	var (
		wg     sync.WaitGroup
		titled bool
		filled bool
	)
	wg.Go(ref.Hold(func(t *Table) { titled = t.Title != "" }))
	wg.Go(ref.Hold(func(t *Table) { filled = len(t.Cells) > 0 }))
	wg.Wait()
	return titled && filled
}

type Archive struct{ kept []*Table }

// export streams the table, or keeps it.
func (a *Archive) export(title string, rows int, emit func(string)) bool {
	ref := build(title, rows)
	defer rcpool.Drop(&ref)
	if !check(ref.Retain()) {
		return false
	}
	if rows < large {
		emit(ref.Value().String())
		return true
	}
	owner := rcpool.Move(&ref)
	a.kept = append(a.kept, owner.Detach())
	return true
}

func main() {
	var (
		archive Archive
		lines   []string
	)
	for i, rows := range []int{1, 0, 5, 2, 9} {
		ok := archive.export(fmt.Sprint("t", i), rows, func(s string) { lines = append(lines, s) })
		fmt.Println(i, ok)
	}
	sort.Slice(archive.kept, func(i, j int) bool { return archive.kept[i].Title > archive.kept[j].Title })
	for _, t := range archive.kept {
		t.Title = strings.ToUpper(t.Title)
		fmt.Println(t.Title, len(t.Cells))
	}
	fmt.Println(lines)
}
