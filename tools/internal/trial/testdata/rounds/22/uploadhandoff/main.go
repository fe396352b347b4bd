// truth: zero-ref line 62 plain

// Command uploadhandoff accepts uploads and hands them to a scanner.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type upload struct {
	name string
	data []byte
}

func (u *upload) Reset() { u.name, u.data = "", u.data[:0] }

var uploads = rcpool.Pool[upload]{Name: "uploads"}

type scanner struct {
	in   chan rcpool.Ref[upload]
	wg   sync.WaitGroup
	bad  []string
	size int
}

func (s *scanner) run() {
	for u := range s.in {
		v := u.Value()
		s.size += len(v.data)
		if len(v.data) > 0 && v.data[0] == 'X' {
			s.bad = append(s.bad, v.name)
		}
		u.Release()
	}
}

var errQuota = errors.New("quota exceeded")

type gateway struct {
	scan  *scanner
	quota int
	log   []string
}

func (g *gateway) accept(name, data string) (err error) {
	u := uploads.Get()
	defer rcpool.Drop(&u)
	v := u.Value()
	v.name = name
	v.data = append(v.data, data...)
	if len(v.data) > g.quota {
		g.log = append(g.log, fmt.Sprint("rejected ", v.name))
		return errQuota
	}
	g.quota -= len(v.data)
	g.scan.in <- rcpool.Move(&u)
	if g.quota == 0 {
		g.log = append(g.log, fmt.Sprint("quota used up by ", u.Value().name))
	}
	return nil
}

func main() {
	s := &scanner{in: make(chan rcpool.Ref[upload], 4)}
	s.wg.Go(s.run)
	g := &gateway{scan: s, quota: 10}
	for _, f := range [][2]string{{"a", "hello"}, {"b", "too large for it"}, {"c", "Xabcd"}} {
		if err := g.accept(f[0], f[1]); err != nil {
			fmt.Println(f[0], err)
		}
	}
	close(s.in)
	s.wg.Wait()
	fmt.Println(s.bad, s.size, g.log)
}
