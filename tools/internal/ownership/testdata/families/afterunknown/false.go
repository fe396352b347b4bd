package afterunknown

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// The string is a copy, made before the buffer is put back.
func (s *store) encodeString(v any) (string, error) {
	buf := getBuffer()
	err := s.enc.encode(buf, v)
	text := buf.String()
	buffers.Put(buf)
	return text, err
}

// The function in the field borrows the buffer.
func (s *store) dump(text string) error {
	buf := getBuffer()
	defer buffers.Put(buf)
	s.before(buf)
	buf.WriteString(text)
	_, err := s.out.Write(buf.Bytes())
	return err
}

// Each of the sinks borrows the record.
func (s *store) spread(id int) error {
	record := records.Get()
	defer record.Release()
	record.Value().ID = id
	for _, sink := range s.sinks {
		if err := sink.write(record.Value()); err != nil {
			return err
		}
	}
	return nil
}

// The parameter is a function that borrows the buffer.
func (s *store) render(write func(*bytes.Buffer) error) error {
	buf := getBuffer()
	if err := write(buf); err != nil {
		buffers.Put(buf)
		return err
	}
	_, err := s.out.Write(buf.Bytes())
	buffers.Put(buf)
	return err
}

// The audit is asked before the release.
func (s *store) audited(id int) int {
	record := records.Get()
	record.Value().ID = id
	if s.audit != nil {
		s.audit(record.Value())
	}
	n := record.Value().ID
	record.Release()
	return n
}

// reflect and fmt read the record while it is held.
func describe(id int) string {
	record := records.Get()
	defer record.Release()
	record.Value().ID = id
	fields := reflect.ValueOf(record.Value()).Elem().NumField()
	return fmt.Sprintf("%d fields: %v", fields, record.Value())
}

// The encoder of the standard library writes into the buffer.
func (s *store) encodeJSON(v any) error {
	buf := getBuffer()
	defer buffers.Put(buf)
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return err
	}
	_, err := buf.WriteTo(s.out)
	return err
}

// A buffer of which something may have been kept is not put back.
func (s *store) encodeAll(vs ...any) ([]byte, error) {
	buf := getBuffer()
	for _, v := range vs {
		if err := s.enc.encode(buf, v); err != nil {
			buffers.Put(buf)
			return nil, err
		}
	}
	return buf.Bytes(), nil
}
