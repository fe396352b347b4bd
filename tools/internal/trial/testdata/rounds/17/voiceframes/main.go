// truth: double-release line 46 callee
package main

import (
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

var errMuted = errors.New("speaker is muted")

type mixer struct {
	pool  mem.BufferPool
	muted map[string]bool
	bytes map[string]int
}

// accept mixes the frame of a speaker into the channel.
func (m *mixer) accept(speaker string, frame mem.Buffer) error {
	if m.muted[speaker] {
		frame.Free()
		return fmt.Errorf("%s: %w", speaker, errMuted)
	}
	m.bytes[speaker] += frame.Len()
	frame.Free()
	return nil
}

type session struct {
	mix     *mixer
	dropped int
}

func (s *session) receive(speaker string, data []byte) error {
	if len(data) == 0 {
		return errors.New("empty frame")
	}
	frame := mem.Copy(data, s.mix.pool)
	if len(data) > 4096 {
		frame.Free()
		s.dropped++
		return fmt.Errorf("%s: frame of %d bytes", speaker, len(data))
	}
	if err := s.mix.accept(speaker, frame); err != nil {
		frame.Free()
		s.dropped++
		return err
	}
	return nil
}

func main() {
	m := &mixer{
		pool:  mem.NewTieredBufferPool(2048, 4096),
		muted: map[string]bool{},
		bytes: map[string]int{},
	}
	s := &session{mix: m}
	for i := range 4 {
		if i == 3 {
			m.muted["bob"] = true
		}
		for _, who := range []string{"ann", "bob"} {
			if err := s.receive(who, make([]byte, 1500+i)); err != nil {
				fmt.Println("error:", err)
			}
		}
	}
	fmt.Println(s.receive("ann", make([]byte, 5000)), s.dropped)
	fmt.Println(m.bytes)
}
