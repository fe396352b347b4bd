// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

// Batch is a group of lines of one source.
type Batch struct {
	Source string
	Lines  []string
	Bytes  int
	Tries  int
}

func (b *Batch) Reset() {
	clear(b.Lines)
	*b = Batch{Lines: b.Lines[:0]}
}

var batches = rcpool.Pool[Batch]{
	Name: "tailer.batches",
	Keep: func(b *Batch) bool { return cap(b.Lines) <= 256 },
}

var errBusy = errors.New("busy")

// tailer collects lines and hands full batches over.
type tailer struct {
	source string
	limit  int
	open   rcpool.Ref[Batch]
	out    chan<- rcpool.Ref[Batch]
}

func (t *tailer) line(text string) {
	if t.open.IsZero() {
		t.open = batches.Get()
		t.open.Value().Source = t.source
	}
	b := t.open.Value()
	b.Lines = append(b.Lines, text)
	b.Bytes += len(text)
	if b.Bytes >= t.limit {
		t.flush()
	}
}

func (t *tailer) flush() {
	if !t.open.IsZero() {
		t.out <- rcpool.Move(&t.open)
	}
}

// abort forgets what has not been handed over.
func (t *tailer) abort() { rcpool.Drop(&t.open) }

type sink struct {
	busy  int
	lines map[string]int
}

func (s *sink) write(b *Batch) error {
	if s.busy > 0 {
		s.busy--
		return errBusy
	}
	s.lines[b.Source] += len(b.Lines)
	return nil
}

// ship writes batches, and keeps those that the sink refuses for the end.
func ship(in <-chan rcpool.Ref[Batch], s *sink) (lost int) {
	var retry []rcpool.Ref[Batch]
	for batch := range in {
		if err := s.write(batch.Value()); err != nil {
			batch.Value().Tries++
			retry = append(retry, batch)
			continue
		}
		batch.Release()
	}
	for len(retry) > 0 {
		batch := retry[0]
		retry = retry[1:]
		err := s.write(batch.Value())
		if err != nil && batch.Value().Tries < 2 {
			batch.Value().Tries++
			retry = append(retry, batch)
			continue
		}
		if err != nil {
			lost += len(batch.Value().Lines)
		}
		batch.Release()
	}
	return lost
}

func tail(t *tailer, text string) error {
	defer t.abort()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.ContainsRune(line, 0) {
			return fmt.Errorf("%s: binary data", t.source)
		}
		t.line(line)
	}
	t.flush()
	return nil
}

func main() {
	queue := make(chan rcpool.Ref[Batch], 2)
	s := &sink{busy: 5, lines: map[string]int{}}
	done := make(chan int)
	go func() { done <- ship(queue, s) }()
	texts := map[string]string{
		"app":    strings.Repeat("request served\n", 10),
		"kernel": "eth0 up\nbad \x00 line\n",
		"cron":   "job 1\njob 2",
	}
	var wg sync.WaitGroup
	for name, text := range texts {
		wg.Go(func() {
			if err := tail(&tailer{source: name, limit: 40, out: queue}, text); err != nil {
				fmt.Println(err)
			}
		})
	}
	wg.Wait()
	close(queue)
	lost := <-done
	fmt.Println(s.lines["app"]+s.lines["cron"]+lost, "lines")
}
