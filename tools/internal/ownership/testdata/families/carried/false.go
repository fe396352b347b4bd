package carried

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

// The key is a copy.
func copiedKey(name string) []byte {
	var out []byte
	withScratch(func(b *bytes.Buffer) {
		b.WriteString(name)
		out = bytes.Clone(b.Bytes())
	})
	return out
}

// The row is kept, and released later.
func findOwned(names []string, name string) int {
	var found rcpool.Ref[Row]
	eachRow(names, func(row rcpool.Ref[Row]) bool {
		if row.Value().Name != name {
			row.Release()
			return true
		}
		found = row
		return false
	})
	if found.IsZero() {
		return 0
	}
	defer found.Release()
	return len(found.Value().Cells)
}

// All rows are released.
func countNamed(names []string) (n int) {
	eachRow(names, func(row rcpool.Ref[Row]) bool {
		defer row.Release()
		if row.Value().Name != "" {
			n++
		}
		return true
	})
	return n
}

// The workers are done before the release.
func (w *workers) countAndWait(name string, counts chan<- int) {
	row := rows.Get()
	row.Value().Name = name
	w.run(func() {
		counts <- len(row.Value().Cells)
	})
	w.wait()
	row.Release()
}

// The name of the first row is read in time.
func names(of []string) (string, string) {
	r := &reader{names: of}
	defer r.close()
	first := r.next()
	name := first.Name
	second := r.next()
	return name, second.Name
}

// Each row is used while the table has it.
func (t *table) cells() (n int) {
	t.each(func(row *Row) { n += len(row.Cells) })
	return n
}

// What cannot be sent is released with the sender.
func sendAll(via func(*Row) error, names []string) {
	s := &sender{via: func(row *Row) error { return via(row) }}
	defer s.close()
	for _, name := range names {
		row := rows.Get()
		row.Value().Name = name
		_ = s.send(row)
	}
}

// The second release fails, which is what this function is about.
func failsTwice() bool {
	row := rows.Get()
	row.Release()
	return failing(row.Release)
}

// Each goroutine has a reference of its own.
func loadAll(names []string) {
	l := &loader{calls: map[string]*loading{}}
	l.load = func(name string, row *Row) error {
		if name == "" {
			return errUnnamed
		}
		row.Name = name
		return nil
	}
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Go(func() {
			row, err := l.get(name)
			if err != nil {
				return
			}
			defer row.Release()
			_ = row.Value().Name
		})
	}
	wg.Wait()
}
