// truth: correct
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type charge struct {
	Customer string `json:"customer"`
	Cents    any    `json:"cents"`
}

// report writes charges as lines of JSON, with a sum at the end.
type report struct {
	out  rcpool.Ref[bufio.Writer]
	sum  int
	bad  []string
	done bool
}

func newReport(w io.Writer, title string) (*report, error) {
	r := &report{out: stdpool.BufioWriter(w)}
	if title == "" {
		r.out.Release()
		return nil, errors.New("report without title")
	}
	fmt.Fprintf(r.out.Value(), "# %s\n", title)
	return r, nil
}

func (r *report) add(c charge) error {
	line, err := stdpool.EncodeJSON(c)
	if err != nil {
		r.bad = append(r.bad, c.Customer)
		return fmt.Errorf("charge of %s: %w", c.Customer, err)
	}
	defer line.Release()
	line.Value().WriteByte('\n')
	if n, ok := c.Cents.(int); ok {
		r.sum += n
	}
	_, err = line.Value().WriteTo(r.out.Value())
	return err
}

// finish writes the sum. The report is over afterwards, in any case.
func (r *report) finish() error {
	if r.done {
		return errors.New("report is finished")
	}
	r.done = true
	out := rcpool.Move(&r.out)
	defer out.Release()
	fmt.Fprintf(out.Value(), "# sum %d, %d failed\n", r.sum, len(r.bad))
	return out.Value().Flush()
}

// cancel drops what was not yet written; after finish it does nothing.
func (r *report) cancel() {
	r.done = true
	rcpool.Drop(&r.out)
}

func export(w io.Writer, title string, charges []charge) error {
	r, err := newReport(w, title)
	if err != nil {
		return err
	}
	defer r.cancel()
	for _, c := range charges {
		if err := r.add(c); err != nil {
			fmt.Println(err)
			if len(r.bad) > 1 {
				return errors.New("too many bad charges")
			}
		}
	}
	return r.finish()
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func main() {
	good := []charge{{"ada", 500}, {"bob", 1 << 10}, {"cyd", "12"}}
	bad := charge{"mallory", make(chan int)}
	var out bytes.Buffer
	fmt.Println(export(&out, "November", append(good, bad)))
	fmt.Print(out.String())
	out.Reset()
	fmt.Println(export(&out, "December", []charge{bad, good[0], bad, good[1]}), out.Len())
	fmt.Println(export(&out, "", good))
	fmt.Println(export(brokenPipe{}, "January", good))
}
