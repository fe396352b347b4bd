// truth: double-release line 57 hard

package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Seq  int
	Body []byte
}

func (r *Record) Reset() { r.Seq, r.Body = 0, r.Body[:0] }

var records = rcpool.Pool[Record]{Name: "records"}

var errCorrupt = errors.New("record is corrupt")

func read(seq int, body string) rcpool.Ref[Record] {
	record := records.Get()
	r := record.Value()
	r.Seq = seq
	r.Body = append(r.Body, body...)
	return record
}

func check(r *Record) error {
	if len(r.Body) == 0 {
		return errCorrupt
	}
	return nil
}

func write(w io.Writer, r *Record) error {
	_, err := fmt.Fprintf(w, "%d %s\n", r.Seq, r.Body)
	return err
}

// flush writes the bodies as records, those that are not corrupt.
func flush(w io.Writer, first int, bodies ...string) (skipped int, err error) {
	batch := make([]rcpool.Ref[Record], 0, len(bodies))
	defer func() {
		for _, record := range batch {
			record.Release()
		}
	}()
	for i, body := range bodies {
		record := read(first+i, body)
		batch = append(batch, record)
		if err := check(record.Value()); err != nil {
			skipped++
			record.Release()
			continue
		}
		if err := write(w, record.Value()); err != nil {
			return skipped, err
		}
	}
	return skipped, nil
}

type limited struct{ n int }

func (l *limited) Write(p []byte) (int, error) {
	if l.n -= len(p); l.n < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func main() {
	fmt.Println(flush(&limited{100}, 1, "a", "b", "c"))
	fmt.Println(flush(&limited{10}, 4, "ddd", "eee", "fff"))
	fmt.Println(flush(&limited{100}, 7, "g", "", "i"))
}
