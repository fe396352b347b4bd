// truth: correct
package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Blob is put together from parts that arrive in any order.
type Blob struct {
	Parts [][]byte
	Sum   uint32
	Size  int
}

func (b *Blob) Reset() {
	clear(b.Parts)
	*b = Blob{Parts: b.Parts[:0]}
}

var blobs = rcpool.Pool[Blob]{Name: "blobs"}

type upload struct {
	mu    sync.Mutex
	blob  rcpool.Ref[Blob]
	wait  int
	total int
}

func begin(parts int) *upload {
	u := &upload{blob: blobs.Get(), wait: parts, total: parts}
	b := u.blob.Value()
	for range parts {
		b.Parts = append(b.Parts, nil)
	}
	return u
}

var (
	errIncomplete = errors.New("upload is not complete")
	errDone       = errors.New("upload is over")
)

func (u *upload) part(i int, data []byte) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.blob.IsZero() {
		return errDone
	}
	b := u.blob.Value()
	if i < 0 || i >= len(b.Parts) || b.Parts[i] != nil {
		return fmt.Errorf("part %d of %d", i, u.total)
	}
	b.Parts[i] = data
	b.Size += len(data)
	u.wait--
	return nil
}

// finish takes the blob out of the pool: the caller keeps it for good.
func (u *upload) finish() (*Blob, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.blob.IsZero() {
		return nil, errDone
	}
	if u.wait > 0 {
		rcpool.Drop(&u.blob)
		return nil, errIncomplete
	}
	blob := rcpool.Move(&u.blob).Detach()
	for _, part := range blob.Parts {
		blob.Sum = crc32.Update(blob.Sum, crc32.IEEETable, part)
	}
	return blob, nil
}

func main() {
	kept := map[string]*Blob{}
	for name, parts := range map[string]int{"a": 3, "b": 5} {
		u := begin(parts)
		var wg sync.WaitGroup
		for i := range 3 {
			wg.Go(func() {
				if err := u.part(i, fmt.Append(nil, name, i)); err != nil {
					fmt.Println(err)
				}
			})
		}
		wg.Wait()
		blob, err := u.finish()
		if err != nil {
			fmt.Println(name, err)
			continue
		}
		kept[name] = blob
		fmt.Println(u.part(0, nil), errors.Is(u.part(1, nil), errDone))
	}
	fmt.Println(len(kept), kept["a"].Size, kept["a"].Sum)
	s := blobs.Stats()
	fmt.Println(s.InUse, s.Detached, s.Releases)
}
