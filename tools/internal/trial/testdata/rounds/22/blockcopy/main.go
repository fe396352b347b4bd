// truth: wrong-pool line 55 plain

// Command blockcopy copies blocks between devices with buffers of two sizes.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

const (
	sectorSize = 16
	trackSize  = 128
)

var (
	sectors = sync.Pool{New: func() any { b := make([]byte, sectorSize); return &b }}
	tracks  = sync.Pool{New: func() any { b := make([]byte, trackSize); return &b }}
)

type stats struct{ sectors, tracks, bytes int }

// copyTracks copies whole tracks and returns what is left over.
func copyTracks(dst io.Writer, src io.Reader, st *stats) ([]byte, error) {
	track := tracks.Get().(*[]byte)
	defer tracks.Put(track)
	for {
		n, err := io.ReadFull(src, *track)
		if err == io.EOF {
			return nil, nil
		}
		if err == io.ErrUnexpectedEOF {
			return bytes.Clone((*track)[:n]), nil
		}
		if err != nil {
			return nil, err
		}
		if _, err := dst.Write(*track); err != nil {
			return nil, err
		}
		st.tracks++
		st.bytes += n
	}
}

// copyRest pads the rest to whole sectors.
func copyRest(dst io.Writer, rest []byte, st *stats) error {
	if len(rest) == 0 {
		return nil
	}
	sector := sectors.Get().(*[]byte)
	defer tracks.Put(sector)
	for len(rest) > 0 {
		n := copy(*sector, rest)
		clear((*sector)[n:])
		rest = rest[n:]
		if _, err := dst.Write(*sector); err != nil {
			return err
		}
		st.sectors++
		st.bytes += n
	}
	return nil
}

func mirror(dst io.Writer, src io.Reader, st *stats) error {
	rest, err := copyTracks(dst, src, st)
	if err != nil {
		return err
	}
	return copyRest(dst, rest, st)
}

func main() {
	for range 3 {
		var st stats
		var dst bytes.Buffer
		if err := mirror(&dst, strings.NewReader(strings.Repeat("abcd", 75)), &st); err != nil {
			fmt.Println(err)
		}
		fmt.Println(st, dst.Len())
	}
}
