// truth: correct

// Fanshards counts words of a document on several shards and joins them.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Doc struct{ Text []byte }

func (d *Doc) Reset() { d.Text = d.Text[:0] }

type Tally struct{ Words, Bytes int }

var (
	docs    = rcpool.Pool[Doc]{Name: "docs"}
	tallies = rcpool.Pool[Tally]{Name: "tallies"}
)

var errNoText = errors.New("no text")

// count borrows part. The goroutines are joined before it could go away.
func count(part []byte, into *Tally) {
	into.Words += len(bytes.Fields(part))
	into.Bytes += len(part)
}

// split returns at most n parts of text, cut at the ends of lines.
func split(text []byte, n int) [][]byte {
	parts := make([][]byte, 0, n)
	for ; n > 1 && len(text) > 0; n-- {
		end := len(text) / n
		if i := bytes.IndexByte(text[end:], '\n'); i >= 0 {
			end += i + 1
		}
		parts = append(parts, text[:end])
		text = text[end:]
	}
	return append(parts, text)
}

func tally(text string, shards int) (Tally, error) {
	doc := docs.Get()
	defer doc.Release()
	d := doc.Value()
	d.Text = append(d.Text, text...)
	if len(d.Text) == 0 {
		return Tally{}, errNoText
	}

	var (
		wg      sync.WaitGroup
		results = make([]rcpool.Ref[Tally], 0, shards)
	)
	defer func() {
		for _, r := range results {
			r.Release()
		}
	}()
	defer wg.Wait() // before the results go, also on a panic
	for _, part := range split(d.Text, shards) {
		r := tallies.Get()
		results = append(results, r)
		into := r.Value()
		wg.Go(func() { count(part, into) })
	}
	digest := make(chan int, 1)
	wg.Go(doc.Hold(func(d *Doc) { digest <- len(d.Text) }))
	wg.Wait()

	var sum Tally
	for _, r := range results {
		sum.Words += r.Value().Words
		sum.Bytes += r.Value().Bytes
	}
	if n := <-digest; n != sum.Bytes {
		return Tally{}, fmt.Errorf("have %d bytes, counted %d", n, sum.Bytes)
	}
	return sum, nil
}

func main() {
	text := "one two three\nfour five\nsix\nseven eight nine ten\n"
	for shards := 1; shards < 6; shards++ {
		fmt.Println(tally(text, shards))
	}
	fmt.Println(tally("", 2))
}
