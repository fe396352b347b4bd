// truth: use-after-release line 66 plain

// Command statsdline formats counters and gauges as statsd lines and packs
// them into datagrams.
package main

import (
	"fmt"
	"net"
	"sort"
	"sync"

	"github.com/valyala/bytebufferpool"
)

const mtu = 64

type metric struct {
	name  string
	value float64
	kind  byte
}

type statsd struct {
	send  func(datagram []byte) error
	sent  int
	bytes int
	mu    sync.Mutex
	last  map[string]float64
}

func (s *statsd) record(m metric) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.kind == 'c' {
		s.last[m.name] += m.value
		return
	}
	s.last[m.name] = m.value
}

// flush sends all metrics, as many in a datagram as fit.
func (s *statsd) flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := make([]string, 0, len(s.last))
	for name := range s.last {
		names = append(names, name)
	}
	sort.Strings(names)
	packet := bytebufferpool.Get()
	for _, name := range names {
		line := fmt.Sprintf("%s:%g|g\n", name, s.last[name])
		if packet.Len()+len(line) > mtu {
			if err := s.emit(packet.B); err != nil {
				bytebufferpool.Put(packet)
				return err
			}
			packet.Reset()
		}
		packet.WriteString(line)
	}
	err := s.emit(packet.B)
	bytebufferpool.Put(packet)
	if err != nil {
		return fmt.Errorf("flush: %w; lost %q", err, packet.B)
	}
	return nil
}

func (s *statsd) emit(datagram []byte) error {
	if len(datagram) == 0 {
		return nil
	}
	s.sent++
	s.bytes += len(datagram)
	return s.send(datagram)
}

func main() {
	near, far := net.Pipe()
	go func() {
		b := make([]byte, mtu)
		for {
			if _, err := far.Read(b); err != nil {
				return
			}
		}
	}()
	s := &statsd{last: map[string]float64{}, send: func(d []byte) error {
		_, err := near.Write(d)
		return err
	}}
	for i := range 20 {
		s.record(metric{fmt.Sprint("req.", i%7), float64(i), 'c'})
		s.record(metric{"load", float64(i) / 2, 'g'})
	}
	fmt.Println(s.flush(), s.sent, s.bytes)
	near.Close()
	far.Close()
}
