// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Cue struct {
	From, To time.Duration
	Text     string
}

func stamp(d time.Duration) string {
	return fmt.Sprintf("%02d:%02d.%03d", int(d.Minutes()), int(d.Seconds())%60, d.Milliseconds()%1000)
}

// pack renders the cues as compressed WebVTT. The caller owns the buffer.
func pack(cues []Cue) (_ rcpool.Ref[bytes.Buffer], err error) {
	out := stdpool.Buffer()
	defer func() {
		if err != nil {
			out.Release()
		}
	}()
	gz := stdpool.GzipWriter(out.Value(), gzip.BestSpeed)
	defer gz.Release()
	w := stdpool.BufioWriter(gz.Value())
	defer w.Release()
	fmt.Fprintln(w.Value(), "WEBVTT")
	for i, c := range cues {
		if c.To <= c.From {
			return rcpool.Ref[bytes.Buffer]{}, fmt.Errorf("cue %d ends before it begins", i)
		}
		fmt.Fprintf(w.Value(), "\n%s --> %s\n%s\n", stamp(c.From), stamp(c.To), c.Text)
	}
	if err := w.Value().Flush(); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	if err := gz.Value().Close(); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	return out, nil
}

func unpack(r io.Reader) (string, error) {
	zr, err := stdpool.GzipReader(r)
	if err != nil {
		return "", err
	}
	defer zr.Release()
	text, err := io.ReadAll(zr.Value())
	return string(text), err
}

func main() {
	good := []Cue{{0, time.Second, "Hello."}, {2 * time.Second, 3 * time.Second, "Bye."}}
	buf, err := pack(good)
	if err != nil {
		panic(err)
	}
	defer buf.Release()
	text, err := unpack(buf.Value())
	fmt.Println(len(text), err)
	_, err = pack(append(good, Cue{5, 4, "?"}))
	fmt.Println(err)
	_, err = unpack(bytes.NewReader([]byte("plain")))
	fmt.Println(err)
}
