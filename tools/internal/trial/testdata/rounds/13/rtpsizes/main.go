// truth: wrong-pool line 54 plain
package main

import (
	"encoding/binary"
	"fmt"
	"sync"
)

const (
	voiceSize = 200
	videoSize = 1500
)

var (
	voicePackets = sync.Pool{New: func() any { b := make([]byte, voiceSize); return &b }}
	videoPackets = sync.Pool{New: func() any { b := make([]byte, videoSize); return &b }}
)

type stream struct {
	ssrc uint32
	seq  uint16
	sent int
}

func (s *stream) header(b []byte, pt byte) {
	b[0] = 0x80
	b[1] = pt
	binary.BigEndian.PutUint16(b[2:], s.seq)
	binary.BigEndian.PutUint32(b[8:], s.ssrc)
	s.seq++
}

func (s *stream) voice(samples []byte, send func([]byte) error) error {
	p := voicePackets.Get().(*[]byte)
	defer voicePackets.Put(p)
	s.header(*p, 0)
	n := copy((*p)[12:], samples)
	s.sent += n
	return send((*p)[:12+n])
}

func (s *stream) video(frame []byte, send func([]byte) error) error {
	for len(frame) > 0 {
		p := videoPackets.Get().(*[]byte)
		s.header(*p, 96)
		n := copy((*p)[12:], frame)
		frame = frame[n:]
		if err := send((*p)[:12+n]); err != nil {
			videoPackets.Put(p)
			return err
		}
		s.sent += n
		voicePackets.Put(p)
	}
	return nil
}

func main() {
	s := &stream{ssrc: 0xfeed}
	packets := 0
	send := func(b []byte) error {
		if len(b) < 12 {
			return fmt.Errorf("runt of %d bytes", len(b))
		}
		packets++
		return nil
	}
	for range 5 {
		if err := s.video(make([]byte, 4000), send); err != nil {
			fmt.Println(err)
		}
		if err := s.voice(make([]byte, 160), send); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(packets, "packets", s.sent, "bytes")
}
