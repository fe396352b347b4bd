// Package deadarguments has arrays that constructors are given after they were released.
package deadarguments

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

type source interface {
	// Next returns a batch that the caller releases.
	Next() arrow.RecordBatch
}

// The columns are those of batches that were released.
func joined(from source, schema *arrow.Schema) arrow.RecordBatch {
	var chunks []arrow.Array
	for range schema.NumFields() {
		batch := from.Next()
		chunks = append(chunks, batch.Column(0))
		batch.Release()
	}
	return array.NewRecordBatch(schema, chunks, 1) // want "use-after-release: "
}

// The batch is made of what was released.
func batchOf(b *array.Int64Builder, schema *arrow.Schema) arrow.RecordBatch {
	col := b.NewArray()
	n := int64(col.Len())
	col.Release()
	return array.NewRecordBatch(schema, []arrow.Array{col}, n) // want "use-after-release: "
}

// All columns were released in a loop.
func batchOfAll(b *array.Int64Builder, schema *arrow.Schema) arrow.RecordBatch {
	var cols []arrow.Array
	for range schema.NumFields() {
		cols = append(cols, b.NewArray())
	}
	for _, c := range cols {
		c.Release()
	}
	return array.NewRecordBatch(schema, cols, 1) // want "use-after-release: "
}

// The reader is given a batch that was released.
func readerOf(b *array.RecordBuilder, schema *arrow.Schema) (array.RecordReader, error) {
	batch := b.NewRecordBatch()
	batch.Release()
	return array.NewRecordReader(schema, []arrow.RecordBatch{batch}) // want "use-after-release: "
}
