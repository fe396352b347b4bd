// truth: unclosed line 43,56 plain

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"time"

	"github.com/rcpool/rcpool/stdpool"
)

type logRecord struct {
	at   time.Time
	host string
	msg  string
}

type collector struct {
	got    int
	broken int
}

func (c *collector) post(body []byte) {
	zr, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		c.broken++
		return
	}
	text, err := io.ReadAll(zr)
	if err != nil {
		c.broken++
	}
	c.got += bytes.Count(text, []byte{'\n'})
}

func ship(c *collector, recs []logRecord, maxAge time.Duration, now time.Time) error {
	body := stdpool.Buffer()
	defer body.Release()
	gz := stdpool.GzipWriter(body.Value(), gzip.DefaultCompression)
	defer gz.Release()
	line := stdpool.Buffer()
	defer line.Release()
	for _, rec := range recs {
		if now.Sub(rec.at) > maxAge {
			continue
		}
		line.Value().Reset()
		fmt.Fprintf(line.Value(), "%s %s %s\n", rec.at.Format(time.RFC3339), rec.host, rec.msg)
		if _, err := line.Value().WriteTo(gz.Value()); err != nil {
			return err
		}
	}
	if err := gz.Value().Flush(); err != nil {
		return err
	}
	c.post(body.Value().Bytes())
	return nil
}

func main() {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	c := &collector{}
	var recs []logRecord
	for i := range 30 {
		recs = append(recs, logRecord{now.Add(-time.Duration(i) * time.Minute), "web", fmt.Sprint("hit ", i)})
		if len(recs) == 10 {
			if err := ship(c, recs, 25*time.Minute, now); err != nil {
				fmt.Println(err)
			}
			recs = recs[:0]
		}
	}
	fmt.Println(c.got, c.broken)
}
