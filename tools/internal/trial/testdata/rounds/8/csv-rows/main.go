// truth: double-release line 50,54 plain
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

type row struct {
	cells []string
	sum   float64
}

var rows = sync.Pool{New: func() any { return new(row) }}

func takeRow() *row {
	r := rows.Get().(*row)
	r.cells, r.sum = r.cells[:0], 0
	return r
}

var errWidth = errors.New("wrong number of cells")

type loader struct {
	width int
	bad   []string
	out   []float64
}

func (l *loader) load(lines []string) {
	for i, text := range lines {
		r := takeRow()
		r.cells = append(r.cells, strings.Split(text, ",")...)
		var err error
		if len(r.cells) != l.width {
			err = errWidth
		}
		for _, c := range r.cells {
			v, e := strconv.ParseFloat(c, 64)
			if e != nil {
				err = errors.Join(err, e)
			}
			r.sum += v
		}
		if err != nil {
			l.bad = append(l.bad, fmt.Sprintf("line %d: %v", i+1, err))
			rows.Put(r)
		} else {
			l.out = append(l.out, r.sum)
		}
		rows.Put(r)
	}
}

// pairs takes two rows at a time, to compare neighbours.
func pairs(lines []string) (same int) {
	for i := 1; i < len(lines); i++ {
		a, b := takeRow(), takeRow()
		a.cells = append(a.cells, lines[i-1])
		b.cells = append(b.cells, lines[i])
		if a.cells[0] == b.cells[0] {
			same++
		}
		rows.Put(a)
		rows.Put(b)
	}
	return same
}

func main() {
	l := &loader{width: 2}
	l.load([]string{"1,2", "3,4", "5,6,7", "8,9"})
	fmt.Println(l.out, l.bad)
	if n := pairs([]string{"a", "b", "c"}); n != 0 {
		panic(fmt.Sprint(n, " neighbours are equal"))
	}
}
