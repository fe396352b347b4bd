// truth: correct

// Command tsdemux splits a stream of fixed-size media packets by program and
// joins the payloads into units, without copying the packets.
package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

const (
	packetSize = 32
	headerSize = 4
	sync       = 0x47
)

type unit struct {
	pid   uint16
	parts []stdpool.ByteRef
}

func (u *unit) size() (n int) {
	for _, p := range u.parts {
		n += p.Len()
	}
	return n
}

func (u *unit) release() {
	for i := range u.parts {
		u.parts[i].Release()
	}
	u.parts = nil
}

type demuxer struct {
	open map[uint16]*unit
	emit func(*unit) // takes the unit over
}

// feed reads one block of packets and distributes it.
func (d *demuxer) feed(r io.Reader, packets int) (int, error) {
	block := stdpool.Bytes(packets * packetSize)
	defer block.Release()
	n, err := io.ReadFull(r, block.Value())
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	count := 0
	for at := 0; at+packetSize <= n; at += packetSize {
		packet := block.Slice(at, at+packetSize)
		if perr := d.packet(packet); perr != nil {
			return count, perr
		}
		count++
	}
	return count, err
}

// packet takes p over.
func (d *demuxer) packet(p stdpool.ByteRef) error {
	defer p.Release()
	head := p.Value()
	if head[0] != sync {
		return fmt.Errorf("lost sync: %#x", head[0])
	}
	pid := uint16(head[1]&0x1f)<<8 | uint16(head[2])
	if pid == 0x1fff {
		return nil // padding
	}
	if head[1]&0x40 != 0 {
		d.finish(pid)
		d.open[pid] = &unit{pid: pid}
	}
	u := d.open[pid]
	if u == nil {
		return nil // we came in the middle of a unit
	}
	length := min(int(head[3]), packetSize-headerSize)
	u.parts = append(u.parts, p.Slice(headerSize, headerSize+length))
	return nil
}

func (d *demuxer) finish(pid uint16) {
	u, ok := d.open[pid]
	if !ok {
		return
	}
	delete(d.open, pid)
	d.emit(u)
}

func (d *demuxer) flush() {
	for pid := range d.open {
		d.finish(pid)
	}
}

func stream(corrupt bool) io.Reader {
	var b bytes.Buffer
	for i := range 40 {
		p := make([]byte, packetSize)
		p[0], p[2], p[3] = sync, byte(i%3), byte(10+i%30)
		if i%7 == 3 {
			p[1] = 0x40
		}
		if i%11 == 5 {
			p[1], p[2] = 0x1f, 0xff
		}
		if corrupt && i == 25 {
			p[0] = 0
		}
		b.Write(p)
	}
	b.Write([]byte{sync, 0, 0}) // a torn packet
	return &b
}

func main() {
	for _, corrupt := range []bool{false, true} {
		units, size := 0, 0
		d := &demuxer{open: make(map[uint16]*unit), emit: func(u *unit) {
			defer u.release()
			units++
			size += u.size()
		}}
		r, total := stream(corrupt), 0
		for {
			n, err := d.feed(r, 8)
			total += n
			if err != nil {
				fmt.Println(err)
				break
			}
		}
		d.flush()
		fmt.Println(total, "packets", units, "units", size, "bytes")
	}
}
