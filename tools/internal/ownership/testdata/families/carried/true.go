package carried

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

// The key is memory of the buffer.
func key(name string) []byte {
	var out []byte
	withScratch(func(b *bytes.Buffer) {
		b.WriteString(name)
		out = b.Bytes()
	})
	return out // want "escape: "
}

// The row is released before it is kept.
func find(names []string, name string) int {
	var found *Row
	eachRow(names, func(row rcpool.Ref[Row]) bool {
		defer row.Release()
		if row.Value().Name != name {
			return true
		}
		found = row.Value()
		return false
	})
	if found == nil {
		return 0
	}
	return len(found.Cells) // want "use-after-release: "
}

// The rows with a name are lost.
func countUnnamed(names []string) (n int) {
	eachRow(names, func(row rcpool.Ref[Row]) bool { // want "leak: "
		if row.Value().Name == "" {
			n++
			row.Release()
		}
		return true
	})
	return n
}

// The job may run after the release.
func (w *workers) count(name string, counts chan<- int) {
	row := rows.Get()
	row.Value().Name = name
	w.run(func() { // want "escape: "
		counts <- len(row.Value().Cells)
	})
	row.Release()
}

// The first row is given up by the second call.
func pair(names []string) (string, string) {
	r := &reader{names: names}
	defer r.close()
	first := r.next()
	second := r.next()
	return first.Name, second.Name // want "use-after-release: "
}

// The last row is used after it was handed to the next.
func (t *table) last() *Row {
	var last *Row
	t.each(func(row *Row) { last = row })
	return last // missed "escape: "
}

// The row is released, and sent.
func sendReleased(via func(*Row) error, name string) error {
	s := &sender{via: func(row *Row) error { return via(row) }}
	defer s.close()
	row := rows.Get()
	row.Value().Name = name
	row.Release()
	return s.send(row) // want "(use-after-release|double-release): "
}

// The job is started after the release.
func (w *workers) countReleased(name string, counts chan<- int) {
	row := rows.Get()
	row.Value().Name = name
	row.Release()
	w.run(func() { // want "use-after-release: "
		counts <- len(row.Value().Cells)
	})
}

// The row is released by each goroutine, and once more.
func loadTwice(names []string) {
	l := &loader{calls: map[string]*loading{}, load: func(string, *Row) error { return nil }}
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Go(func() {
			row, err := l.get(name)
			if err != nil {
				return
			}
			defer row.Release()
			if row.Value().Name == "" {
				row.Release() // want "double-release: "
			}
		})
	}
	wg.Wait()
}
