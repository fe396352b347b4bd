// truth: correct

package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

const packetSize = 188

var errSync = errors.New("sync byte missing")

// packet is a view of a chunk, with a reference of its own.
type packet struct {
	pid  uint16
	data stdpool.ByteRef
}

func (p *packet) release() { p.data.Release() }

func split(chunk *stdpool.ByteRef) (packets []packet, err error) {
	defer func() {
		if err != nil {
			for i := range packets {
				packets[i].release()
			}
			packets = nil
		}
	}()
	for at := 0; at+packetSize <= chunk.Len(); at += packetSize {
		head := chunk.Value()[at:]
		if head[0] != 0x47 {
			return packets, fmt.Errorf("offset %d: %w", at, errSync)
		}
		packets = append(packets, packet{
			pid:  binary.BigEndian.Uint16(head[1:]) & 0x1fff,
			data: chunk.Slice(at+4, at+packetSize),
		})
	}
	return packets, nil
}

type track struct {
	in   chan packet
	body stdpool.ByteRef
}

func (t *track) run() {
	for p := range t.in {
		t.body.Append(p.data.Value()...)
		p.release()
	}
}

type demuxer struct {
	tracks map[uint16]*track
	wg     sync.WaitGroup
	lost   int
}

func (d *demuxer) dispatch(p packet) {
	t, ok := d.tracks[p.pid]
	if !ok {
		if p.pid > 100 {
			d.lost++
			p.release()
			return
		}
		t = &track{in: make(chan packet, 4), body: stdpool.Bytes(0)}
		d.tracks[p.pid] = t
		d.wg.Go(t.run)
	}
	t.in <- p
}

func (d *demuxer) read(r io.Reader) error {
	for {
		chunk := stdpool.Bytes(packetSize * 4)
		n, err := io.ReadFull(r, chunk.Value())
		chunk.Truncate(n)
		if err != nil && err != io.ErrUnexpectedEOF {
			chunk.Release()
			if err == io.EOF {
				return nil
			}
			return err
		}
		packets, err := split(&chunk)
		chunk.Release()
		if err != nil {
			return err
		}
		for _, p := range packets {
			d.dispatch(p)
		}
	}
}

func (d *demuxer) finish() map[uint16]int {
	sizes := map[uint16]int{}
	for _, t := range d.tracks {
		close(t.in)
	}
	d.wg.Wait()
	for pid, t := range d.tracks {
		sizes[pid] = t.body.Len()
		t.body.Release()
	}
	d.tracks = nil
	return sizes
}

func main() {
	var sb strings.Builder
	for i := range 30 {
		pid := []byte{1, 2, 3, 200}[i%4]
		sb.Write([]byte{0x47, 0, pid, 0})
		sb.WriteString(strings.Repeat("x", packetSize-4))
	}
	for _, input := range []string{sb.String(), sb.String()[:1000] + "rest that is no packet" + sb.String()} {
		d := &demuxer{tracks: map[uint16]*track{}}
		err := d.read(strings.NewReader(input))
		fmt.Println(d.finish(), d.lost, err)
	}
}
