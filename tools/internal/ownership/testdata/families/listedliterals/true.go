package listedliterals

import (
	"bytes"
	"fmt"
)

// One of the functions uses the order that was released.
func place(items ...string) (lines []string) {
	var after []func()
	after = append(after, func() { lines = append(lines, "done") })
	ref, err := get(items...)
	if err == nil {
		after = append(after, func() {
			lines = append(lines, fmt.Sprint(ref.Value().items)) // want "use-after-release: "
		})
		ref.Release()
	}
	for _, f := range after {
		f()
	}
	return lines
}

// A deferred loop calls them.
func size(text string) (n int) {
	var hooks []func()
	defer func() { // want "use-after-release: "
		for _, hook := range hooks {
			hook()
		}
	}()
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	hooks = append(hooks, func() { n = b.Len() })
	buffers.Put(b)
	return 0
}

// The memory of the buffer is used.
func first(texts ...string) (out []byte) {
	steps := []func(){}
	for _, text := range texts {
		b := buffers.Get().(*bytes.Buffer)
		b.Reset()
		b.WriteString(text)
		part := b.Bytes()
		steps = append(steps, func() { out = append(out, part[0]) }) // want "use-after-release: "
		buffers.Put(b)
	}
	for i := range steps {
		steps[i]()
	}
	return out
}
