// truth: correct
package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Attempt struct {
	Number int
	Reply  []byte
}

var attempts = rcpool.Pool[Attempt]{
	Name:  "attempts",
	Reset: func(a *Attempt) { *a = Attempt{Reply: a.Reply[:0]} },
}

type transport func(n int, reply []byte) ([]byte, error)

var (
	errBusy  = errors.New("busy")
	errFatal = errors.New("fatal")
)

// call retries and returns the attempt that succeeded, which the caller owns.
func call(t transport, limit int) (rcpool.Ref[Attempt], error) {
	var last rcpool.Ref[Attempt]
	defer rcpool.Drop(&last)
	err := errors.New("no attempts")
	for n := 1; n <= limit; n++ {
		rcpool.Drop(&last)
		last = attempts.Get()
		v := last.Value()
		v.Number = n
		v.Reply, err = t(n, v.Reply)
		if err == nil {
			return rcpool.Move(&last), nil
		}
		if !errors.Is(err, errBusy) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if !last.IsZero() {
		err = fmt.Errorf("attempt %d: %w", last.Value().Number, err)
	}
	return rcpool.Ref[Attempt]{}, err
}

func main() {
	for name, t := range map[string]transport{
		"third": func(n int, reply []byte) ([]byte, error) {
			if n < 3 {
				return reply, errBusy
			}
			return append(reply, "ok"...), nil
		},
		"never": func(n int, reply []byte) ([]byte, error) { return append(reply, '?'), errBusy },
		"fatal": func(n int, reply []byte) ([]byte, error) { return reply, errFatal },
	} {
		a, err := call(t, 4)
		if err != nil {
			fmt.Println(name, err)
			continue
		}
		fmt.Println(name, a.Value().Number, string(a.Value().Reply))
		a.Release()
	}
}
