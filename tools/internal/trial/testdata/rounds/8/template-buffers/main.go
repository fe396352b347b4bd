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

var pages bytebufferpool.Pool

var errOpen = errors.New("tag is not closed")

type tagFunc func(w io.Writer, tag string) error

// expand writes text to w, and calls f for each {{tag}}.
func expand(w io.Writer, text string, f tagFunc) error {
	for {
		before, rest, ok := strings.Cut(text, "{{")
		io.WriteString(w, before)
		if !ok {
			return nil
		}
		tag, after, ok := strings.Cut(rest, "}}")
		if !ok {
			return errOpen
		}
		if err := f(w, tag); err != nil {
			return fmt.Errorf("%s: %w", tag, err)
		}
		text = after
	}
}

func expandString(text string, f tagFunc) (string, error) {
	b := pages.Get()
	defer pages.Put(b)
	if err := expand(b, text, f); err != nil {
		return "", err
	}
	return b.String(), nil
}

// mail expands the subject and the text into one buffer, which the caller owns.
func mail(subject, text string, f tagFunc) (*bytebufferpool.ByteBuffer, error) {
	b := bytebufferpool.Get()
	b.WriteString("Subject: ")
	err := expand(b, subject, f)
	if err == nil {
		b.WriteString("\n\n")
		err = expand(b, text, f)
	}
	if err != nil {
		bytebufferpool.Put(b)
		return nil, err
	}
	return b, nil
}

func main() {
	var outbox strings.Builder
	vars := map[string]string{"name": "Ann", "code": "4711"}
	f := func(w io.Writer, tag string) error {
		v, ok := vars[tag]
		if !ok {
			return errors.New("unknown")
		}
		_, err := io.WriteString(w, v)
		return err
	}
	for _, text := range []string{"your code is {{code}}", "hi {{who}}", "oh {{code"} {
		b, err := mail("hello {{name}}", text, f)
		if err != nil {
			fmt.Println(err)
			continue
		}
		b.WriteTo(&outbox)
		bytebufferpool.Put(b)
	}
	fmt.Println(outbox.String())
	var wg sync.WaitGroup
	got := make([]string, 3)
	for i := range got {
		wg.Go(func() { got[i], _ = expandString(fmt.Sprint(i, " {{name}}"), f) })
	}
	wg.Wait()
	fmt.Println(got)
}
