package embeddedmethods

import "github.com/apache/arrow-go/v18/arrow"

// The page is lost if it cannot be written.
func serve(all arrow.RecordBatch, r *response) error {
	page := all.NewSlice(0, 10) // want "leak: "
	if err := r.write(page); err != nil {
		return err
	}
	page.Release()
	return nil
}

// It is lost always.
func size(all arrow.RecordBatch) int {
	page := all.NewSlice(0, 10) // want "leak: "
	text, err := page.MarshalJSON()
	if err != nil {
		return 0
	}
	return len(text)
}
