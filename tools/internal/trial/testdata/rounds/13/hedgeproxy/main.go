// truth: correct
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool/stdpool"
)

type backend struct {
	name  string
	delay time.Duration
	err   error
}

func (b backend) do(ctx context.Context, body []byte) (string, error) {
	select {
	case <-time.After(b.delay):
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if b.err != nil {
		return "", b.err
	}
	return fmt.Sprintf("%s:%d", b.name, len(bytes.TrimSpace(body))), nil
}

type result struct {
	text string
	err  error
}

// hedge sends the body to all backends and returns the first good answer.
func hedge(ctx context.Context, wg *sync.WaitGroup, body stdpool.ByteRef, backends []backend) (string, error) {
	defer body.Release()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan result, len(backends))
	for _, b := range backends {
		send := body.Hold(func(p []byte) {
			text, err := b.do(ctx, p)
			results <- result{text, err}
		})
		wg.Add(1)
		go func() {
			defer wg.Done()
			send()
		}()
	}
	var errs []error
	for range backends {
		r := <-results
		if r.err == nil {
			return r.text, nil
		}
		errs = append(errs, r.err)
	}
	return "", errors.Join(errs...)
}

// split reads a request, and returns its header line and its body.
func split(raw string) (line string, body stdpool.ByteRef, err error) {
	all := stdpool.Bytes(0)
	defer all.Drop()
	all.WriteString(raw)
	i := bytes.IndexByte(all.Value(), '\n')
	if i < 0 {
		return "", stdpool.ByteRef{}, errors.New("no header line")
	}
	return string(all.Value()[:i]), all.Slice(i+1, all.Len()), nil
}

func main() {
	var wg sync.WaitGroup
	sets := [][]backend{
		{{"a", 30 * time.Millisecond, nil}, {"b", time.Millisecond, nil}},
		{{"a", 0, errors.New("refused")}, {"b", 0, errors.New("reset")}},
	}
	for _, set := range sets {
		for _, raw := range []string{"POST /x\n  payload \n", "broken"} {
			line, body, err := split(raw)
			if err != nil {
				fmt.Println(err)
				continue
			}
			text, err := hedge(context.Background(), &wg, body, set)
			fmt.Println(line, text, err != nil)
		}
	}
	wg.Wait()
}
