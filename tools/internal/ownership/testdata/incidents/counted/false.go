package counted

import (
	"errors"
	"io"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"google.golang.org/grpc/mem"
)

// readAllOrNone releases the batches that it has when the next one fails.
func readAllOrNone(s source, schema *arrow.Schema) (recs []arrow.Record, err error) {
	defer func() {
		if err != nil {
			for _, rec := range recs {
				rec.Release()
			}
			recs = nil
		}
	}()
	for {
		rec, err := s.next()
		if errors.Is(err, io.EOF) {
			return recs, nil
		}
		if err != nil {
			return recs, err
		}
		recs = append(recs, rec)
		if rec.Schema() != schema {
			return recs, errSchema
		}
	}
}

// receiveOnce leaves the message to deliver.
func receiveOnce(p []byte) error {
	msg := mem.Copy(p, mem.DefaultBufferPool())
	if msg.Len() == 0 {
		msg.Free()
		return io.ErrUnexpectedEOF
	}
	return deliver(msg)
}

// rememberCopy keeps a copy of the string.
func (l *labels) rememberCopy(id int, p []byte) {
	msg := mem.Copy(p, mem.DefaultBufferPool())
	defer msg.Free()
	l.byID[id] = strings.Clone(unsafeString(msg.ReadOnlyData()))
}

// resolveOnce gives the reference of the lookup up.
func resolveOnce(d *dentry, name string) (string, error) {
	c := d.child(name)
	if c == nil {
		return "", io.ErrUnexpectedEOF
	}
	defer c.DecRef()
	return d.name + "/" + c.name, nil
}
