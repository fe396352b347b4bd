// truth: correct
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"round/genomepool/work"

	"github.com/rcpool/rcpool"
)

type Read struct {
	Name  string
	Bases []byte
}

func (r *Read) Reset() { r.Name, r.Bases = "", r.Bases[:0] }

var reads rcpool.Pool[Read]

func gc(r *Read) (float64, error) {
	if len(r.Bases) == 0 {
		return 0, errors.New(r.Name + ": empty")
	}
	if r.Bases[0] == 'N' {
		panic("cannot call N")
	}
	n := bytes.Count(r.Bases, []byte("G")) + bytes.Count(r.Bases, []byte("C"))
	return float64(n) / float64(len(r.Bases)), nil
}

func main() {
	w := work.Start[Read, float64](3)
	seqs := []string{"GATTACA", "", "NNN", "GGCC", "ACGT"}
	reply := make(chan work.Result[float64], len(seqs))
	for i, s := range seqs {
		ref := reads.Get()
		ref.Value().Name = fmt.Sprint("read", i)
		ref.Value().Bases = append(ref.Value().Bases, s...)
		if err := w.Submit(context.Background(), work.Task[Read, float64]{Input: ref, Do: gc, Reply: reply}); err != nil {
			fmt.Println(err)
		}
	}
	sum, failed := 0.0, 0
	for range seqs {
		if r := <-reply; r.Err != nil {
			failed++
		} else {
			sum += r.Out
		}
	}
	w.Stop()
	fmt.Printf("%.2f %d %d\n", sum, failed, reads.Stats().InUse)
}
