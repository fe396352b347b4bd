// truth: double-release line 110 callee

// Command tunnelq moves packets through a tunnel; packets are counted and go
// back to a free list with their last reference.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
)

type Packet struct {
	mu    sync.Mutex
	count int
	data  []byte
	owner *freeList
}

func (p *Packet) IncRef() {
	p.mu.Lock()
	p.count++
	p.mu.Unlock()
}

func (p *Packet) DecRef() {
	p.mu.Lock()
	p.count--
	n := p.count
	p.mu.Unlock()
	if n < 0 {
		panic("packet: too many DecRefs")
	}
	if n == 0 {
		p.owner.put(p)
	}
}

type freeList struct {
	mu   sync.Mutex
	free []*Packet
	made int
}

func (f *freeList) put(p *Packet) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p.data = p.data[:0]
	f.free = append(f.free, p)
}

// NewPacket returns a packet with one reference.
func NewPacket(f *freeList, payload []byte) *Packet {
	f.mu.Lock()
	defer f.mu.Unlock()
	var p *Packet
	if n := len(f.free); n > 0 {
		p = f.free[n-1]
		f.free = f.free[:n-1]
	} else {
		p = &Packet{owner: f}
		f.made++
	}
	p.count = 1
	p.data = append(p.data, payload...)
	return p
}

var errMTU = errors.New("packet is larger than the MTU")

type device struct {
	mtu  int
	sent int
	tap  []*Packet // a capture of the first packets
}

// transmit writes p to the wire.
func (d *device) transmit(p *Packet) error {
	defer p.DecRef()
	if len(p.data) > d.mtu {
		return errMTU
	}
	if len(d.tap) < 2 {
		p.IncRef()
		d.tap = append(d.tap, p)
	}
	d.sent += len(p.data)
	return nil
}

func (d *device) close() {
	for _, p := range d.tap {
		p.DecRef()
	}
	d.tap = nil
}

type tunnel struct {
	dev  *device
	list *freeList
	seq  uint32
}

func (t *tunnel) forward(payload []byte) error {
	head := binary.BigEndian.AppendUint32(nil, t.seq)
	t.seq++
	p := NewPacket(t.list, append(head, payload...))
	if err := t.dev.transmit(p); err != nil {
		p.DecRef()
		return fmt.Errorf("packet %d: %w", t.seq-1, err)
	}
	return nil
}

func main() {
	list := &freeList{}
	dev := &device{mtu: 64}
	defer dev.close()
	t := &tunnel{dev: dev, list: list}
	for i := range 10 {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println(r)
				}
			}()
			if err := t.forward(make([]byte, 8*i)); err != nil {
				fmt.Println(err)
			}
		}()
	}
	fmt.Println(dev.sent, "bytes", list.made, "packets made")
}
