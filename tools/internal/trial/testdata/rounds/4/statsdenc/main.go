// truth: correct

// Statsdenc packs counters into packets. An Encoder is pooled itself; Close
// gives it back and may be called twice.
package main

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

type encoder struct {
	packet []byte
	count  int
}

var encoders = sync.Pool{New: func() any { return &encoder{packet: make([]byte, 0, 512)} }}

// An Encoder is a handle. It is never used again, what it refers to is.
type Encoder struct {
	e    *encoder
	send func([]byte) error
	max  int
}

func NewEncoder(max int, send func([]byte) error) *Encoder {
	return &Encoder{encoders.Get().(*encoder), send, max}
}

func (h *Encoder) Count(name string, n int64, tags ...string) error {
	if h.e == nil {
		return fmt.Errorf("count %s: encoder is closed", name)
	}
	start := len(h.e.packet)
	p := h.e.packet
	if start > 0 {
		p = append(p, '\n')
	}
	p = append(p, name...)
	p = append(p, ':')
	p = strconv.AppendInt(p, n, 10)
	p = append(p, "|c"...)
	if len(tags) > 0 {
		p = append(p, "|#"...)
		p = append(p, strings.Join(tags, ",")...)
	}
	if len(p) <= h.max || start == 0 {
		h.e.packet = p
		h.e.count++
		return nil
	}
	// It does not fit: send what was there before, and begin with this one.
	line := p[start+1:]
	err := h.send(p[:start])
	h.e.packet = append(p[:0], line...)
	h.e.count = 1
	return err
}

// Close sends what is left.
func (h *Encoder) Close() error {
	e := h.e
	if e == nil {
		return nil
	}
	h.e = nil
	defer func() {
		e.packet, e.count = e.packet[:0], 0
		encoders.Put(e)
	}()
	if e.count == 0 {
		return nil
	}
	return h.send(e.packet)
}

func report(host string, packets chan<- string) (err error) {
	enc := NewEncoder(48, func(p []byte) error {
		packets <- string(p)
		return nil
	})
	defer func() {
		if cerr := enc.Close(); err == nil {
			err = cerr
		}
	}()
	for i := range 5 {
		if err := enc.Count("requests."+strconv.Itoa(i), int64(i*i), "host:"+host); err != nil {
			return err
		}
	}
	return enc.Close()
}

func main() {
	packets := make(chan string, 64)
	var wg sync.WaitGroup
	for _, host := range []string{"a", "b", "c"} {
		wg.Go(func() {
			if err := report(host, packets); err != nil {
				fmt.Println(err)
			}
		})
	}
	wg.Wait()
	close(packets)
	lines := 0
	for p := range packets {
		lines += strings.Count(p, "\n") + 1
	}
	enc := NewEncoder(10, func([]byte) error { return nil })
	fmt.Println(lines, enc.Close(), enc.Count("late", 1))
}
