// truth: escape line 60 callee

// Command udp-payload reads datagrams, checks them and returns their payloads in
// the order of their numbers.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/rcpool/rcpool"
)

type datagram struct {
	number byte
	data   []byte
}

func (d *datagram) Reset() {
	d.number = 0
	d.data = d.data[:0]
}

func (d *datagram) memory() []byte { return d.data[:cap(d.data)] }

var datagrams = rcpool.Pool[datagram]{Name: "datagrams", Memory: (*datagram).memory}

var errSum = errors.New("bad checksum")

func (d *datagram) decode(p []byte) error {
	if len(p) < 2 {
		return errSum
	}
	d.number = p[0]
	d.data = append(d.data, p[1:]...)
	if byte(crc32.ChecksumIEEE(d.data[:len(d.data)-1])) != d.data[len(d.data)-1] {
		return errSum
	}
	return nil
}

// payload returns the data without the checksum.
func (d *datagram) payload() []byte { return d.data[:len(d.data)-1] }

func encode(number byte, text string) []byte {
	p := append([]byte{number}, text...)
	return append(p, byte(crc32.ChecksumIEEE([]byte(text))))
}

func parse(p []byte) (number byte, payload []byte, err error) {
	ref := datagrams.Get()
	defer ref.Release()
	d := ref.Value()
	if err := d.decode(p); err != nil {
		return 0, nil, fmt.Errorf("datagram %d: %w", d.number, err)
	}
	return d.number, d.payload(), nil
}

func assemble(in [][]byte) []byte {
	type part struct {
		number byte
		text   []byte
	}
	var parts []part
	for _, p := range in {
		number, text, err := parse(p)
		if err != nil {
			fmt.Println(err)
			continue
		}
		parts = append(parts, part{number, text})
	}
	slices.SortFunc(parts, func(a, b part) int { return int(a.number) - int(b.number) })
	var out bytes.Buffer
	for _, p := range parts {
		out.Write(p.text)
	}
	return out.Bytes()
}

func main() {
	in := [][]byte{encode(2, "world"), encode(1, "hello, "), {3, 'x', 0}, {}}
	if got := assemble(in); string(got) != "hello, world" {
		fmt.Printf("assembled %q\n", got)
	}
}
