// truth: use-after-release line 66 callee
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Datagram struct {
	Peer    string
	Options []byte
	Payload []byte
}

var datagrams = rcpool.Pool[Datagram]{
	Name: "datagrams",
	Reset: func(d *Datagram) {
		d.Peer = ""
		d.Options = d.Options[:0]
		d.Payload = d.Payload[:0]
	},
}

var errFormat = errors.New("format error")

func receive(peer string, raw []byte) (rcpool.Ref[Datagram], error) {
	if len(raw) == 0 || int(raw[0]) >= len(raw) {
		return rcpool.Ref[Datagram]{}, errFormat
	}
	d := datagrams.Get()
	v := d.Value()
	v.Peer = peer
	v.Options = append(v.Options, raw[1:1+raw[0]]...)
	v.Payload = append(v.Payload, raw[1+raw[0]:]...)
	return d, nil
}

// option returns the value of the first option of a kind.
func (d *Datagram) option(kind byte) []byte {
	for rest := d.Options; len(rest) >= 2; {
		n := min(int(rest[1]), len(rest)-2)
		if rest[0] == kind {
			return rest[2 : 2+n]
		}
		rest = rest[2+n:]
	}
	return nil
}

type endpoint struct{ hits map[string]int }

func (e *endpoint) serve(peer string, raw []byte) (int, error) {
	d, err := receive(peer, raw)
	if err != nil {
		return 0, err
	}
	path := d.Value().option(11)
	size := len(d.Value().Payload)
	if path == nil {
		d.Release()
		return 0, fmt.Errorf("%s: %w: no path", peer, errFormat)
	}
	d.Release()
	e.hits[string(path)]++
	return size, nil
}

func main() {
	e := &endpoint{hits: map[string]int{}}
	fmt.Println(e.serve("a", []byte("\x06\x0b\x04tempx21.5")))
	fmt.Println(e.serve("b", []byte("\x03\x01\x01xyz")))
	fmt.Println(e.serve("c", []byte("\x09")))
	fmt.Println(len(e.hits))
}
