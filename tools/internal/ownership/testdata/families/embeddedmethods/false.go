package embeddedmethods

import "github.com/apache/arrow-go/v18/arrow"

// The page is released on each way.
func serveAll(all arrow.RecordBatch, r *response) error {
	page := all.NewSlice(0, 10)
	defer page.Release()
	return r.write(page)
}

// The callee keeps it.
func enqueue(all arrow.RecordBatch, r *response) {
	r.queue(all.NewSlice(0, 10))
}
