// truth: correct

// Command vastxml renders VAST documents through pooled buffered writers.
package main

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

type creative struct {
	XMLName  xml.Name `xml:"Creative"`
	ID       string   `xml:"id,attr"`
	Duration string   `xml:"Linear>Duration"`
	Media    []media  `xml:"Linear>MediaFiles>MediaFile"`
}

type media struct {
	Type string `xml:"type,attr"`
	URL  string `xml:",cdata"`
}

type outPool struct{ p sync.Pool }

func (o *outPool) open(w io.Writer) *output {
	bw, ok := o.p.Get().(*bufio.Writer)
	if !ok {
		bw = bufio.NewWriterSize(w, 1<<10)
	}
	bw.Reset(w)
	return &output{Writer: bw, home: o}
}

// output is a handle of one document; Close gives its writer back.
type output struct {
	*bufio.Writer
	home *outPool
}

func (o *output) Close() error {
	if o.Writer == nil {
		return nil
	}
	bw := o.Writer
	o.Writer = nil
	err := bw.Flush()
	bw.Reset(nil)
	o.home.p.Put(bw)
	return err
}

var outputs outPool

func render(w io.Writer, ads []creative) (err error) {
	out := outputs.open(w)
	defer func() { err = errors.Join(err, out.Close()) }()
	if _, err := out.WriteString(`<VAST version="4.2">`); err != nil {
		return err
	}
	enc := xml.NewEncoder(out)
	for _, ad := range ads {
		if len(ad.Media) == 0 {
			return fmt.Errorf("creative %s has no media", ad.ID)
		}
		if err := enc.Encode(ad); err != nil {
			return err
		}
	}
	if err := enc.Close(); err != nil {
		return err
	}
	_, err = out.WriteString("</VAST>")
	return err
}

type limited struct {
	strings.Builder
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.left {
		return 0, io.ErrShortWrite
	}
	l.left -= len(p)
	return l.Builder.Write(p)
}

func main() {
	ads := []creative{
		{ID: "a", Duration: "00:00:15", Media: []media{{"video/mp4", "https://cdn/a.mp4"}}},
		{ID: "b", Duration: "00:00:30", Media: []media{{"video/webm", "https://cdn/b.webm"}}},
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			out := &limited{left: 1 << 16}
			if err := render(out, ads); err != nil || !strings.HasSuffix(out.String(), "</VAST>") {
				panic(fmt.Sprint(err, out.String()))
			}
		})
	}
	wg.Wait()
	fmt.Println(render(&limited{left: 10}, ads))
	fmt.Println(render(&limited{left: 1 << 10}, append(ads, creative{ID: "c"})))
}
