// truth: double-release line 30 plain

// Subtitles of a video are written as text segments.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/valyala/bytebufferpool"
)

type cue struct {
	at, end time.Duration
	text    string
}

var errOrder = errors.New("cues are not in order")

func writeSegment(w io.Writer, cues []cue) (n int64, err error) {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	b.WriteString("WEBVTT\n\n")
	last := time.Duration(0)
	for i, c := range cues {
		if c.at < last {
			bytebufferpool.Put(b)
			return 0, fmt.Errorf("cue %d: %w", i, errOrder)
		}
		last = c.end
		b.B = fmt.Appendf(b.B, "%v --> %v\n", c.at, c.end)
		b.WriteString(strings.TrimSpace(c.text))
		b.WriteString("\n\n")
	}
	return b.WriteTo(w)
}

func main() {
	tracks := map[string][]cue{
		"en": {{0, time.Second, "hello"}, {2 * time.Second, 3 * time.Second, "again"}},
		"de": {{0, time.Second, "hallo"}, {500 * time.Millisecond, time.Second, "schon wieder"}},
	}
	for _, lang := range []string{"en", "de", "fr"} {
		var out strings.Builder
		n, err := writeSegment(&out, tracks[lang])
		fmt.Println(lang, n, err)
		if int(n) != out.Len() {
			fmt.Println("short write")
		}
	}
}
