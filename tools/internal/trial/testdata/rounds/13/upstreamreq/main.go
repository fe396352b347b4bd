// truth: zero-ref line 55 plain
package main

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/rcpool/rcpool"
)

type upstream struct {
	host string
	path string
	try  int
}

var requests = rcpool.Pool[upstream]{Name: "lb.requests"}

var errNoBackend = errors.New("no backend")

type balancer struct {
	hosts []string
	next  int
	queue chan rcpool.Ref[upstream]
	log   []string
}

func (b *balancer) pick() (string, error) {
	if len(b.hosts) == 0 {
		return "", errNoBackend
	}
	h := b.hosts[b.next%len(b.hosts)]
	b.next++
	return h, nil
}

func (b *balancer) accept(raw string) error {
	req := requests.Get()
	defer rcpool.Drop(&req)
	u, err := url.Parse(raw)
	if err != nil {
		return err
	}
	host, err := b.pick()
	if err != nil {
		return err
	}
	v := req.Value()
	v.host, v.path, v.try = host, u.Path, 1
	if len(b.queue) == cap(b.queue) {
		return errors.New("queue is full")
	}
	b.queue <- rcpool.Move(&req)
	b.log = append(b.log, req.Value().host)
	return nil
}

func (b *balancer) drain() int {
	close(b.queue)
	n := 0
	for r := range b.queue {
		fmt.Println(r.Value().host, r.Value().path)
		r.Release()
		n++
	}
	return n
}

func main() {
	b := &balancer{hosts: []string{"10.0.0.1", "10.0.0.2"}, queue: make(chan rcpool.Ref[upstream], 4)}
	for _, raw := range []string{"http://a/x", "http://a/y?z=1", "::bad"} {
		if err := b.accept(raw); err != nil {
			fmt.Println("refused:", err)
		}
	}
	fmt.Println(b.drain(), b.log)
}
