// truth: unflushed line 40 plain

// Command copyout streams rows in the format of COPY OUT.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

type row []any

var outs = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 8<<10) }}

var escaper = strings.NewReplacer("\\", "\\\\", "\t", "\\t", "\n", "\\n")

func writeValue(w *bufio.Writer, v any) error {
	switch v := v.(type) {
	case nil:
		w.WriteString(`\N`)
	case string:
		escaper.WriteString(w, v)
	case int, int64, bool:
		fmt.Fprint(w, v)
	default:
		return fmt.Errorf("unsupported type %T", v)
	}
	return nil
}

func copyOut(dst io.Writer, columns []string, rows func(yield func(row) bool)) (n int, err error) {
	w := outs.Get().(*bufio.Writer)
	w.Reset(dst)
	defer func() {
		w.Reset(nil)
		outs.Put(w)
	}()
	if _, err := w.WriteString(strings.Join(columns, "\t") + "\n"); err != nil {
		return 0, err
	}
	for r := range rows {
		for i, v := range r {
			if i > 0 {
				w.WriteByte('\t')
			}
			if err := writeValue(w, v); err != nil {
				return n, err
			}
		}
		if err := w.WriteByte('\n'); err != nil {
			return n, err
		}
		n++
	}
	_, err = w.WriteString("\\.\n")
	return n, err
}

func main() {
	n, err := copyOut(os.Stdout, []string{"id", "name"}, func(yield func(row) bool) {
		_ = yield(row{1, "tab\there"}) && yield(row{int64(2), nil}) && yield(row{3, true})
	})
	fmt.Println(n, err)
}
