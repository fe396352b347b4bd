package deadarguments

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// The columns are retained.
func joinedRetained(from source, schema *arrow.Schema) arrow.RecordBatch {
	var chunks []arrow.Array
	for range schema.NumFields() {
		batch := from.Next()
		col := batch.Column(0)
		col.Retain()
		chunks = append(chunks, col)
		batch.Release()
	}
	defer func() {
		for _, c := range chunks {
			c.Release()
		}
	}()
	return array.NewRecordBatch(schema, chunks, 1)
}

// The batches are released at the end.
func joinedFirst(from source, schema *arrow.Schema) arrow.RecordBatch {
	var chunks []arrow.Array
	for range schema.NumFields() {
		batch := from.Next()
		defer batch.Release()
		chunks = append(chunks, batch.Column(0))
	}
	return array.NewRecordBatch(schema, chunks, 1)
}

// The batch retains its columns.
func batchOfOwn(b *array.Int64Builder, schema *arrow.Schema) arrow.RecordBatch {
	col := b.NewArray()
	defer col.Release()
	return array.NewRecordBatch(schema, []arrow.Array{col}, int64(col.Len()))
}

// What was released first is not among the columns any more.
func batchOfRest(b *array.Int64Builder, schema *arrow.Schema) arrow.RecordBatch {
	var cols []arrow.Array
	for range schema.NumFields() {
		cols = append(cols, b.NewArray())
	}
	cols[0].Release()
	cols = cols[1:]
	made := array.NewRecordBatch(schema, cols, 1)
	for _, c := range cols {
		c.Release()
	}
	return made
}
