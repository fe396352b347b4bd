// truth: correct

// Command csvstages ingests measurements: it parses lines, enriches rows and
// sums them by sensor, each in a stage of its own.
package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type rawLine struct{ text string }

type row struct {
	sensor string
	value  float64
	tags   map[string]string
}

var (
	lines = rcpool.Pool[rawLine]{Name: "ingest.lines"}
	rows  = rcpool.Pool[row]{
		Name: "ingest.rows",
		New:  func() *row { return &row{tags: map[string]string{}} },
		Reset: func(r *row) {
			r.sensor, r.value = "", 0
			clear(r.tags)
		},
	}
)

// A step turns one object into another one, or skips it. It borrows both.
type step[In, Out any] func(in *In, out *Out) (keep bool, err error)

// stage runs step for everything it receives. It owns what it receives, and
// hands over what it sends.
func stage[In, Out any](ctx context.Context, from <-chan rcpool.Ref[In], to *rcpool.Pool[Out], do step[In, Out], fail func(error)) <-chan rcpool.Ref[Out] {
	out := make(chan rcpool.Ref[Out], 4)
	one := func(in rcpool.Ref[In]) {
		defer in.Release()
		result := to.Get()
		defer rcpool.Drop(&result)
		keep, err := do(in.Value(), result.Value())
		if err != nil {
			fail(err)
			return
		}
		if !keep {
			return
		}
		select {
		case out <- result:
			result = rcpool.Ref[Out]{}
		case <-ctx.Done():
		}
	}
	go func() {
		defer close(out)
		for in := range from {
			one(in)
		}
	}()
	return out
}

func source(ctx context.Context, text string) <-chan rcpool.Ref[rawLine] {
	out := make(chan rcpool.Ref[rawLine])
	go func() {
		defer close(out)
		for l := range strings.Lines(text) {
			ref := lines.Get()
			ref.Value().text = strings.TrimSpace(l)
			select {
			case out <- ref:
			case <-ctx.Done():
				ref.Release()
				return
			}
		}
	}()
	return out
}

func parse(in *rawLine, out *row) (bool, error) {
	if in.text == "" || in.text[0] == '#' {
		return false, nil
	}
	sensor, number, ok := strings.Cut(in.text, ",")
	if !ok {
		return false, fmt.Errorf("no comma in %q", in.text)
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return false, err
	}
	out.sensor, out.value = sensor, v
	return true, nil
}

func enrich(in *row, out *row) (bool, error) {
	out.sensor, out.value = in.sensor, in.value
	maps.Copy(out.tags, in.tags)
	out.tags["site"] = "hall-" + in.sensor[:1]
	return true, nil
}

func ingest(ctx context.Context, text string) (map[string]float64, []error) {
	var mu sync.Mutex
	var errs []error
	fail := func(err error) {
		mu.Lock()
		errs = append(errs, err)
		mu.Unlock()
	}
	parsed := stage(ctx, source(ctx, text), &rows, parse, fail)
	enriched := stage(ctx, parsed, &rows, enrich, fail)
	sums := map[string]float64{}
	for r := range enriched {
		v := r.Value()
		sums[v.tags["site"]+"/"+v.sensor] += v.value
		r.Release()
	}
	return sums, errs
}

func main() {
	sums, errs := ingest(context.Background(), "# sensors\na1,2.5\na1,3\nb7,1\n\nbroken\nb7,x\nb7,9\n")
	for _, k := range slices.Sorted(maps.Keys(sums)) {
		fmt.Println(k, sums[k])
	}
	fmt.Println(len(errs), "errors")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, errs = ingest(ctx, strings.Repeat("c3,1\n", 50))
	fmt.Println(errs)
}
