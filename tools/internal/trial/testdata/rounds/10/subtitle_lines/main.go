// truth: use-after-release line 61 hard
package main

import (
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/valyala/bytebufferpool"
)

// line is one line of subtitles; text is its rendered form.
type line struct {
	at   time.Duration
	buf  *bytebufferpool.ByteBuffer
	text []byte
}

type track struct {
	lang  string
	lines []line
}

func (t *track) add(at time.Duration, words ...string) {
	b := bytebufferpool.Get()
	fmt.Fprintf(b, "[%s] %s ", t.lang, at)
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	t.lines = append(t.lines, line{at, b, b.Bytes()})
}

// before takes the lines that begin before a time off the track.
func (t *track) before(at time.Duration) (due []line) {
	for len(t.lines) > 0 && t.lines[0].at < at {
		due = append(due, t.lines[0])
		t.lines = t.lines[1:]
	}
	return due
}

type screen struct {
	shown []string
	last  string
}

func (s *screen) refresh(t *track, at time.Duration) {
	due := t.before(at)
	if len(due) == 0 {
		return
	}
	for _, l := range due {
		s.shown = append(s.shown, string(l.text))
		bytebufferpool.Put(l.buf)
	}
	t.add(at+time.Minute, "(refreshed)")
	s.last = string(due[len(due)-1].text)
}

func main() {
	t, s := &track{lang: "de"}, &screen{}
	for i := range 12 {
		t.add(time.Duration(i)*time.Second, "Zeile", fmt.Sprint(i))
	}
	for sec := 1; sec <= 12; sec++ {
		s.refresh(t, time.Duration(sec)*time.Second)
		if want := s.shown[len(s.shown)-1]; s.last != want {
			log.Fatalf("last line is %q, not %q", s.last, want)
		}
	}
	fmt.Println(strings.Join(s.shown, "\n"))
}
