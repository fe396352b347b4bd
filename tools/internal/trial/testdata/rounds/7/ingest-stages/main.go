// truth: correct

// Command ingest-stages runs records through stages that may refuse them.
// Each stage takes its record over and returns it, or an error.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type record struct {
	raw    string
	fields []string
	score  int
}

var records = rcpool.Pool[record]{
	Name: "records",
	Reset: func(r *record) {
		clear(r.fields)
		r.raw, r.fields, r.score = "", r.fields[:0], 0
	},
}

type stage func(rcpool.Ref[record]) (rcpool.Ref[record], error)

var errSkip = errors.New("skipped")

func split(r rcpool.Ref[record]) (rcpool.Ref[record], error) {
	defer rcpool.Drop(&r)
	v := r.Value()
	v.fields = append(v.fields, strings.Split(v.raw, ",")...)
	if len(v.fields) < 2 {
		return rcpool.Ref[record]{}, fmt.Errorf("%d fields", len(v.fields))
	}
	return rcpool.Move(&r), nil
}

func score(r rcpool.Ref[record]) (_ rcpool.Ref[record], err error) {
	defer func() {
		if err != nil {
			r.Release()
		}
	}()
	v := r.Value()
	if v.score, err = strconv.Atoi(v.fields[1]); err != nil {
		return
	}
	if v.score < 0 {
		err = errSkip
		return
	}
	return r, nil
}

func run(line string, stages ...stage) (int, error) {
	cur := records.Get()
	cur.Value().raw = line
	for _, s := range stages {
		next, err := s(cur)
		if err != nil {
			return 0, err
		}
		cur = next
	}
	defer cur.Release()
	return cur.Value().score, nil
}

func main() {
	total := 0
	for _, line := range []string{"a,4", "b", "c,x", "d,-1", "e,38"} {
		n, err := run(line, split, score)
		switch {
		case errors.Is(err, errSkip):
			fmt.Println(line, "is not counted")
		case err != nil:
			fmt.Println(line, "failed:", err)
		default:
			total += n
		}
	}
	fmt.Println("total", total, "in use", records.Stats().InUse)
}
