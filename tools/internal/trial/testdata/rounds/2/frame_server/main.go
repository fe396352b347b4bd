// truth: correct
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/rcpool/rcpool"
)

const maxFrame = 512

type Packet struct {
	ID   uint32
	Data []byte
}

var packets = rcpool.Pool[Packet]{
	Name:  "packets",
	New:   func() *Packet { return &Packet{Data: make([]byte, 0, maxFrame)} },
	Reset: func(p *Packet) { *p = Packet{Data: p.Data[:0]} },
}

var errTooLong = errors.New("frame too long")

func readPacket(r io.Reader) (ref rcpool.Ref[Packet], err error) {
	var head [6]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return ref, err
	}
	size := int(binary.BigEndian.Uint16(head[4:]))
	if size > maxFrame {
		return ref, errTooLong
	}
	ref = packets.Get()
	defer func() {
		if err != nil {
			rcpool.Drop(&ref)
		}
	}()
	p := ref.Value()
	p.ID = binary.BigEndian.Uint32(head[:])
	p.Data = p.Data[:size]
	_, err = io.ReadFull(r, p.Data)
	return ref, err
}

func writePacket(w io.Writer, p *Packet) error {
	head := binary.BigEndian.AppendUint32(nil, p.ID)
	head = binary.BigEndian.AppendUint16(head, uint16(len(p.Data)))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(p.Data)
	return err
}

// serve answers each packet in place. Reader and writer run side by side.
func serve(c net.Conn) error {
	defer c.Close()
	replies := make(chan rcpool.Ref[Packet], 8)
	var wg sync.WaitGroup
	wg.Go(func() {
		var failed error
		for reply := range replies {
			if failed == nil {
				failed = writePacket(c, reply.Value())
			}
			reply.Release()
		}
	})
	defer wg.Wait()
	defer close(replies)
	in := bufio.NewReader(c)
	for {
		p, err := readPacket(in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for i, b := range p.Value().Data {
			p.Value().Data[i] = b ^ 0x20
		}
		replies <- p
	}
}

func main() {
	client, server := net.Pipe()
	var wg sync.WaitGroup
	wg.Go(func() { fmt.Println("server:", serve(server)) })
	for i := range 5 {
		out := &Packet{ID: uint32(i), Data: []byte("ping")}
		if err := writePacket(client, out); err != nil {
			fmt.Println(err)
			break
		}
		reply, err := readPacket(client)
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(reply.Value().ID, string(reply.Value().Data))
		reply.Release()
	}
	client.Write([]byte{0, 0, 0, 9, 0, 4, 'x'})
	client.Close()
	wg.Wait()
}
