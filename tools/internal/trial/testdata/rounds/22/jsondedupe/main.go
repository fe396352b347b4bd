// truth: correct

// Command jsondedupe reads JSON records, drops duplicates in a window and forwards the rest.
package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type record struct {
	Key   string            `json:"key"`
	Value float64           `json:"value"`
	Tags  map[string]string `json:"tags"`
}

func (r *record) Reset() { *r = record{} }

var records = rcpool.Pool[record]{Name: "records"}

// window remembers the last records. Its slots own what is in them.
type window struct {
	slots []rcpool.Ref[record]
	at    int
}

func (w *window) find(key string) (rcpool.Ref[record], bool) {
	for _, r := range w.slots {
		if !r.IsZero() && r.Value().Key == key {
			return r, true
		}
	}
	return rcpool.Ref[record]{}, false
}

func (w *window) remember(r rcpool.Ref[record]) {
	slot := &w.slots[w.at]
	if !slot.IsZero() {
		slot.Release()
	}
	*slot = r
	w.at = (w.at + 1) % len(w.slots)
}

func (w *window) forget() {
	for i := range w.slots {
		rcpool.Drop(&w.slots[i])
	}
}

type ingest struct {
	seen window
	out  io.Writer
	bad  int
}

func (in *ingest) line(text string) error {
	r, err := stdpool.ReadJSON(strings.NewReader(text), &records)
	if err != nil {
		in.bad++
		return nil
	}
	defer rcpool.Drop(&r)
	if r.Value().Key == "" {
		in.bad++
		return nil
	}
	if old, ok := in.seen.find(r.Value().Key); ok {
		old.Value().Value += r.Value().Value // merged into the one that we know
		return nil
	}
	answer, err := stdpool.EncodeJSON(r.Value())
	if err != nil {
		return err
	}
	defer answer.Release()
	answer.Value().WriteByte('\n')
	if _, err := answer.Value().WriteTo(in.out); err != nil {
		return err
	}
	in.seen.remember(rcpool.Move(&r))
	return nil
}

func main() {
	var sb strings.Builder
	in := &ingest{seen: window{slots: make([]rcpool.Ref[record], 2)}, out: &sb}
	defer in.seen.forget()
	for _, text := range []string{
		`{"key":"a","value":1,"tags":{"x":"y"}}`, `{"key":"b","value":2}`, `{"key":"a","value":3}`,
		`{"value":4}`, `{"key":`, `{"key":"c"}`, `{"key":"a","value":5}`,
	} {
		if err := in.line(text); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(sb.String())
	if r, ok := in.seen.find("c"); ok {
		fmt.Println(r.Value().Key, in.bad)
	}
}
