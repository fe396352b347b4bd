package byteref

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/rcpool/rcpool/stdpool"
)

// The line is not released if it can not be written.
func write(w io.Writer, text string) error {
	line := stdpool.Bytes(len(text)) // want "leak: "
	copy(line.Value(), text)
	if _, err := w.Write(line.Value()); err != nil {
		return err
	}
	line.Release()
	return nil
}

// The line that was formatted is the caller's, and is never released.
func writeFormatted(w io.Writer, text string) error {
	line := format("info", text) // want "leak: "
	_, err := w.Write(line.Value())
	return err
}

// The body is not released if it can not be read.
func handle(w http.ResponseWriter, r *http.Request) {
	body := stdpool.Bytes(0) // missed "leak: "
	if _, err := io.Copy(&body, r.Body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Write(body.Value())
	body.Release()
}

// The error path releases the line, and the deferred call does so again.
func encode(w io.Writer, v any) error {
	line := stdpool.Bytes(0)
	defer line.Release()
	if err := json.NewEncoder(&line).Encode(v); err != nil {
		line.Release() // want "double-release: "
		return err
	}
	_, err := w.Write(line.Value())
	return err
}

// The receiver has the only reference.
func send(out chan<- stdpool.ByteRef, text string) {
	line := stdpool.Bytes(len(text))
	copy(line.Value(), text)
	out <- line
	line.Release() // want "double-release: "
}

// The line was handed on under its other name.
func move(out chan<- stdpool.ByteRef, text string) int {
	line := stdpool.Bytes(len(text))
	copy(line.Value(), text)
	moved := line.Move()
	defer moved.Release()
	out <- moved // want "(double-release|escape): "
	return moved.Len()
}

// Both parts are references of their own.
func firstHalf(w io.Writer, text string) error {
	line := stdpool.Bytes(len(text))
	copy(line.Value(), text)
	left := line.Slice(0, len(text)/2)
	right := line.Slice(len(text)/2, len(text)) // want "leak: "
	line.Release()
	defer left.Release()
	_, err := fmt.Fprintf(w, "%s of %d", left.Value(), right.Len())
	return err
}

// The line is released and then read.
func lengthLate(text string) int {
	line := stdpool.Bytes(len(text))
	line.Release()
	return copy(line.Value(), text) // want "use-after-release: "
}

// A line in the table that is too short is not given up.
func (t *table) find(key string) string {
	line, ok := t.lookup(key) // want "leak: "
	if !ok || line.Len() < 8 {
		return ""
	}
	defer line.Release()
	return string(line.Value())
}

// The batch is never closed.
func collect(texts []string) string {
	b := newBatch() // want "leak: "
	if b.full = len(texts) > 8; b.full {
		texts = texts[:8]
	}
	return fmt.Sprintf("%s%q", b.line.Value(), texts)
}

// The line is detached while somebody else has a reference.
func detach(out chan<- stdpool.ByteRef, text string) []byte {
	line := stdpool.Bytes(len(text))
	copy(line.Value(), text)
	other := line.Retain()
	defer other.Release()
	return line.Detach() // missed "detach: "
}

// Each turn leases a line, and the last one is released.
func writeAll(w io.Writer, texts []string) {
	var line stdpool.ByteRef
	for _, text := range texts {
		line = stdpool.Bytes(len(text)) // want "leak: "
		copy(line.Value(), text)
		w.Write(line.Value())
	}
	line.Drop()
}

// The rest takes the place of the line that it was part of.
func skip(w io.Writer, text string, n int) error {
	line := stdpool.Bytes(len(text)) // want "leak: "
	copy(line.Value(), text)
	line = line.Slice(n, line.Len())
	defer line.Release()
	_, err := w.Write(line.Value())
	return err
}

// The line of the inner block is another one.
func orEmpty(w io.Writer, text string) error {
	line := stdpool.Bytes(0)
	if text != "" {
		line := stdpool.Bytes(len(text)) // want "leak: "
		copy(line.Value(), text)
	}
	defer line.Release()
	_, err := w.Write(line.Value())
	return err
}

// One way through the switch releases the line, and goes on.
func writeKind(w io.Writer, kind, text string) error {
	line := stdpool.Bytes(len(text))
	switch kind {
	case "debug":
		line.Release()
	default:
		copy(line.Value(), text)
	}
	_, err := w.Write(line.Value()) // want "use-after-release: "
	if kind != "debug" {
		line.Release()
	}
	return err
}
