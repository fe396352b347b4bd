// truth: unflushed line 33 plain
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

var frameWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 64) }}

var errUnit = errors.New("no such unit")

type write struct {
	unit  byte
	reg   uint16
	value uint16
}

type gateway struct {
	units byte
	tx    uint16
}

// send writes one frame for each register.
func (g *gateway) send(bus io.Writer, writes []write) error {
	w := frameWriters.Get().(*bufio.Writer)
	w.Reset(bus)
	defer frameWriters.Put(w)

	var head [7]byte
	var body [5]byte
	for _, wr := range writes {
		if wr.unit > g.units {
			return fmt.Errorf("unit %d: %w", wr.unit, errUnit)
		}
		g.tx++
		binary.BigEndian.PutUint16(head[0:], g.tx)
		binary.BigEndian.PutUint16(head[4:], 6)
		head[6] = wr.unit
		if _, err := w.Write(head[:]); err != nil {
			return err
		}
		body[0] = 6
		binary.BigEndian.PutUint16(body[1:], wr.reg)
		binary.BigEndian.PutUint16(body[3:], wr.value)
		if _, err := w.Write(body[:]); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	g := &gateway{units: 8}
	var bus bytes.Buffer
	var writes []write
	for i := range uint16(10) {
		writes = append(writes, write{unit: byte(i % 4), reg: i, value: i * 100})
	}
	if err := g.send(&bus, writes); err != nil {
		fmt.Println(err)
	}
	fmt.Println(bus.Len(), "of", len(writes)*12)
	fmt.Println(g.send(&bus, []write{{unit: 9}}))
}
