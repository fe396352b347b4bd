// Package useafterrelease has objects that are used when their reference is
// gone, and ones that only seem to be.
package useafterrelease

import (
	"bytes"
	"io"

	"github.com/rcpool/rcpool"
)

// A Packet is what came in from the network.
type Packet struct {
	Seq    int
	Source string
	Peer   *Peer
	Body   [512]byte
}

// A Peer is who sends packets; it belongs to the connection.
type Peer struct {
	Name string
}

var (
	packets = rcpool.Pool[Packet]{Name: "packets"}
	buffers = rcpool.Pool[bytes.Buffer]{Name: "buffers"}
)

func receive(r io.Reader, p *Packet) error {
	_, err := io.ReadFull(r, p.Body[:])
	p.Seq++
	return err
}

func audit(*Packet) {}

func report(seq int) {}

// deliver counts the packet and gives it up.
func deliver(ref rcpool.Ref[Packet]) {
	defer ref.Release()
	audit(ref.Value())
}
