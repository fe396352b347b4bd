// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"

	"round/translator_owner/own"
)

type Segment struct {
	Source, Target strings.Builder
}

type dictionary map[string]string

func (d dictionary) translate(s *Segment) {
	for i, w := range strings.Fields(s.Source.String()) {
		if i > 0 {
			s.Target.WriteByte(' ')
		}
		if t, ok := d[w]; ok {
			w = t
		}
		s.Target.WriteString(w)
	}
}

var (
	segments = &rcpool.Pool[Segment]{Name: "mt.segments", New: func() *Segment { return new(Segment) }}
	errEmpty = errors.New("nothing to translate")
)

// start returns a segment with its source; the caller closes it.
func start(text string) (*own.Owned[Segment], error) {
	seg := own.New(segments.Get())
	if text == "" {
		seg.Close()
		return nil, errEmpty
	}
	seg.Do(func(s *Segment) { s.Source.WriteString(text) })
	return seg, nil
}

func run(d dictionary, text string) error {
	seg, err := start(text)
	if err != nil {
		return err
	}
	defer seg.Close()
	seg.Do(d.translate)
	var wg sync.WaitGroup
	reviewer := seg.Share()
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer reviewer.Close()
		reviewer.Do(func(s *Segment) { fmt.Println(s.Target.String()) })
	}()
	seg.Close()
	wg.Wait()
	return reviewer.Close()
}

func main() {
	d := dictionary{"good": "guten", "day": "Tag"}
	fmt.Println(run(d, "good day world"))
	fmt.Println(run(d, ""))
	fmt.Println(segments.Stats().InUse)
}
