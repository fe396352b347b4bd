// truth: zero-ref line 51 callee
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type part struct {
	n    int
	data [32]byte
	used int
}

var parts rcpool.Pool[part]

type upload struct {
	name string
	cur  rcpool.Ref[part]
	done []rcpool.Ref[part]
	max  int
}

var errTooMany = errors.New("too many parts")

// seal takes *p over and zeroes it, unless it returns an error.
func (u *upload) seal(p *rcpool.Ref[part]) error {
	if len(u.done) == u.max {
		return errTooMany
	}
	u.done = append(u.done, rcpool.Move(p))
	return nil
}

func (u *upload) write(chunk []byte) (last int, err error) {
	for len(chunk) > 0 {
		if u.cur.IsZero() {
			u.cur = parts.Get()
			u.cur.Value().n = len(u.done) + 1
		}
		p := u.cur.Value()
		n := copy(p.data[p.used:], chunk)
		p.used += n
		chunk = chunk[n:]
		if p.used == len(p.data) {
			if err := u.seal(&u.cur); err != nil {
				return last, fmt.Errorf("%s: %w", u.name, err)
			}
			last = u.cur.Value().n
		}
	}
	return last, nil
}

func (u *upload) close() (size int) {
	if !u.cur.IsZero() {
		size += u.cur.Value().used
	}
	rcpool.Drop(&u.cur)
	for i := range u.done {
		size += u.done[i].Value().used
		rcpool.Drop(&u.done[i])
	}
	return size
}

func main() {
	small := &upload{name: "small", max: 1}
	fmt.Println(small.write(make([]byte, 20)))
	fmt.Println(small.close())
	big := &upload{name: "big", max: 2}
	defer func() {
		fmt.Println("recovered:", recover())
		fmt.Println(big.close())
	}()
	fmt.Println(big.write(make([]byte, 30)))
	fmt.Println(big.write(make([]byte, 10)))
}
