package afterunknown

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// The string is made after the buffer was put back.
func (s *store) encodeStringLate(v any) (string, error) {
	buf := getBuffer()
	err := s.enc.encode(buf, v)
	buffers.Put(buf)
	return buf.String(), err // want "use-after-release: "
}

// The buffer is put back before it is written.
func (s *store) dumpLate(text string) error {
	buf := getBuffer()
	s.before(buf)
	buf.WriteString(text)
	buffers.Put(buf)
	_, err := s.out.Write(buf.Bytes()) // want "use-after-release: "
	return err
}

// After a sink that fails the record is not released.
func (s *store) spreadLost(id int) error {
	record := records.Get() // want "leak: "
	record.Value().ID = id
	for _, sink := range s.sinks {
		if err := sink.write(record.Value()); err != nil {
			return err
		}
	}
	record.Release()
	return nil
}

// When writing fails, the buffer is put back twice.
func (s *store) renderTwice(write func(*bytes.Buffer) error) error {
	buf := getBuffer()
	defer buffers.Put(buf)
	if err := write(buf); err != nil {
		buffers.Put(buf) // want "double-release: "
		return err
	}
	_, err := s.out.Write(buf.Bytes())
	return err
}

// The record is released before the audit is asked.
func (s *store) auditedLate(id int) {
	record := records.Get()
	value := record.Value()
	value.ID = id
	record.Release()
	if s.audit != nil {
		s.audit(value) // want "use-after-release: "
	}
}

// fmt reads the record after its release.
func describeLate(id int) string {
	record := records.Get()
	value := record.Value()
	value.ID = id
	fields := reflect.ValueOf(value).Elem().NumField()
	record.Release()
	return fmt.Sprintf("%d fields: %v", fields, value) // want "use-after-release: "
}

// When the encoder fails, the buffer is put back, and by the deferred call again.
func (s *store) encodeJSONTwice(v any) error {
	buf := getBuffer()
	defer buffers.Put(buf)
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		buffers.Put(buf) // want "double-release: "
		return err
	}
	_, err := buf.WriteTo(s.out)
	return err
}

// The bytes are returned, and the buffer is put back.
func (s *store) encodeAllLate(vs ...any) ([]byte, error) {
	buf := getBuffer()
	defer buffers.Put(buf)
	for _, v := range vs {
		if err := s.enc.encode(buf, v); err != nil {
			return nil, err
		}
	}
	return buf.Bytes(), nil // want "escape: "
}
