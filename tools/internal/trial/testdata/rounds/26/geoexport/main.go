// truth: use-after-release line 67 plain

// Command geoexport streams features as newline-delimited GeoJSON.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/rcpool/rcpool/stdpool"
)

type Point struct{ Lon, Lat float64 }

type Feature struct {
	ID     string
	Points []Point
}

var errEmpty = errors.New("feature has no points")

func (f Feature) encode(b *bytes.Buffer) error {
	if len(f.Points) == 0 {
		return errEmpty
	}
	fmt.Fprintf(b, `{"type":"Feature","id":%q,"geometry":{"type":"LineString","coordinates":[`, f.ID)
	var num [32]byte
	for i, p := range f.Points {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('[')
		b.Write(strconv.AppendFloat(num[:0], p.Lon, 'f', 5, 64))
		b.WriteByte(',')
		b.Write(strconv.AppendFloat(num[:0], p.Lat, 'f', 5, 64))
		b.WriteByte(']')
	}
	b.WriteString("]}}\n")
	return nil
}

type Exporter struct {
	w       io.Writer
	skipped int
	offset  int64
	index   map[string]int64
}

func (e *Exporter) Export(f Feature) error {
	buf := stdpool.Buffer()
	if err := f.encode(buf.Value()); err != nil {
		buf.Release()
		if errors.Is(err, errEmpty) {
			e.skipped++
			return nil
		}
		return err
	}
	line := buf.Value().Bytes()
	e.index[f.ID] = e.offset
	e.offset += int64(len(line))
	buf.Release()
	if _, err := e.w.Write(line); err != nil {
		return fmt.Errorf("feature %s: %w", f.ID, err)
	}
	return nil
}

func main() {
	e := &Exporter{w: os.Stdout, index: map[string]int64{}}
	for _, f := range []Feature{
		{"road", []Point{{8.5, 47.3}, {8.6, 47.4}}},
		{"nothing", nil},
		{"path", []Point{{7, 46}}},
	} {
		if err := e.Export(f); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(e.skipped, e.index)
}
