package listedliterals

import (
	"bytes"
	"fmt"
)

// The text is made first.
func placed(items ...string) (lines []string) {
	var after []func()
	ref, err := get(items...)
	if err == nil {
		text := fmt.Sprint(ref.Value().items)
		after = append(after, func() { lines = append(lines, text) })
		ref.Release()
	}
	for _, f := range after {
		f()
	}
	return lines
}

// The functions are called first.
func sizeFirst(text string) (n int) {
	var hooks []func()
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	hooks = append(hooks, func() { n = b.Len() })
	for _, hook := range hooks {
		hook()
	}
	buffers.Put(b)
	return n
}

// The function asks whether there is still something.
func sizeIf(text string) (n int) {
	var hooks []func()
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	hooks = append(hooks, func() {
		if b != nil {
			n = b.Len()
		}
	})
	buffers.Put(b)
	b = nil
	for _, hook := range hooks {
		hook()
	}
	return n
}
