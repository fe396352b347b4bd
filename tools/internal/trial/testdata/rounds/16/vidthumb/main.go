// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var (
	planes  = sync.Pool{New: func() any { return new([1024]byte) }}
	inUse   atomic.Int32
	errSize = errors.New("bad size")
)

// Image shares its plane with the images that were cropped from it.
type Image struct {
	refs   int32
	parent *Image
	plane  *[1024]byte
	x0, y0 int
	w, h   int
	stride int
}

func NewImage(w, h int) (*Image, error) {
	if w <= 0 || h <= 0 || w*h > 1024 {
		return nil, errSize
	}
	inUse.Add(1)
	img := &Image{refs: 1, plane: planes.Get().(*[1024]byte), w: w, h: h, stride: w}
	clear(img.plane[:w*h])
	return img, nil
}

func (m *Image) Retain() { atomic.AddInt32(&m.refs, 1) }

func (m *Image) Release() {
	n := atomic.AddInt32(&m.refs, -1)
	if n > 0 {
		return
	}
	if n < 0 {
		panic("image released too often")
	}
	if m.parent != nil {
		m.parent.Release()
		m.parent, m.plane = nil, nil
		return
	}
	planes.Put(m.plane)
	m.plane = nil
	inUse.Add(-1)
}

// Crop returns a part of m, for the caller to release.
func (m *Image) Crop(x, y, w, h int) (*Image, error) {
	if x < 0 || y < 0 || x+w > m.w || y+h > m.h {
		return nil, errSize
	}
	m.Retain()
	return &Image{refs: 1, parent: m, plane: m.plane, x0: m.x0 + x, y0: m.y0 + y, w: w, h: h, stride: m.stride}, nil
}

func (m *Image) at(x, y int) *byte { return &m.plane[(m.y0+y)*m.stride+m.x0+x] }

func (m *Image) mean() int {
	sum := 0
	for y := range m.h {
		for x := range m.w {
			sum += int(*m.at(x, y))
		}
	}
	return sum / max(1, m.w*m.h)
}

// sheet keeps the thumbnails of a video.
type sheet struct {
	mu    sync.Mutex
	cells map[int]*Image
}

func (s *sheet) set(i int, m *Image) {
	m.Retain()
	s.mu.Lock()
	old := s.cells[i]
	s.cells[i] = m
	s.mu.Unlock()
	if old != nil {
		old.Release()
	}
}

func (s *sheet) close() (total int) {
	for i, m := range s.cells {
		total += m.mean()
		m.Release()
		delete(s.cells, i)
	}
	return total
}

func (s *sheet) add(i, size int) error {
	full, err := NewImage(size, size)
	if err != nil {
		return fmt.Errorf("frame %d: %w", i, err)
	}
	defer full.Release()
	for y := range size {
		for x := range size {
			*full.at(x, y) = byte(i * 10)
		}
	}
	center, err := full.Crop(size/4, size/4, size/2, 8)
	if err != nil {
		return fmt.Errorf("crop %d: %w", i, err)
	}
	defer center.Release()
	s.set(i%4, center)
	return nil
}

func main() {
	s := &sheet{cells: map[int]*Image{}}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := g; i < 20; i += 4 {
				if err := s.add(i, 8+i); err != nil && !errors.Is(err, errSize) {
					panic(err)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(s.add(1, 40), s.add(2, 6))
	fmt.Println(s.close(), inUse.Load())
}
