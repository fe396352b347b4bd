// truth: leak line 40 callee
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type zone struct {
	origin  string
	serial  uint32
	records map[string]string
}

var zones = rcpool.Pool[zone]{
	Name:  "zones",
	New:   func() *zone { return &zone{records: map[string]string{}} },
	Reset: func(z *zone) { z.origin, z.serial = "", 0; clear(z.records) },
}

type server struct {
	mu    sync.RWMutex
	zones map[string]rcpool.Ref[zone]
}

// find returns the zone as it is now. Transfers may replace it meanwhile.
func (s *server) find(origin string) (rcpool.Ref[zone], bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	z, ok := s.zones[origin]
	if !ok {
		return rcpool.Ref[zone]{}, false
	}
	return z.Retain(), true
}

func (s *server) transfer(origin string, serial uint32, records map[string]string) bool {
	if cur, ok := s.find(origin); ok {
		if cur.Value().serial >= serial {
			return false
		}
	}
	z := zones.Get()
	v := z.Value()
	v.origin, v.serial = origin, serial
	for name, data := range records {
		v.records[name] = data
	}
	s.mu.Lock()
	old := s.zones[origin]
	s.zones[origin] = z
	s.mu.Unlock()
	rcpool.Drop(&old)
	return true
}

func (s *server) query(origin, name string) string {
	z, ok := s.find(origin)
	if !ok {
		return "REFUSED"
	}
	defer z.Release()
	if data, ok := z.Value().records[name]; ok {
		return data
	}
	return "NXDOMAIN"
}

func (s *server) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for origin, z := range s.zones {
		delete(s.zones, origin)
		z.Release()
	}
}

func main() {
	s := &server{zones: map[string]rcpool.Ref[zone]{}}
	defer s.close()
	fmt.Println(s.transfer("a.test", 1, map[string]string{"www": "10.0.0.1"}))
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { s.query("a.test", "www") })
	}
	wg.Wait()
	fmt.Println(s.transfer("a.test", 1, nil))
	fmt.Println(s.transfer("a.test", 2, map[string]string{"www": "10.0.0.2"}))
	fmt.Println(s.query("a.test", "www"), s.query("a.test", "ftp"), s.query("b.test", "www"))
}
