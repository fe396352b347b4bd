// truth: correct

// Command mailmerge fills templates in for many customers.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type lookup func(w io.Writer, name string) error

var errUnclosed = errors.New("a tag is not closed")

// fill writes the template to w. Tags are in braces.
func fill(w io.Writer, template []byte, get lookup) error {
	for {
		i := bytes.IndexByte(template, '{')
		if i < 0 {
			_, err := w.Write(template)
			return err
		}
		if _, err := w.Write(template[:i]); err != nil {
			return err
		}
		template = template[i+1:]
		j := bytes.IndexByte(template, '}')
		if j < 0 {
			return errUnclosed
		}
		if err := get(w, string(template[:j])); err != nil {
			return err
		}
		template = template[j+1:]
	}
}

func fillString(template string, get lookup) (string, error) {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	if err := fill(b, []byte(template), get); err != nil {
		return "", err
	}
	return b.String(), nil
}

type letter struct {
	to   string
	body *bytebufferpool.ByteBuffer
}

// send writes the letter and gives up its body.
func (l *letter) send(w io.Writer) error {
	body := l.body
	l.body = nil
	defer bytebufferpool.Put(body)
	_, err := fmt.Fprintf(w, "to %s: %s\n", l.to, body.B)
	return err
}

func compose(customer map[string]string, template string) (*letter, error) {
	l := &letter{to: customer["name"], body: bytebufferpool.Get()}
	err := fill(l.body, []byte(template), func(w io.Writer, name string) error {
		v, ok := customer[name]
		if !ok {
			return fmt.Errorf("%s has no %s", l.to, name)
		}
		_, err := io.WriteString(w, v)
		return err
	})
	if err != nil {
		bytebufferpool.Put(l.body)
		return nil, err
	}
	return l, nil
}

func main() {
	customers := []map[string]string{
		{"name": "ann", "city": "Oslo"},
		{"name": "bob"},
		{"name": "cyd", "city": "Rome"},
	}
	letters := make([]*letter, len(customers))
	var wg sync.WaitGroup
	for i, c := range customers {
		wg.Go(func() {
			l, err := compose(c, "Dear {name}, how is {city}?")
			if err != nil {
				fmt.Println("skipped:", err)
				return
			}
			letters[i] = l
		})
	}
	wg.Wait()
	for _, l := range letters {
		if l == nil {
			continue
		}
		if err := l.send(os.Stdout); err != nil {
			fmt.Println(err)
		}
	}
	subject, err := fillString("{count} letters", func(w io.Writer, _ string) error {
		_, err := fmt.Fprint(w, len(letters))
		return err
	})
	fmt.Println(subject, err)
	_, err = fillString("{oops", nil)
	fmt.Println(err)
}
