// truth: leak line 45 plain

// Command columncast converts text columns to numbers and reports rows that
// cannot be converted.
package main

import (
	"fmt"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type castError struct{ bad, rows int }

func (e *castError) Error() string { return fmt.Sprintf("%d of %d rows are no numbers", e.bad, e.rows) }

type caster struct {
	mem     memory.Allocator
	maxBad  float64
	columns int
}

// cast returns a column of numbers that the caller must release.
func (c *caster) cast(text *array.String) (*array.Float64, error) {
	b := array.NewFloat64Builder(c.mem)
	defer b.Release()
	b.Reserve(text.Len())
	bad := 0
	for i := range text.Len() {
		if text.IsNull(i) {
			b.AppendNull()
			continue
		}
		v, err := strconv.ParseFloat(text.Value(i), 64)
		if err != nil {
			bad++
			b.AppendNull()
			continue
		}
		b.Append(v)
	}
	numbers := b.NewFloat64Array()
	if rows := numbers.Len(); float64(bad) > c.maxBad*float64(rows) {
		return nil, &castError{bad, rows}
	}
	c.columns++
	return numbers, nil
}

func textColumn(mem memory.Allocator, words ...string) *array.String {
	b := array.NewStringBuilder(mem)
	defer b.Release()
	for _, word := range words {
		if word == "" {
			b.AppendNull()
		} else {
			b.Append(word)
		}
	}
	return b.NewStringArray()
}

func mean(a arrow.Array) float64 {
	numbers := a.(*array.Float64)
	sum, n := 0.0, 0
	for i := range numbers.Len() {
		if numbers.IsValid(i) {
			sum += numbers.Value(i)
			n++
		}
	}
	return sum / float64(max(n, 1))
}

func main() {
	c := &caster{mem: memory.NewGoAllocator(), maxBad: 0.3}
	for _, words := range [][]string{{"1", "2.5", "", "x"}, {"a", "b", "3"}, {"7"}} {
		text := textColumn(c.mem, words...)
		numbers, err := c.cast(text)
		text.Release()
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(mean(numbers))
		numbers.Release()
	}
}
