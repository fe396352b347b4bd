// truth: use-after-release line 50 plain
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type frame struct {
	unit byte
	fn   byte
	regs []uint16
}

func (f *frame) Reset() { f.unit, f.fn, f.regs = 0, 0, f.regs[:0] }

var frames = &rcpool.Pool[frame]{Name: "frames"}

var errException = errors.New("modbus exception")

func (f *frame) decode(p []byte) error {
	if len(p) < 3 {
		return errors.New("short frame")
	}
	f.unit, f.fn = p[0], p[1]
	if f.fn&0x80 != 0 {
		return fmt.Errorf("%w %d", errException, p[2])
	}
	for p = p[2:]; len(p) > 1; p = p[2:] {
		f.regs = append(f.regs, binary.BigEndian.Uint16(p))
	}
	return nil
}

type meter struct {
	total    map[byte]int
	rejected []byte
}

func (m *meter) poll(answers [][]byte) {
	for _, p := range answers {
		ref := frames.Get()
		f := ref.Value()
		if err := f.decode(p); err != nil {
			ref.Release()
			if errors.Is(err, errException) {
				m.rejected = append(m.rejected, f.unit)
			}
			continue
		}
		for _, r := range f.regs {
			m.total[f.unit] += int(r)
		}
		ref.Release()
	}
}

func main() {
	defer frames.SetChecking(0)()
	m := &meter{total: make(map[byte]int)}
	m.poll([][]byte{
		{1, 3, 0, 10, 0, 20},
		{2, 0x83, 2},
		{3, 3, 1, 0},
		{4},
	})
	fmt.Println(m.total)
	fmt.Println("units with exceptions:", m.rejected)
	if m.rejected[0] != 2 {
		panic("wrong unit")
	}
}
