// truth: escape line 41 plain
package main

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/valyala/bytebufferpool"
)

type picture struct {
	w, h   int
	pixels []byte
}

func (p picture) at(x, y int) byte { return p.pixels[y*p.w+x] }

// thumbnail scales p down by a factor and encodes it.
func thumbnail(p picture, factor int) ([]byte, error) {
	if factor < 1 || p.w%factor != 0 || p.h%factor != 0 {
		return nil, fmt.Errorf("cannot scale %dx%d by %d", p.w, p.h, factor)
	}
	out := bytebufferpool.Get()
	defer bytebufferpool.Put(out)

	out.B = binary.BigEndian.AppendUint16(out.B, uint16(p.w/factor))
	out.B = binary.BigEndian.AppendUint16(out.B, uint16(p.h/factor))
	for y := 0; y < p.h; y += factor {
		for x := 0; x < p.w; x += factor {
			sum := 0
			for dy := range factor {
				for dx := range factor {
					sum += int(p.at(x+dx, y+dy))
				}
			}
			out.WriteByte(byte(sum / (factor * factor)))
		}
	}
	out.B = binary.BigEndian.AppendUint32(out.B, crc32.ChecksumIEEE(out.B))
	return out.B, nil
}

func gradient(w, h, step int) picture {
	p := picture{w: w, h: h, pixels: make([]byte, w*h)}
	for i := range p.pixels {
		p.pixels[i] = byte(i * step)
	}
	return p
}

func check(thumb []byte) bool {
	n := len(thumb) - 4
	return crc32.ChecksumIEEE(thumb[:n]) == binary.BigEndian.Uint32(thumb[n:])
}

func main() {
	var thumbs [][]byte
	for i := 1; i <= 4; i++ {
		t, err := thumbnail(gradient(16, 16, i), 4)
		if err != nil {
			fmt.Println(err)
			continue
		}
		thumbs = append(thumbs, t)
	}
	for i, t := range thumbs {
		fmt.Println(i, len(t), check(t), t[4:8])
	}
	_, err := thumbnail(gradient(10, 10, 1), 4)
	fmt.Println(err)
}
