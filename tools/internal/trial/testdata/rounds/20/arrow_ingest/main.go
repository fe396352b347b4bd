// truth: leak line 42 plain

// Ad events become Arrow records, one for each file.
package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var eventSchema = arrow.NewSchema([]arrow.Field{
	{Name: "campaign", Type: arrow.BinaryTypes.String},
	{Name: "clicks", Type: arrow.PrimitiveTypes.Int64},
}, nil)

func parse(mem memory.Allocator, text string) (arrow.Record, error) {
	names := array.NewStringBuilder(mem)
	defer names.Release()
	counts := array.NewInt64Builder(mem)
	defer counts.Release()
	rows := int64(0)
	for line := range strings.Lines(text) {
		name, count, ok := strings.Cut(strings.TrimSpace(line), ",")
		if !ok {
			return nil, fmt.Errorf("line %d has no comma", rows+1)
		}
		n, err := strconv.ParseInt(count, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", rows+1, err)
		}
		names.Append(name)
		counts.Append(n)
		rows++
	}
	campaigns := names.NewArray()
	defer campaigns.Release()
	clicks := counts.NewArray()
	return array.NewRecord(eventSchema, []arrow.Array{campaigns, clicks}, rows), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	for i, text := range []string{"spring,10\nsummer,20\n", "autumn\n", "winter,x\n", "spring,1\n"} {
		rec, err := parse(mem, text)
		if err != nil {
			fmt.Println("file", i, err)
			continue
		}
		fmt.Println("file", i, rec.NumRows(), rec.Column(0))
		rec.Release()
	}
	fmt.Println("bytes left", mem.CurrentAlloc())
}
