package throughtwo

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// The text is read before the release.
func ending(n int) string {
	ref := messages.Get()
	end := ref.Value().end(n)
	if end == nil {
		ref.Release()
		return "none"
	}
	text := string(end)
	ref.Release()
	return text
}

// The function has what it needs.
func later(q *queue, n int) {
	ref := messages.Get()
	defer ref.Release()
	id := ref.Value().id
	q.add(func() { fmt.Println(id, n) })
}

// The text is written before the release.
func send(w io.Writer) error {
	ref := messages.Get()
	return write(w, ref, ref.Value().text)
}

// The line is written before the buffer is put back.
func sendLine(w io.Writer, line string) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(line)
	return flush(w, b, b.Bytes())
}

// The slot is in a variable that a goroutine reads, and has a message when it is closed.
func slots(ids []int) {
	var at struct{ s *slot }
	at.s = &slot{}
	at.s.set(0)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		at.s.set(1)
	}()
	for _, id := range ids {
		at.s.set(id)
	}
	wg.Wait()
	at.s.close()
}

// The table owns nothing.
func visit(t *table, id int) int {
	ref := messages.Get()
	defer ref.Release()
	t.note(id, ref)
	defer t.forget(id)
	return ref.Value().id
}

// The function has a reference of its own.
func look(t *table, id int) int {
	ref, ok := t.find(id)
	if !ok {
		return 0
	}
	defer ref.Release()
	return ref.Value().id
}
