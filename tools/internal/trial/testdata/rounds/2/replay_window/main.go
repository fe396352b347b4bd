// truth: double-release line 50,55 hard
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Segment struct {
	Seq  int
	Data string
}

var segments = rcpool.Pool[Segment]{Name: "segments"}

// slot is a segment that was sent, and how often.
type slot struct {
	seg   rcpool.Ref[Segment]
	tries int
}

type stats struct{ sent, lost int }

func lossy(seq, try int) bool { return seq%2 == 1 && try == 0 }

// transmit sends a text in segments. The one that was lost last stays at
// hand until the end, for a receiver that asks for it.
func transmit(text string, size int, deliver func(*Segment)) (st stats) {
	var lost slot
	haveLost := false
	for seq := 0; len(text) > 0; seq++ {
		n := min(size, len(text))
		cur := slot{seg: segments.Get()}
		*cur.seg.Value() = Segment{Seq: seq, Data: text[:n]}
		text = text[n:]
		st.sent++
		if lossy(seq, cur.tries) {
			if haveLost {
				lost.seg.Release()
				st.lost++
			}
			cur.tries++
			lost, haveLost = cur, true
		} else {
			deliver(cur.seg.Value())
		}
		if cur.tries == 0 || len(text) == 0 {
			cur.seg.Release()
		}
	}
	if haveLost {
		st.lost++
		lost.seg.Release()
	}
	return st
}

func main() {
	for _, text := range []string{"abcdef", "abcd"} {
		func() {
			defer func() {
				if p := recover(); p != nil {
					fmt.Println("panic:", strings.SplitN(fmt.Sprint(p), "\n", 2)[0])
				}
			}()
			got := map[int]string{}
			st := transmit(text, 2, func(s *Segment) { got[s.Seq] = s.Data })
			fmt.Println(st, got)
		}()
	}
}
