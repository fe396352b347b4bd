// truth: correct
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var writers = sync.Pool{
	New: func() interface{} { return bufio.NewWriterSize(io.Discard, 128) },
}

type job struct {
	title string
	pages []string
}

type printer struct {
	sync.Mutex
	dev io.Writer
}

func (p *printer) print(j job) (err error) {
	p.Lock()
	defer p.Unlock()
	w := writers.Get().(*bufio.Writer)
	w.Reset(p.dev)
	defer func() {
		if e := w.Flush(); err == nil {
			err = e
		}
		w.Reset(io.Discard)
		writers.Put(w)
	}()
	if _, err = fmt.Fprintf(w, "%%!PS %s\n", j.title); err != nil {
		return err
	}
	for i, page := range j.pages {
		if strings.Contains(page, "\f") {
			return fmt.Errorf("page %d: form feed", i+1)
		}
		if _, err = w.WriteString(page + "\nshowpage\n"); err != nil {
			return err
		}
	}
	return nil
}

type jam struct{ after int }

var errJam = errors.New("paper jam")

func (j *jam) Write(p []byte) (int, error) {
	if j.after -= len(p); j.after < 0 {
		return 0, errJam
	}
	return len(p), nil
}

func main() {
	var tray strings.Builder
	p := &printer{dev: &tray}
	var wg sync.WaitGroup
	for i := 0; i < 6; i++ {
		wg.Add(1)
		go func(n int) {
			defer wg.Done()
			if err := p.print(job{fmt.Sprint("job ", n), []string{"one", "two"}}); err != nil {
				fmt.Println(err)
			}
		}(i)
	}
	wg.Wait()
	fmt.Println(strings.Count(tray.String(), "showpage"))
	fmt.Println(p.print(job{"bad", []string{"a\fb"}}))
	broken := &printer{dev: &jam{after: 40}}
	fmt.Println(broken.print(job{"long", []string{strings.Repeat("z", 300)}}))
}
