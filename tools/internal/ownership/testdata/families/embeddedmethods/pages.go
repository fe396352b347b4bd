// Package embeddedmethods has methods that an interface of Arrow has from another package.
package embeddedmethods

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
)

var errShort = errors.New("short write")

type response struct {
	w     io.Writer
	limit int
	sent  []json.Marshaler
}

// write gives the record to nobody.
func (r *response) write(rec arrow.RecordBatch) error {
	text, err := rec.MarshalJSON()
	if err != nil {
		return err
	}
	if r.limit -= len(text); r.limit < 0 {
		return errShort
	}
	_, err = r.w.Write(text)
	return err
}

// queue keeps the record.
func (r *response) queue(rec arrow.RecordBatch) {
	r.sent = append(r.sent, rec)
}
