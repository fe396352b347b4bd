package counted

import (
	"errors"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"google.golang.org/grpc/mem"
)

// readAll loses the batches that it has when the next one fails, as in
// arrow#36850.
func readAll(s source, schema *arrow.Schema) ([]arrow.Record, error) {
	var recs []arrow.Record
	for {
		rec, err := s.next() // missed "^leak: "
		if errors.Is(err, io.EOF) {
			return recs, nil
		}
		if err != nil {
			return nil, err
		}
		recs = append(recs, rec)
	}
}

// receive frees a message that deliver has freed, as in grpc-go#8023.
func receive(p []byte) error {
	msg := mem.Copy(p, mem.DefaultBufferPool())
	if msg.Len() == 0 {
		msg.Free()
		return io.ErrUnexpectedEOF
	}
	if err := deliver(msg); err != nil {
		msg.Free() // want "^double-release: "
		return err
	}
	return nil
}

// remember keeps a string that shares the memory of a freed message, as in
// thanos#8745.
func (l *labels) remember(id int, p []byte) {
	msg := mem.Copy(p, mem.DefaultBufferPool())
	defer msg.Free()
	l.byID[id] = unsafeString(msg.ReadOnlyData()) // missed "^escape: "
}

// resolve forgets the reference of the lookup, as in gvisor#4438.
func resolve(d *dentry, name string) (string, error) {
	c := d.child(name) // want "^leak: "
	if c == nil {
		return "", io.ErrUnexpectedEOF
	}
	return d.name + "/" + c.name, nil
}
