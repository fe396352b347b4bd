// truth: correct
package main

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// archive is a part of a music library on its way to disk: a buffer, and a
// compressor that writes to it. Close is idempotent.
type archive struct {
	mu   sync.Mutex
	buf  rcpool.Ref[bytes.Buffer]
	zw   rcpool.Ref[stdpool.Writer[*zlib.Writer]]
	size int
}

func openArchive(level int) (*archive, error) {
	if level < 1 || level > 9 {
		return nil, fmt.Errorf("level %d", level)
	}
	a := &archive{buf: stdpool.Buffer()}
	a.zw = stdpool.ZlibWriter(a.buf.Value(), level)
	return a, nil
}

func (a *archive) add(title string, data []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.zw.IsZero() {
		return errors.New("archive: closed")
	}
	w := a.zw.Value()
	if _, err := fmt.Fprintf(w, "%s %d\n", title, len(data)); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

// seal ends the stream and hands the buffer over.
func (a *archive) seal() (rcpool.Ref[bytes.Buffer], error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.zw.IsZero() {
		return rcpool.Ref[bytes.Buffer]{}, errors.New("archive: closed")
	}
	err := a.zw.Value().Close()
	rcpool.Drop(&a.zw)
	if err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	a.size = a.buf.Value().Len()
	return rcpool.Move(&a.buf), nil
}

func (a *archive) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	rcpool.Drop(&a.zw)
	rcpool.Drop(&a.buf)
	return nil
}

func export(level int, titles []string, w io.Writer) (err error) {
	a, err := openArchive(level)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	for i, title := range titles {
		if title == "" {
			return fmt.Errorf("track %d has no title", i)
		}
		if err := a.add(title, bytes.Repeat([]byte{byte(i)}, 500)); err != nil {
			return err
		}
	}
	out, err := a.seal()
	if err != nil {
		return err
	}
	defer out.Release()
	_, err = out.Value().WriteTo(w)
	return err
}

func main() {
	var disk bytes.Buffer
	fmt.Println(export(6, []string{"intro", "aria"}, &disk), disk.Len() > 0)
	fmt.Println(export(6, []string{"intro", ""}, &disk))
	fmt.Println(export(12, nil, &disk))
	a, _ := openArchive(1)
	a.Close()
	fmt.Println(a.add("late", nil))
	a.Close()
}
