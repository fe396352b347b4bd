// truth: correct
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

const maxKept = 1 << 12

var bufPool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuf() *bytes.Buffer {
	return bufPool.Get().(*bytes.Buffer)
}

// putBuf drops buffers that a long message has grown.
func putBuf(b *bytes.Buffer) {
	if b.Cap() > maxKept {
		return
	}
	b.Reset()
	bufPool.Put(b)
}

type Downlink struct {
	Tail  string
	Label byte
	Text  string
}

var errNoTail = errors.New("no tail number")

// WriteTo sends the message as one frame: length, body, checksum.
func (d Downlink) WriteTo(w io.Writer) (int64, error) {
	if d.Tail == "" {
		return 0, errNoTail
	}
	b := getBuf()
	defer putBuf(b)
	b.Write([]byte{0, 0})
	b.WriteString(d.Tail)
	b.WriteByte(d.Label)
	b.WriteString(d.Text)
	frame := b.Bytes()
	binary.BigEndian.PutUint16(frame, uint16(len(frame)-2))
	sum := crc32.ChecksumIEEE(frame)
	b.Write(binary.BigEndian.AppendUint32(nil, sum))
	n, err := w.Write(b.Bytes())
	return int64(n), err
}

func main() {
	var wg sync.WaitGroup
	for i := 0; i < 4; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var out bytes.Buffer
			for _, d := range []Downlink{
				{"D-AIMA", 'Q', "OUT 1200"},
				{"", 'Q', "OFF"},
				{"D-AIMB", 'H', string(bytes.Repeat([]byte("x"), 5000))},
			} {
				if _, err := d.WriteTo(&out); err != nil && !errors.Is(err, errNoTail) {
					panic(err)
				}
			}
			if out.Len() != 5034 {
				panic(fmt.Sprint(out.Len()))
			}
		}()
	}
	wg.Wait()
	fmt.Println("sent")
}
