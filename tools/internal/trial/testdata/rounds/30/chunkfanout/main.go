// truth: correct

// Command chunkfanout splits a payload into data frames and fans each frame
// out to the streams of several peers; each stream has its own references.
package main

import (
	"bytes"
	"fmt"
	"sync"

	"google.golang.org/grpc/mem"
)

type dataFrame struct {
	seq  int
	body mem.Buffer // owned
}

type stream struct {
	peer   string
	frames chan dataFrame
	quota  int
	got    bytes.Buffer
	lost   int
}

// send takes the frame over.
func (s *stream) send(f dataFrame) {
	if s.quota < f.body.Len() {
		s.lost++
		f.body.Free()
		return
	}
	s.quota -= f.body.Len()
	s.frames <- f
}

func (s *stream) run() {
	for f := range s.frames {
		s.got.Write(f.body.ReadOnlyData())
		f.body.Free()
	}
}

// split cuts payload into frames of at most size bytes; it takes payload over
// and the caller owns the frames.
func split(payload mem.Buffer, size int) (frames []dataFrame) {
	defer payload.Free()
	for from := 0; from < payload.Len(); from += size {
		to := min(from+size, payload.Len())
		frames = append(frames, dataFrame{len(frames), payload.Slice(from, to)})
	}
	return frames
}

func broadcast(payload mem.Buffer, size int, streams []*stream) int {
	frames := split(payload, size)
	for _, f := range frames {
		for _, s := range streams {
			f.body.Ref()
			s.send(f)
		}
		f.body.Free()
	}
	return len(frames)
}

func main() {
	pool := mem.DefaultBufferPool()
	streams := []*stream{
		{peer: "a", frames: make(chan dataFrame, 2), quota: 1 << 20},
		{peer: "b", frames: make(chan dataFrame), quota: 3000},
	}
	var wg sync.WaitGroup
	for _, s := range streams {
		wg.Go(s.run)
	}
	for n := range 3 {
		text := bytes.Repeat([]byte{'a' + byte(n)}, 1000*n+900)
		fmt.Println(broadcast(mem.Copy(text, pool), 512, streams))
	}
	for _, s := range streams {
		close(s.frames)
	}
	wg.Wait()
	for _, s := range streams {
		fmt.Println(s.peer, s.got.Len(), s.lost)
	}
}
