// truth: correct

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"

	"github.com/valyala/bytebufferpool"
)

var errLoop = errors.New("alias loop")

// outgoing is the mail for one domain. It owns its buffer.
type outgoing struct {
	domain string
	rcpts  int
	buf    *bytebufferpool.ByteBuffer
}

type splitter struct {
	pool    bytebufferpool.Pool
	aliases map[string]string
	domains map[string]*outgoing
	max     int
	deliver func(domain string, data []byte) error
}

func (s *splitter) resolve(addr string) (string, error) {
	for range 4 {
		next, ok := s.aliases[addr]
		if !ok {
			return addr, nil
		}
		addr = next
	}
	return "", fmt.Errorf("%s: %w", addr, errLoop)
}

func (s *splitter) add(addr, body string) error {
	addr, err := s.resolve(addr)
	if err != nil {
		return err
	}
	_, domain, ok := strings.Cut(addr, "@")
	if !ok {
		return fmt.Errorf("%q is no address", addr)
	}
	o := s.domains[domain]
	if o == nil {
		o = &outgoing{domain: domain, buf: s.pool.Get()}
		s.domains[domain] = o
	}
	fmt.Fprintf(o.buf, "To: %s\n%s\n", addr, body)
	o.rcpts++
	if o.rcpts == s.max {
		delete(s.domains, domain)
		return s.send(o)
	}
	return nil
}

// send delivers o, which is of no use afterwards.
func (s *splitter) send(o *outgoing) error {
	defer func() {
		s.pool.Put(o.buf)
		o.buf = nil
	}()
	if err := s.deliver(o.domain, o.buf.Bytes()); err != nil {
		return fmt.Errorf("%d recipients at %s: %w", o.rcpts, o.domain, err)
	}
	return nil
}

func (s *splitter) close() error {
	var errs []error
	for domain, o := range s.domains {
		delete(s.domains, domain)
		errs = append(errs, s.send(o))
	}
	return errors.Join(errs...)
}

func main() {
	sizes := map[string]int{}
	s := &splitter{
		aliases: map[string]string{"root": "admin@x.org", "a": "b", "b": "a"},
		domains: map[string]*outgoing{},
		max:     3,
		deliver: func(domain string, data []byte) error {
			if domain == "down.net" {
				return io.ErrClosedPipe
			}
			sizes[domain] += len(data)
			return nil
		},
	}
	for i := range 16 {
		addr := fmt.Sprintf("u%d@%s", i, []string{"x.org", "y.com", "down.net"}[i%3])
		if i == 7 {
			addr = "root"
		}
		if err := s.add(addr, "hello"); err != nil {
			fmt.Fprintln(os.Stdout, err)
		}
	}
	fmt.Println(s.add("a", "x"), s.add("nobody", "x"))
	fmt.Println(s.close())
	var names []string
	for d := range sizes {
		names = append(names, d)
	}
	sort.Strings(names)
	for _, d := range names {
		fmt.Println(d, sizes[d])
	}
}
