package byteref

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/rcpool/rcpool/stdpool"
)

// Both ways out release the line.
func writeReleased(w io.Writer, text string) error {
	line := stdpool.Bytes(len(text))
	copy(line.Value(), text)
	if _, err := w.Write(line.Value()); err != nil {
		line.Release()
		return err
	}
	line.Release()
	return nil
}

// The line that was formatted is released.
func writeFormattedReleased(w io.Writer, text string) error {
	line := format("info", text)
	defer line.Release()
	_, err := w.Write(line.Value())
	return err
}

// The body is released however much of it was read.
func handleReleased(w http.ResponseWriter, r *http.Request) {
	body := stdpool.Bytes(0)
	defer body.Release()
	if _, err := io.Copy(&body, r.Body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Write(body.Value())
}

// The error path drops the line, and the deferred call finds none.
func encodeDropped(w io.Writer, v any) error {
	line := stdpool.Bytes(0)
	defer line.Drop()
	if err := json.NewEncoder(&line).Encode(v); err != nil {
		line.Drop()
		return err
	}
	_, err := w.Write(line.Value())
	return err
}

// Each receiver has a reference.
func sendAll(text string, to ...chan<- stdpool.ByteRef) {
	line := stdpool.Bytes(0)
	defer line.Release() // of what the line is by then
	line.WriteString("> ")
	line.WriteString(text)
	for _, out := range to {
		out <- line.Retain()
	}
}

// The line is handed on, and its length was asked for before.
func moveMeasured(out chan<- stdpool.ByteRef, text string) int {
	line := stdpool.Bytes(0)
	defer line.Drop()
	line.WriteString(text)
	n := line.Len()
	out <- line.Move()
	return n
}

// Both parts are released.
func halves(w io.Writer, text string) error {
	line := stdpool.Bytes(len(text))
	copy(line.Value(), text)
	left := line.Slice(0, len(text)/2)
	right := line.Slice(len(text)/2, len(text))
	line.Release()
	defer left.Release()
	defer right.Release()
	_, err := fmt.Fprintf(w, "%s of %d", left.Value(), right.Len())
	return err
}

// The variable has another line by then.
func lengthRenewed(text string) int {
	line := stdpool.Bytes(len(text))
	line.Release()
	line = stdpool.Bytes(2 * len(text))
	defer line.Release()
	return copy(line.Value(), text)
}

// The reference that lookup has taken is given up.
func (t *table) findReleased(key string) string {
	line, ok := t.lookup(key)
	if !ok {
		return ""
	}
	defer line.Release()
	if line.Len() < 8 {
		return ""
	}
	return string(line.Value())
}

// The batch is closed when its line has grown.
func collectClosed(texts []string) string {
	b := newBatch()
	defer b.Close()
	for _, text := range texts {
		b.line.WriteString(text)
	}
	return string(b.line.Value())
}

// The line is detached by the last who has a reference.
func detachReleased(text string) []byte {
	line := stdpool.Bytes(len(text))
	copy(line.Value(), text)
	other := line.Retain()
	line.Release()
	return other.Detach()
}

// Each turn releases its line.
func writeAllReleased(w io.Writer, texts []string) {
	for _, text := range texts {
		line := stdpool.Bytes(len(text))
		copy(line.Value(), text)
		w.Write(line.Value())
		line.Release()
	}
}

// The line is released when it has given its rest.
func skipReleased(w io.Writer, text string, n int) error {
	line := stdpool.Bytes(len(text))
	copy(line.Value(), text)
	rest := line.Slice(n, line.Len())
	line.Release()
	line = rest
	defer line.Release()
	_, err := w.Write(line.Value())
	return err
}

// The line of the inner block is the outer one.
func orEmptyReleased(w io.Writer, text string) error {
	line := stdpool.Bytes(0)
	defer func() { line.Release() }()
	if text != "" {
		line.WriteString(text)
	}
	_, err := w.Write(line.Value())
	return err
}

// What was released on one way through the switch is used on the others only.
func writeKindReleased(w io.Writer, kind, text string) (err error) {
	line := stdpool.Bytes(len(text))
	switch kind {
	case "debug":
		line.Release()
	default:
		copy(line.Value(), text)
	}
	if kind != "debug" {
		_, err = w.Write(line.Value())
		line.Release()
	}
	return err
}
