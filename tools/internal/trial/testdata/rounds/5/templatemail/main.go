// truth: correct
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

var pool bytebufferpool.Pool

type template struct {
	parts []string // text and names in turn
}

func parse(text string) *template {
	return &template{parts: strings.Split(text, "%")}
}

func (t *template) render(w io.Writer, vars map[string]string) error {
	buf := pool.Get()
	defer pool.Put(buf)
	for i, part := range t.parts {
		if i%2 == 0 {
			buf.WriteString(part)
			continue
		}
		value, ok := vars[part]
		if !ok {
			return errors.New("no variable " + part)
		}
		buf.WriteString(value)
	}
	_, err := buf.WriteTo(w)
	return err
}

// subject returns a string that does not depend on the buffer.
func (t *template) subject(vars map[string]string) (string, error) {
	buf := pool.Get()
	defer pool.Put(buf)
	if err := t.render(buf, vars); err != nil {
		return "", err
	}
	if buf.Len() > 30 {
		buf.B = append(buf.B[:27], "..."...)
	}
	return buf.String(), nil
}

func main() {
	t := parse("hello %name%, you have %count% messages")
	var wg sync.WaitGroup
	results := make([]string, 6)
	for i := range results {
		wg.Go(func() {
			vars := map[string]string{"name": fmt.Sprint("user", i), "count": fmt.Sprint(i * 1000)}
			if i == 3 {
				delete(vars, "count")
			}
			s, err := t.subject(vars)
			results[i] = fmt.Sprintf("%q %v", s, err)
		})
	}
	wg.Wait()
	fmt.Println(strings.Join(results, "\n"))
}
