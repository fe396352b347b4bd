// truth: correct

// Command mqttsplit cuts a stream of length-prefixed packets into payloads that
// share the block that was read.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

type publish struct {
	topic   string
	payload stdpool.ByteRef
}

type splitter struct {
	src  io.Reader
	rest stdpool.ByteRef // an incomplete packet
}

var errBadPacket = errors.New("bad packet")

// fill reads more behind what is left.
func (s *splitter) fill() error {
	var chunk [48]byte
	n, err := s.src.Read(chunk[:])
	if n > 0 {
		if s.rest.IsZero() {
			s.rest = stdpool.Bytes(0)
		}
		s.rest.Append(chunk[:n]...)
	}
	return err
}

// next returns the next packet; the caller owns its payload.
func (s *splitter) next() (publish, error) {
	for {
		if n := s.rest.Len(); n >= 2 {
			data := s.rest.Value()
			topic, body := int(data[0]), int(data[1])
			if topic == 0 {
				return publish{}, errBadPacket
			}
			if end := 2 + topic + body; n >= end {
				p := publish{topic: string(data[2 : 2+topic])}
				p.payload = s.rest.Slice(2+topic, end)
				tail := s.rest.Slice(end, n)
				s.rest.Release()
				s.rest = tail
				return p, nil
			}
		}
		if err := s.fill(); err != nil {
			if err == io.EOF && s.rest.Len() > 0 {
				return publish{}, io.ErrUnexpectedEOF
			}
			return publish{}, err
		}
	}
}

func (s *splitter) close() { s.rest.Drop() }

type broker struct {
	mu     sync.Mutex
	retain map[string]stdpool.ByteRef
	seen   int
}

// deliver keeps the last payload of each topic.
func (b *broker) deliver(p publish) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seen++
	if old, ok := b.retain[p.topic]; ok {
		old.Release()
	}
	if p.payload.Len() == 0 {
		delete(b.retain, p.topic)
		p.payload.Release()
		return
	}
	b.retain[p.topic] = p.payload
}

func (b *broker) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for topic, payload := range b.retain {
		fmt.Printf("%s=%d bytes\n", topic, payload.Len())
		payload.Release()
	}
	clear(b.retain)
}

func pump(src io.Reader, b *broker) error {
	s := &splitter{src: src}
	defer s.close()
	for {
		p, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		b.deliver(p)
	}
}

func packet(topic, payload string) string {
	return string([]byte{byte(len(topic)), byte(len(payload))}) + topic + payload
}

func main() {
	b := &broker{retain: make(map[string]stdpool.ByteRef)}
	defer b.close()
	good := packet("temp", "21.5") + packet("hum", "40") + packet("temp", "22.0") +
		packet("log", string(bytes.Repeat([]byte("z"), 120))) + packet("hum", "")
	var wg sync.WaitGroup
	for _, stream := range []string{good, good[:20], "\x00\x01x"} {
		wg.Go(func() {
			if err := pump(bytes.NewBufferString(stream), b); err != nil {
				b.mu.Lock()
				defer b.mu.Unlock()
				fmt.Println("stream:", err)
			}
		})
	}
	wg.Wait()
	fmt.Println("seen", b.seen)
}
