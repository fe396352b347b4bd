// truth: correct

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var errTooLong = errors.New("replay too long")

type input struct {
	tick uint32
	keys uint16
}

// recorder compresses the inputs of one match.
type recorder struct {
	buf   rcpool.Ref[bytes.Buffer]
	gz    rcpool.Ref[stdpool.Writer[*gzip.Writer]]
	count int
	max   int
}

func record(max int) *recorder {
	r := &recorder{buf: stdpool.Buffer(), max: max}
	r.gz = stdpool.GzipWriter(r.buf.Value(), gzip.BestSpeed)
	return r
}

func (r *recorder) add(in input) error {
	if r.count == r.max {
		return errTooLong
	}
	var row [6]byte
	binary.LittleEndian.PutUint32(row[:], in.tick)
	binary.LittleEndian.PutUint16(row[4:], in.keys)
	if _, err := r.gz.Value().Write(row[:]); err != nil {
		return err
	}
	r.count++
	return nil
}

// finish ends the recording and returns the compressed replay.
func (r *recorder) finish() (rcpool.Ref[bytes.Buffer], error) {
	defer r.abort()
	if err := r.gz.Value().Close(); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	return rcpool.Move(&r.buf), nil
}

func (r *recorder) abort() {
	rcpool.Drop(&r.gz)
	rcpool.Drop(&r.buf)
}

func play(replay io.Reader, f func(input)) error {
	zr, err := stdpool.GzipReader(replay)
	if err != nil {
		return err
	}
	defer zr.Release()
	br := stdpool.BufioReader(zr.Value())
	defer br.Release()
	var row [6]byte
	for {
		if _, err := io.ReadFull(br.Value(), row[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		f(input{binary.LittleEndian.Uint32(row[:]), binary.LittleEndian.Uint16(row[4:])})
	}
}

func match(ticks, max int) (rcpool.Ref[bytes.Buffer], error) {
	rec := record(max)
	for t := range ticks {
		if err := rec.add(input{uint32(t), uint16(t % 16)}); err != nil {
			rec.abort()
			return rcpool.Ref[bytes.Buffer]{}, fmt.Errorf("tick %d: %w", t, err)
		}
	}
	return rec.finish()
}

func main() {
	for _, ticks := range []int{0, 500, 2000} {
		replay, err := match(ticks, 1000)
		if err != nil {
			fmt.Println(err)
			continue
		}
		n, keys := 0, 0
		if err := play(replay.Value(), func(in input) { n++; keys += int(in.keys) }); err != nil {
			fmt.Println(err)
		}
		replay.Release()
		fmt.Println(n, keys)
	}
	if err := play(bytes.NewReader([]byte("no gzip at all")), nil); err != nil {
		fmt.Println(err)
	}
}
