// truth: correct
package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Reply struct {
	Status int
	Body   []byte
}

func (r *Reply) Reset() { *r = Reply{Body: r.Body[:0]} }

var replies = rcpool.Pool[Reply]{Name: "replies"}

var (
	errReset   = errors.New("connection reset")
	errRetries = errors.New("no more retries")
)

type transport interface {
	// Do returns a reply, which the caller owns if the error is nil.
	Do(path string, attempt int) (rcpool.Ref[Reply], error)
}

type client struct {
	transport transport
	attempts  int
	backoff   time.Duration
}

// Get returns the first reply below 500, or the last one.
func (c *client) Get(path string) (rcpool.Ref[Reply], error) {
	var last rcpool.Ref[Reply]
	var errs error
	for attempt := range c.attempts {
		reply, err := c.transport.Do(path, attempt)
		if err != nil {
			errs = errors.Join(errs, err)
			time.Sleep(c.backoff << attempt)
			continue
		}
		rcpool.Drop(&last)
		if reply.Value().Status < 500 {
			return reply, nil
		}
		last = reply
	}
	if last.IsZero() {
		return last, errors.Join(errRetries, errs)
	}
	return last, nil
}

func (c *client) text(path string) (string, error) {
	reply, err := c.Get(path)
	if err != nil {
		return "", err
	}
	defer reply.Release()
	r := reply.Value()
	return fmt.Sprintf("%d %s", r.Status, r.Body), nil
}

// script answers with one status for each attempt; 0 is a failure.
type script map[string][]int

func (s script) Do(path string, attempt int) (rcpool.Ref[Reply], error) {
	statuses := s[path]
	if attempt >= len(statuses) || statuses[attempt] == 0 {
		return rcpool.Ref[Reply]{}, errReset
	}
	reply := replies.Get()
	r := reply.Value()
	r.Status = statuses[attempt]
	r.Body = fmt.Appendf(r.Body, "%s after %d", path, attempt)
	return reply, nil
}

func main() {
	c := &client{
		transport: script{"/ok": {200}, "/flaky": {503, 0, 200}, "/down": {500, 502, 0}, "/gone": {0, 0, 0}},
		attempts:  3,
		backoff:   time.Millisecond,
	}
	for _, path := range []string{"/ok", "/flaky", "/down", "/gone"} {
		text, err := c.text(path)
		fmt.Println(path, text, errors.Is(err, errRetries))
	}
	fmt.Println(replies.Stats().InUse)
}
