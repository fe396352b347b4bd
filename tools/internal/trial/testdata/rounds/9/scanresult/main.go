// truth: leak line 56 callee
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Text struct {
	Lang  string
	Lines []string
}

func (t *Text) Reset() { clear(t.Lines); t.Lang, t.Lines = "", t.Lines[:0] }

var texts = rcpool.Pool[Text]{Name: "text"}

type engine struct {
	lang string
	dict map[string]bool
}

// recognize returns the text of a scan and how sure the engine is of it.
func (e *engine) recognize(scan string) (rcpool.Ref[Text], float64) {
	ref := texts.Get()
	t := ref.Value()
	t.Lang = e.lang
	known := 0
	fields := strings.Fields(scan)
	for _, w := range fields {
		if e.dict[w] {
			known++
		}
		t.Lines = append(t.Lines, w)
	}
	if len(fields) == 0 {
		return ref, 0
	}
	return ref, float64(known) / float64(len(fields))
}

func newEngine(lang string, words ...string) *engine {
	e := &engine{lang: lang, dict: map[string]bool{}}
	for _, w := range words {
		e.dict[w] = true
	}
	return e
}

// detect asks each engine, and returns the text that is most likely.
func detect(engines []*engine, scan string) rcpool.Ref[Text] {
	best, sure := engines[0].recognize(scan)
	for _, e := range engines[1:] {
		if text, p := e.recognize(scan); p > sure {
			best.Release()
			best, sure = text, p
		}
	}
	return best
}

func main() {
	engines := []*engine{
		newEngine("en", "the", "dog", "house"),
		newEngine("de", "der", "hund", "haus"),
		newEngine("fr", "le", "chien"),
	}
	for _, scan := range []string{"der hund", "the house", "le chien", ""} {
		t := detect(engines, scan)
		fmt.Println(t.Value().Lang, len(t.Value().Lines))
		t.Release()
	}
	if n := texts.Stats().InUse; n != 0 {
		fmt.Println("open:", n)
	}
}
