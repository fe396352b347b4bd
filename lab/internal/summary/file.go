package summary

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A Field is a field of a JSON object: a value, or else a list of items.
type Field struct {
	Name  string
	Value any
	Items []any
}

// Items returns a list as the items of a Field.
func Items[T any](list []T) []any {
	all := make([]any, len(list))
	for i, item := range list {
		all[i] = item
	}
	return all
}

// WriteObject writes a JSON object with an item of each list on a line of its
// own, so that a file is short and its differences are readable.
func WriteObject(w io.Writer, fields ...Field) error {
	var text bytes.Buffer
	text.WriteString("{")
	for i, f := range fields {
		if i > 0 {
			text.WriteString(",")
		}
		fmt.Fprintf(&text, "\n  %q: ", f.Name)
		if f.Items == nil {
			value, err := compact(f.Value, "  ")
			if err != nil {
				return err
			}
			text.Write(value)
			continue
		}
		text.WriteString("[")
		for j, item := range f.Items {
			if j > 0 {
				text.WriteString(",")
			}
			line, err := compact(item, "")
			if err != nil {
				return err
			}
			text.WriteString("\n    ")
			text.Write(line)
		}
		text.WriteString("\n  ]")
	}
	text.WriteString("\n}\n")
	_, err := w.Write(text.Bytes())
	return err
}

// compact is a value as JSON: indented, or on one line if indent is empty.
func compact(value any, indent string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if indent != "" {
		encoder.SetIndent(indent, indent)
	}
	err := encoder.Encode(value)
	return bytes.TrimSpace(text.Bytes()), err
}

// WriteFile has write write a file. The file appears, or changes, only when all
// of it is written.
func WriteFile(name string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	fresh, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(fresh.Name())
	defer fresh.Close()
	if err := write(fresh); err != nil {
		return err
	}
	if err := fresh.Chmod(0o644); err != nil {
		return err
	}
	if err := fresh.Close(); err != nil {
		return err
	}
	return os.Rename(fresh.Name(), name)
}

// ReadJSON reads a value from a file. It fails if the file has fields that the
// value does not.
func ReadJSON(name string, value any) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	decoder := json.NewDecoder(file)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}
