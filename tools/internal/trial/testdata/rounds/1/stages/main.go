// truth: correct

// Command stages runs measurements through a pipeline of generic stages.
package main

import (
	"fmt"
	"log"
	"strconv"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Sample struct {
	Line  string
	Name  string
	Value float64
}

type Point struct {
	Series string
	Scaled int64
}

var (
	samples = rcpool.Pool[Sample]{Name: "samples"}
	points  = rcpool.Pool[Point]{Name: "points"}
)

// Stage turns each In into an Out with n workers. It closes the result when in
// is drained. f borrows the In; it returns false to drop it.
func Stage[In, Out any](n int, in <-chan rcpool.Ref[In], to *rcpool.Pool[Out], f func(*In, *Out) bool) <-chan rcpool.Ref[Out] {
	out := make(chan rcpool.Ref[Out], n)
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for item := range in {
				if next, ok := step(item, to, f); ok {
					out <- next
				}
			}
		})
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

func step[In, Out any](item rcpool.Ref[In], to *rcpool.Pool[Out], f func(*In, *Out) bool) (rcpool.Ref[Out], bool) {
	defer item.Release()
	next := to.Get()
	defer rcpool.Drop(&next)
	if !f(item.Value(), next.Value()) {
		return rcpool.Ref[Out]{}, false
	}
	return rcpool.Move(&next), true
}

func read(lines []string) <-chan rcpool.Ref[Sample] {
	out := make(chan rcpool.Ref[Sample])
	go func() {
		defer close(out)
		for _, line := range lines {
			s := samples.Get()
			s.Value().Line = line
			out <- s
		}
	}()
	return out
}

func parse(in, out *Sample) bool {
	name, value, ok := strings.Cut(in.Line, "=")
	if !ok {
		return false
	}
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return false
	}
	out.Name, out.Value = name, v
	return true
}

func scale(in *Sample, out *Point) bool {
	out.Series = in.Name
	out.Scaled = int64(in.Value * 1000)
	return true
}

func main() {
	lines := []string{"cpu=0.5", "bad", "mem=1.25", "io=x", "net=2"}
	parsed := Stage(2, read(lines), &samples, parse)
	scaled := Stage(2, parsed, &points, scale)

	total := int64(0)
	for p := range scaled {
		total += p.Value().Scaled
		p.Release()
	}
	if total != 3750 {
		log.Fatal("total ", total)
	}
	fmt.Println("total", total)
}
